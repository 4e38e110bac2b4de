import type { UnsignedTransaction } from "../../../devnet/internal.ts";
import type { Address, Amount } from "../../../units/mod.ts";
import { NATIVE_TOKEN } from "../../chain/ledger/mod.ts";

/** The type of a transaction and the fields of that type. */
export type Payload = Pick<UnsignedTransaction, "type"> & Readonly<Record<string, unknown>>;

/** Titles and descriptions of the devnet's proposals. */
export const PROPOSAL_TEXTS: readonly (readonly [title: string, description: string])[] = [
  ["Raise the block gas limit", "Doubles the gas that one block may use, from 30 to 60 million."],
  ["Halve the issuance", "New tokens per block would come down from one to a half."],
  ["Fund a public archive", "Pays for a node that answers for every height, for one year."],
  ["Shorten the unbonding period", "Stake would be paid out after 100 blocks in place of 200."],
  ["Lower the quorum", "Votes would count from a tenth of all stake on."],
  ["Cap commissions", "No validator would keep more than a twentieth of the rewards."],
];

export interface Cast {
  readonly accounts: readonly Address[];
  readonly validators: readonly Address[];
}

interface Scene {
  readonly from: Address;
  readonly payload: Payload;
}

type Act = readonly [height: number, role: keyof Cast, position: number, payload: Payload];

/**
 * Transactions of every delta history, whatever the seed: with the default length one proposal has passed, two were
 * rejected, by votes and by a missed quorum, and two are open, the last one for a while. Validators vote once their
 * commissions cover the fee.
 */
const ACTS: readonly Act[] = [
  [4, "accounts", 0, propose(0)],
  [6, "accounts", 1, propose(1)],
  [9, "accounts", 2, propose(2)],
  [40, "validators", 0, vote(1, "for")],
  [40, "validators", 1, vote(1, "for")],
  [41, "validators", 2, vote(1, "abstain")],
  [42, "validators", 0, vote(2, "against")],
  [43, "validators", 1, vote(2, "against")],
  [43, "validators", 2, vote(2, "for")],
  [150, "accounts", 3, propose(3)],
  [285, "accounts", 4, propose(4)],
  [290, "validators", 0, vote(5, "for")],
  [291, "validators", 1, vote(5, "against")],
];

/** Base units that each transfer of the busy account moves. */
const BUSY_VALUE: Amount = NATIVE_TOKEN / 1_000n;
/** Bursts of the busy account: blocks between them, transactions of each, and the last height; 2,000 in all. */
const BUSY = { every: 20, size: 250, last: 160 } as const;

/** The script's transactions for a height. */
export function scenesAt(height: number, cast: Cast): Scene[] {
  return ACTS.filter(([at]) => at === height).flatMap(([, role, position, payload]): Scene[] => {
    const from = cast[role][position];
    return from === undefined ? [] : [{ from, payload }];
  });
}

/** The busy account's transactions at a height, from the nonce of the first on: it sends no others in a history. */
export function burstAt(
  height: number,
  { accounts }: Cast,
): { readonly payloads: readonly Payload[]; readonly firstNonce: number } {
  const { every, size, last } = BUSY;
  if (height % every !== 0 || height > last) return { payloads: [], firstNonce: 0 };
  const payloads = Array.from({ length: size }, (_, index) => ({
    type: "transfer" as const,
    to: accounts[index % accounts.length] ?? "",
    value: BUSY_VALUE * BigInt(index + 1),
  }));
  return { payloads, firstNonce: (height / every - 1) * size };
}

function propose(index: number): Payload {
  const [title, description] = PROPOSAL_TEXTS[index] ?? ["", ""];
  return { type: "propose", title, description };
}

function vote(proposal: number, choice: "for" | "against" | "abstain"): Payload {
  return { type: "vote", proposal, choice };
}
