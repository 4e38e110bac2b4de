import { addressOfDigest } from "../../../../devnet/internal.ts";
import type { Address } from "../../../../units/mod.ts";
import { sha256 } from "../../../crypto.ts";
import {
  PROPOSALS,
  STAKE,
  type Token,
  TOKEN,
  TOKEN_BALANCE,
  TOKENS,
  TURNS,
  type TurnSource,
} from "./state.ts";
import { ACCOUNT, type Validator } from "../state_kinds.ts";
import type { WorkingState } from "../working_state.ts";
import { NO_STAKE } from "./staking.ts";

/** State of delta at genesis, besides balances and validators. */
interface FoundDeltaOptions extends TurnSource {
  /** Accounts that the tokens are spread over, in equal parts; the first also gets what does not divide. */
  readonly owners: readonly Address[];
  /** Each of them stakes with itself. */
  readonly validators: readonly (readonly [Address, Validator])[];
}

/** The native tokens (decided); nothing ever makes more of them. */
const TOKEN_PLANS: readonly Token[] = [
  { symbol: "GLD", decimals: 6, supply: 21_000_000n * 10n ** 6n },
  { symbol: "SLV", decimals: 18, supply: 1_000_000_000n * 10n ** 18n },
];

/** Sets the stakes of the validators, the tokens with their balances, and that there are no proposals. */
export function foundDelta(state: WorkingState, options: FoundDeltaOptions): void {
  const { segment, seed, owners, validators } = options;
  state.set(TURNS, undefined, { segment, seed });
  state.set(PROPOSALS, undefined, { total: 0, passed: 0, rejected: 0 });
  for (const [address, { stake }] of validators) {
    state.set(STAKE, address, { ...NO_STAKE, validator: address, amount: stake });
  }
  const contracts = TOKEN_PLANS.map(({ symbol }) => contractOf(options, symbol));
  state.set(TOKENS, undefined, { contracts });
  TOKEN_PLANS.forEach((token, index) => foundToken(state, contracts[index] ?? "", token, owners));
}

function foundToken(
  state: WorkingState,
  contract: Address,
  token: Token,
  owners: readonly Address[],
): void {
  state.set(ACCOUNT, contract, { balance: 0n, nonce: 0 });
  state.set(TOKEN, contract, token);
  const part = token.supply / BigInt(owners.length);
  const rest = token.supply - part * BigInt(owners.length);
  owners.forEach((owner, index) => {
    state.set(TOKEN_BALANCE, `${contract}:${owner}`, { balance: index === 0 ? part + rest : part });
  });
}

/** An address of which nobody has the key: no public key hashes to the digest it is made of. */
function contractOf({ segment, seed }: TurnSource, symbol: string): Address {
  const tag = JSON.stringify(["alphadelta token contract", segment, seed, symbol]);
  return addressOfDigest("delta", sha256(tag));
}
