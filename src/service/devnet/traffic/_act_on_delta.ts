import { GENESIS_BALANCE } from "../../../devnet/internal.ts";
import type { VoteChoice } from "../../../devnet/mod.ts";
import type { Address } from "../../../units/mod.ts";
import {
  ACCOUNT,
  accountOf,
  NATIVE_TOKEN,
  PROPOSALS,
  STAKE,
  TOKEN_BALANCE,
  TOKENS,
  validatorKeys,
  VALIDATORS,
  VOTE,
  type WorkingState,
} from "../../chain/ledger/mod.ts";
import { sha256 } from "../../crypto.ts";
import { type Payload, PROPOSAL_TEXTS } from "./_script.ts";

/** What a generated transaction depends on. */
interface Situation {
  readonly from: Address;
  readonly to: Address;
  readonly random: Random;
  readonly state: WorkingState;
  /** True while the history is made: some transactions then fail, and the script has the proposals and validators' votes. */
  readonly isHistory: boolean;
}

/** Lowest balance to spend from; the rest is reserved for fees. */
const MIN_BALANCE = NATIVE_TOKEN / 100n;
/** Most proposals, from the newest on, that traffic votes on. */
const MAX_OPEN_VOTES = 4;

/** Of a thousand transactions, those of each type. The rest are transfers, as is one whose type is impossible at present. */
const SHARES: readonly (readonly [
  share: number,
  make: (situation: Situation) => Payload | undefined,
])[] = [
  [180, sendTokens],
  [90, stakeMore],
  [40, takeStakeOut],
  [60, claim],
  [90, castVote],
  [6, makeProposal],
];

/** An account's next transaction: of a random type if possible, otherwise a transfer. Validators vote and claim. */
export function actOnDelta(situation: Situation): Payload | undefined {
  const { from, random, state, isHistory } = situation;
  const { balance } = accountOf(state, from);
  if (balance < MIN_BALANCE) return undefined;
  if (isValidator(situation)) {
    if (random(4) === 0) return claim(situation);
    return isHistory ? undefined : castVote(situation);
  }
  if (isHistory && random(30) === 0) return failOnDelta(situation);
  let rest = random(1_000);
  for (const [share, make] of SHARES) {
    if (rest < share) return make(situation) ?? send(situation);
    rest -= share;
  }
  return send(situation);
}

/** State keys that the traffic of these accounts reads, as far as `known` determines them. */
export function deltaTrafficKeys(accounts: readonly Address[], known: WorkingState): string[] {
  const contracts = known.get(TOKENS)?.contracts ?? [];
  const perAccount = accounts.flatMap((address) => [
    ACCOUNT.key(address),
    STAKE.key(address),
    ...contracts.map((contract) => TOKEN_BALANCE.key(`${contract}:${address}`)),
    ...openVotes(known).map((id) => VOTE.key(`${id}:${address}`)),
  ]);
  return [PROPOSALS.key(), TOKENS.key(), ...validatorKeys(known), ...perAccount];
}

function makeProposal({ random, isHistory }: Situation): Payload | undefined {
  if (isHistory) return undefined;
  const [title, description] = PROPOSAL_TEXTS[random(PROPOSAL_TEXTS.length)] ?? ["Nothing", ""];
  return { type: "propose", title, description };
}

/** The newest open proposals. All are open for the same time, so those that are not decided yet are the newest of all. */
function openVotes(state: WorkingState): number[] {
  const { total, passed, rejected } = state.get(PROPOSALS) ?? { total: 0, passed: 0, rejected: 0 };
  const length = Math.min(MAX_OPEN_VOTES, total - passed - rejected);
  return Array.from({ length }, (_, index) => total - index);
}

function send({ to, random }: Situation): Payload {
  return {
    type: "transfer",
    to,
    value: (BigInt(random(1_000_000)) + 1n) * (NATIVE_TOKEN / 10_000n),
  };
}

function sendTokens({ from, to, random, state }: Situation): Payload | undefined {
  const contracts = state.get(TOKENS)?.contracts ?? [];
  const contract = contracts[random(contracts.length)];
  if (contract === undefined) return undefined;
  const { balance } = state.get(TOKEN_BALANCE, `${contract}:${from}`) ?? { balance: 0n };
  return { type: "token_transfer", contract, to, value: (balance * BigInt(random(100))) / 10_000n };
}

/** Stakes with the account's validator, or with any if it has none. */
function stakeMore({ from, random, state }: Situation): Payload | undefined {
  const addresses = state.get(VALIDATORS)?.addresses ?? [];
  const validator = state.get(STAKE, from)?.validator ?? addresses[random(addresses.length)];
  if (validator === undefined) return undefined;
  return { type: "delegate", validator, value: BigInt(random(20_000) + 1) * NATIVE_TOKEN };
}

function takeStakeOut({ from, random, state }: Situation): Payload | undefined {
  const amount = state.get(STAKE, from)?.amount ?? 0n;
  const value = (amount * BigInt(random(50) + 1)) / 100n;
  return value > 0n ? { type: "undelegate", value } : undefined;
}

function claim({ from, state }: Situation): Payload | undefined {
  return state.get(STAKE, from)?.validator ? { type: "claim_rewards" } : undefined;
}

/** Votes on a proposal not voted on yet. Validators skip every third proposal, which then misses its quorum. */
function castVote(situation: Situation): Payload | undefined {
  const { from, random, state } = situation;
  const isSkipping = isValidator(situation);
  const open = openVotes(state).filter(
    (id) => !state.get(VOTE, `${id}:${from}`) && !(isSkipping && id % 3 === 0),
  );
  const proposal = open[random(open.length)];
  if (proposal === undefined || !state.get(STAKE, from)?.validator) return undefined;
  const likely: VoteChoice = proposal % 3 === 1 ? "for" : "against";
  const choices: readonly VoteChoice[] = [likely, likely, likely, "for", "against", "abstain"];
  return { type: "vote", proposal, choice: choices[random(choices.length)] ?? likely };
}

function isValidator({ from, state }: Situation): boolean {
  return state.get(VALIDATORS)?.addresses.includes(from) ?? false;
}

/** A valid transaction that fails when it runs. */
function failOnDelta({ from, to, random, state }: Situation): Payload {
  const tooMuch = 100n * GENESIS_BALANCE;
  const [contract = to] = state.get(TOKENS)?.contracts ?? [];
  const payloads: readonly Payload[] = [
    { type: "transfer", to, value: tooMuch },
    { type: "token_transfer", contract, to, value: 10n ** 36n },
    // The sender is no validator.
    { type: "delegate", validator: from, value: NATIVE_TOKEN },
    { type: "undelegate", value: tooMuch },
    // Proposals count from 1.
    { type: "vote", proposal: 0, choice: "for" },
  ];
  return payloads[random(payloads.length)] ?? { type: "transfer", to, value: tooMuch };
}

/** Returns the next pseudorandom integer from 0 to `limit` - 1. */
export type Random = (limit: number) => number;

/** Pseudorandom numbers seeded by `tag` (mulberry32). Not for secrets. */
export function createRandom(tag: readonly (string | number)[]): Random {
  const bytes = sha256(JSON.stringify(["alphadelta random", ...tag]));
  let state = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}
