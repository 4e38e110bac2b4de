import type { Hex } from "../../../units/mod.ts";
import type { SourceSubmission } from "../../chain/block_source.ts";
import {
  accountOf,
  checkTransaction,
  type ExecutionStatus,
  keysOf,
  type PreparedTransaction,
  type Refusal,
} from "../../chain/ledger/mod.ts";
import type { Store } from "../../chain/store/mod.ts";
import type { Submitted } from "./_devnet_chain.ts";
import { type Mempool, readWorkingState } from "./_mempool.ts";

/** Result of a submission. */
export type SubmissionOutcome = SourceSubmission | Refusal;

/** Submissions that are stored together. */
interface Batch {
  readonly submissions: Submitted[];
  /** In the order of the submissions. */
  readonly outcomes: Promise<readonly SubmissionOutcome[]>;
}

/** Most submissions that are stored together. */
const MAX_BATCH = 256;

/** Puts submissions together: those that come while one batch is stored make up the next. */
export class SubmissionBatches {
  readonly #take: (begin: () => readonly Submitted[]) => Promise<readonly SubmissionOutcome[]>;
  /** The batch that has not begun. */
  #next: Batch | undefined;

  /** `take` stores a batch in its turn; `begin` ends the batch and gives what is in it. */
  constructor(take: (begin: () => readonly Submitted[]) => Promise<readonly SubmissionOutcome[]>) {
    this.#take = take;
  }

  /**
   * Adds a submission; resolves to how it came out once its batch is stored. If that fails, each of the batch is tried
   * alone: a full disk may have room for some, and the others then fail for their own reasons.
   */
  async add(submitted: Submitted): Promise<SubmissionOutcome> {
    const batch = (this.#next ??= this.#open());
    const place = batch.submissions.push(submitted) - 1;
    if (batch.submissions.length === MAX_BATCH) this.close();
    const outcome = await batch.outcomes.then(
      (outcomes) => outcomes[place],
      (error: unknown) => {
        if (batch.submissions.length === 1) throw error;
        return this.#takeAlone(submitted);
      },
    );
    if (!outcome) throw new Error("Every submission of a batch has an outcome");
    return outcome;
  }

  /** Begins another batch with the next submission. */
  close(): void {
    this.#next = undefined;
  }

  async #takeAlone(submitted: Submitted): Promise<SubmissionOutcome | undefined> {
    const [outcome] = await this.#take(() => [submitted]);
    return outcome;
  }

  #open(): Batch {
    const submissions: Submitted[] = [];
    const outcomes = this.#take(() => {
      if (this.#next?.submissions === submissions) this.close();
      return submissions;
    });
    return { submissions, outcomes };
  }
}

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
