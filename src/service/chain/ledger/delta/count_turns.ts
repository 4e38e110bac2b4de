import { ROLL_CALL_BLOCKS, UPTIME_TURNS, ACTIVE_FROM, INACTIVE_BELOW } from "../parameters.ts";
import type { BlockContext } from "../chain_rules.ts";
import { drawTurns, takesTurn } from "../choose_validator.ts";
import { TURNS } from "../delta_state_kinds.ts";
import { readValidators } from "../read_validators.ts";
import { type Validator, VALIDATOR } from "../state_kinds.ts";

/**
 * Notes who took the turn of a block and who, drawn before, missed it, and what follows from that for who is active.
 * It goes by the stakes before the block's transactions.
 */
export function countTurns({ state, height, validator: producer }: BlockContext): void {
  const source = state.get(TURNS);
  if (!source) throw new Error("Cannot count turns: the state has no seed for them");
  const validators = readValidators(state);
  const options = { ...source, height, validators };
  const asked = new Map<string, boolean>();
  for (const address of drawTurns(options)) {
    asked.set(address, address === producer);
    if (address === producer) break;
  }
  if (height % ROLL_CALL_BLOCKS === 0) {
    for (const [address, validator] of validators) {
      if (validator.status === "inactive") {
        asked.set(address, takesTurn({ ...options, address, validator }));
      }
    }
  }
  let active = validators.filter(([, { status }]) => status === "active").length;
  for (const [address, validator] of validators) {
    const isThere = asked.get(address);
    if (isThere === undefined) continue;
    const counted = countTurn(validator, isThere, active === 1);
    if (counted.status !== validator.status) active += counted.status === "active" ? 1 : -1;
    state.set(VALIDATOR, address, counted);
  }
}

function countTurn(validator: Validator, isThere: boolean, isLastActive: boolean): Validator {
  const turns = (validator.turns + (isThere ? "1" : "0")).slice(-UPTIME_TURNS);
  const uptime = turns.replaceAll("0", "").length / turns.length;
  const isActive =
    validator.status === "active"
      ? uptime >= INACTIVE_BELOW || isLastActive
      : uptime >= ACTIVE_FROM;
  return { ...validator, turns, uptime, status: isActive ? "active" : "inactive" };
}
