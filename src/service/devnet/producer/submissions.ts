import type { Hex } from "../../../units/mod.ts";
import type { SourceSubmission, SubmissionOutcome } from "../../chain/block_source.ts";
import {
  checkTransaction,
  type ExecutionStatus,
  keysOf,
  type PreparedTransaction,
  type PendingClaims,
  type Refusal,
  type WorkingState,
} from "../../chain/ledger/mod.ts";
import type { Store } from "../../chain/store/mod.ts";
import { type Mempool, readWorkingState } from "./mempool.ts";

/** A submission whose bytes were read. */
export interface Submitted {
  readonly transaction: PreparedTransaction;
  /** Verifies its signature; left out for one that the devnet signed itself. */
  readonly verify?: () => Promise<Refusal | undefined>;
}

/** Submissions that are stored together. */
interface Batch {
  readonly submissions: Submitted[];
  /** In the order of the submissions. */
  readonly outcomes: Promise<readonly SubmissionOutcome[]>;
}

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

/** What submissions are judged by, those accepted so far included. */
interface SubmissionFacts {
  /** Status of a transaction that is known already. */
  statusOf(hash: Hex): Status | undefined | Promise<Status | undefined>;
  readonly pendingCount: number;
  readonly mempoolSize: number;
  /** State of the head, with the keys of a transaction readable. */
  readState(transaction: PreparedTransaction): WorkingState | Promise<WorkingState>;
  readonly claims: PendingClaims;
}

type Status = SourceSubmission["status"];

/**
 * Judges submissions one after the other, and calls `accept` with each that may enter the mempool, so that the next one
 * is judged with it.
 *
 * @returns How each came out.
 */
export async function judgeAll(
  submissions: readonly Submitted[],
  facts: SubmissionFacts,
  accept: (transaction: PreparedTransaction) => void,
): Promise<SubmissionOutcome[]> {
  const outcomes: SubmissionOutcome[] = [];
  for (const submitted of submissions) {
    const { transaction } = submitted;
    const outcome = await judge(submitted, facts);
    outcomes.push(outcome ?? { txHash: transaction.hash, status: "pending" });
    if (!outcome) accept(transaction);
  }
  return outcomes;
}

/** Its status if it is known, or a refusal. Checks that cost less than the signature's run before it. */
async function judge(
  { transaction, verify }: Submitted,
  facts: SubmissionFacts,
): Promise<SubmissionOutcome | undefined> {
  const { hash: txHash } = transaction;
  const status = await facts.statusOf(txHash);
  if (status) return { txHash, status };
  const { pendingCount, mempoolSize } = facts;
  if (pendingCount >= mempoolSize) {
    const reason = `The mempool is full with ${pendingCount} of at most ${mempoolSize}: try again after the next block`;
    return { code: "TransactionRejected", reason };
  }
  const refusal = await verify?.();
  return refusal ?? checkTransaction(transaction, await facts.readState(transaction), facts.claims);
}

/** The facts of a chain that no other process writes to. */
export function factsOf(store: Store, mempool: Mempool, mempoolSize: number): SubmissionFacts {
  return {
    async statusOf(hash) {
      if (mempool.get(hash)) return "pending";
      const stored = await store.findTransaction(hash);
      return stored && submissionStatus(stored.transaction.status);
    },
    get pendingCount() {
      return mempool.size;
    },
    mempoolSize,
    readState: (transaction) => readWorkingState(store, () => keysOf(transaction)),
    claims: mempool,
  };
}

/** Submission status of a transaction in a block, by its execution status. */
export function submissionStatus(status: ExecutionStatus): Status {
  return status === "success" ? "confirmed" : "failed";
}
