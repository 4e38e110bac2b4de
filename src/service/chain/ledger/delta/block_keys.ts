import type { BlockContext } from "../chain_rules.ts";
import { DUE, PROPOSAL, PROPOSALS, STAKE, TURNS, UNBONDING } from "../delta_state_kinds.ts";
import { UNBONDING_BLOCKS, VOTING_BLOCKS } from "../parameters.ts";
import { validatorKeys } from "../read_validators.ts";
import { ACCOUNT, SUPPLY } from "../state_kinds.ts";
import type { WorkingState } from "../working_state.ts";
import { dueAt } from "./due.ts";

/** State keys that every block of delta reads, as far as `known` tells them. */
export function blockKeys(
  { height, validator }: Omit<BlockContext, "state">,
  known: WorkingState,
): string[] {
  const { accounts, proposals } = dueAt(known, height);
  const proposers = proposals.flatMap((id) => known.get(PROPOSAL, String(id))?.proposer ?? []);
  return [
    TURNS.key(),
    SUPPLY.key(),
    PROPOSALS.key(),
    ...validatorKeys(known),
    ...[height, height + UNBONDING_BLOCKS, height + VOTING_BLOCKS].map((at) => DUE.key(String(at))),
    ...accounts.flatMap((address) => [STAKE.key(address), UNBONDING.key(`${height}:${address}`)]),
    ...proposals.map((id) => PROPOSAL.key(String(id))),
    ...[validator, ...accounts, ...proposers].map((address) => ACCOUNT.key(address)),
  ];
}
