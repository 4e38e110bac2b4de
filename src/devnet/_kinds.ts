import type { Chain } from "../chains/mod.ts";
import {
  addressField,
  amountField,
  bytesField,
  distinctField,
  type Fields,
  listField,
  objectField,
  textField,
  WHOLE_FIELD,
  wordField,
} from "./_fields.ts";
import type {
  AlphaOutput,
  AlphaTransfer,
  ClaimRewards,
  Delegate,
  DeltaTransfer,
  Propose,
  TokenTransfer,
  TransactionBase,
  TransactionOf,
  Undelegate,
  Vote,
} from "./transaction.ts";

/** Fields of a transaction type besides the common ones. */
export type Payload<T> = Omit<T, keyof TransactionBase | "type">;

/** Encoding of one transaction type. */
export interface Kind<T extends TransactionBase> {
  readonly payload: Fields<Payload<T>>;
  /** Gas that such a transaction uses, known before it runs. */
  gas(payload: Payload<T>): bigint;
}

const MAX_RECORDS = 100;
const OUTPUT = objectField<AlphaOutput>({ to: addressField("alpha"), value: amountField(1n) });

/** Format of a transfer on alpha. */
const ALPHA_TRANSFER: Kind<AlphaTransfer> = {
  payload: {
    serialNumbers: distinctField(bytesField(32), MAX_RECORDS),
    outputs: listField(OUTPUT, MAX_RECORDS),
  },
  gas: ({ serialNumbers, outputs }) =>
    10_000n + 3_000n * BigInt(serialNumbers.length) + 4_000n * BigInt(outputs.length),
};

/** Format of claiming rewards; it has only the common fields. */
export const CLAIM_REWARDS: Kind<ClaimRewards> = { payload: {}, gas: () => 50_000n };

/** Format of a delegation. */
export const DELEGATE: Kind<Delegate> = {
  payload: { validator: addressField("delta"), value: amountField(1n) },
  gas: () => 60_000n,
};

/** Format of a transfer on delta. */
const DELTA_TRANSFER: Kind<DeltaTransfer> = {
  payload: { to: addressField("delta"), value: amountField(0n) },
  gas: () => 21_000n,
};

const MAX_TITLE = 120;
const MAX_DESCRIPTION = 4_000;

/** Format of a proposal. Title and description cost gas by length, since every node stores them. */
export const PROPOSE: Kind<Propose> = {
  payload: { title: textField(1, MAX_TITLE), description: textField(0, MAX_DESCRIPTION) },
  gas: ({ title, description }) => 100_000n + 50n * BigInt(title.length + description.length),
};

/** Format of a token transfer. */
export const TOKEN_TRANSFER: Kind<TokenTransfer> = {
  payload: {
    contract: addressField("delta"),
    to: addressField("delta"),
    value: amountField(0n),
  },
  gas: () => 45_000n,
};

/** Format of withdrawing stake. */
export const UNDELEGATE: Kind<Undelegate> = {
  payload: { value: amountField(1n) },
  gas: () => 70_000n,
};

/** Format of a vote. */
export const VOTE: Kind<Vote> = {
  payload: { proposal: WHOLE_FIELD, choice: wordField(["for", "against", "abstain"]) },
  gas: () => 40_000n,
};

type KindsOf<T extends TransactionBase & { readonly type: string }> = {
  readonly [Type in T["type"]]: Kind<Extract<T, { readonly type: Type }>>;
};

const KINDS: { readonly [C in Chain]: KindsOf<TransactionOf[C]> } = {
  alpha: { transfer: ALPHA_TRANSFER },
  delta: {
    transfer: DELTA_TRANSFER,
    token_transfer: TOKEN_TRANSFER,
    delegate: DELEGATE,
    undelegate: UNDELEGATE,
    claim_rewards: CLAIM_REWARDS,
    propose: PROPOSE,
    vote: VOTE,
  },
};

/** The transaction types of a chain. */
export function kindNames(chain: Chain): string[] {
  return Object.keys(KINDS[chain]);
}

/** The format of one transaction type, or `undefined` if the chain has no such type. */
export function findKind(chain: Chain, type: string): Kind<TransactionBase> | undefined {
  const kinds: Readonly<Record<string, unknown>> = KINDS[chain];
  // A kind receives only payloads that its own fields accepted, so the wider type is safe.
  return Object.hasOwn(kinds, type) ? (kinds[type] as Kind<TransactionBase>) : undefined;
}
