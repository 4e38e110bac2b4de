import type { Hex } from "../../../units/mod.ts";
import {
  accountOf,
  checkTransaction,
  type ExecutionStatus,
  keysOf,
  type PreparedTransaction,
  type Refusal,
} from "../../chain/ledger/mod.ts";
import type { Store } from "../../chain/store/mod.ts";
import type { SourceSubmission } from "../../chain/block_source.ts";
import { type Mempool, readWorkingState } from "./_mempool.ts";

/** State that a submission is checked against. */
export interface SubmissionContext {
  readonly store: Store;
  readonly mempool: Mempool;
  /** Most transactions in the mempool. */
  readonly mempoolSize: number;
  /** Verifies its signature; left out for a transaction that the devnet signed itself. */
  readonly verify?: (() => Promise<Refusal | undefined>) | undefined;
}

/**
 * Checks a submitted transaction. Checks that cost less than the signature's run before it.
 *
 * @returns Its status if it is known, a refusal, or `undefined` if it may enter the mempool.
 */
export async function checkSubmission(
  transaction: PreparedTransaction,
  context: SubmissionContext,
): Promise<SourceSubmission | Refusal | undefined> {
  const { mempool, mempoolSize, verify } = context;
  const status = await findStatus(transaction.hash, context);
  if (status) return { txHash: transaction.hash, status };
  const refusal = refuseFull(mempool.size, mempoolSize) ?? (await verify?.());
  return refusal ?? refuse(transaction, context);
}

/** A refusal if the mempool is full; otherwise `undefined`. */
export function refuseFull(size: number, mempoolSize: number): Refusal | undefined {
  if (size < mempoolSize) return undefined;
  const reason = `The mempool is full with ${size} of at most ${mempoolSize}: try again after the next block`;
  return { code: "TransactionRejected", reason };
}

/** Submission status of a transaction in a block, by its execution status. */
export function statusOf(status: ExecutionStatus): SourceSubmission["status"] {
  return status === "success" ? "confirmed" : "failed";
}

async function findStatus(
  hash: Hex,
  { store, mempool }: SubmissionContext,
): Promise<SourceSubmission["status"] | undefined> {
  if (mempool.get(hash)) return "pending";
  const stored = await store.findTransaction(hash);
  return stored && statusOf(stored.transaction.status);
}

async function refuse(
  transaction: PreparedTransaction,
  { store, mempool }: SubmissionContext,
): Promise<Refusal | undefined> {
  const { from } = transaction.body;
  const state = await readWorkingState(store, () => keysOf(transaction));
  return checkTransaction(transaction, state, {
    nextNonce: mempool.nextNonce(from, accountOf(state, from).nonce),
    isSpent: (serialNumber) => mempool.isSpent(serialNumber),
  });
}
