import type { SignedAlphaTransaction } from "../../../../devnet/mod.ts";
import type { BlockEnd, ChainRules } from "../chain_rules.ts";
import { ACCOUNT } from "../state_kinds.ts";
import { createRecord } from "./create_record.ts";
import type { AlphaKind } from "./kind.ts";
import { TRANSFER } from "./transfer.ts";

type Transaction = SignedAlphaTransaction;

const KINDS: {
  readonly [T in Transaction["type"]]: AlphaKind<Extract<Transaction, { readonly type: T }>>;
} = { transfer: TRANSFER };

/**
 * The rules of alpha. The records a transaction spends hold what it creates and its fee, so it never fails once it is
 * in a block; the fees of a block become one record of who produced it.
 */
export const ALPHA_RULES: ChainRules<Transaction> = {
  describe: (transaction) => kindOf(transaction.body).describe(transaction),
  keys: (transaction) => [
    ACCOUNT.key(transaction.body.from),
    ...kindOf(transaction.body).keys(transaction),
  ],
  check: (transaction, state, claims) => kindOf(transaction.body).check(transaction, state, claims),
  execute: (transaction, context) => kindOf(transaction.body).execute(transaction, context),
  blockKeys: ({ validator }) => [ACCOUNT.key(validator)],
  beginBlock: () => undefined,
  endBlock: payFees,
};

/** A kind is only ever given transactions of its own type, so the wider type is safe. */
function kindOf(transaction: Transaction): AlphaKind<Transaction> {
  return KINDS[transaction.type];
}

/** No transaction creates this record, so the parent block's hash, which no sibling shares, makes it unique. */
function payFees({ state, height, validator, fees, parentHash }: BlockEnd): void {
  if (fees === 0n) return;
  createRecord(state, {
    creator: parentHash,
    transactionHash: null,
    index: 0,
    owner: validator,
    value: fees,
    height,
  });
}
