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
import { refusalText } from "../../refusal_text.ts";
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

/** Stores submissions in their turn; those that come while it goes through them are among them. */
type TakeSubmissions = (submissions: Iterable<Submitted>) => Promise<readonly SubmissionOutcome[]>;

/**
 * Puts submissions together, so that one write of the disk serves all that wait: those that come while a batch is checked
 * are part of it, and those that come while it is stored make up the next.
 */
export class SubmissionBatches {
  readonly #take: TakeSubmissions;
  readonly #triesAlone: boolean;
  /** The batch that takes further ones. */
  #next: Batch | undefined;

  /** @param triesAlone Whether each of a batch that fails is tried alone. */
  constructor(take: TakeSubmissions, { triesAlone }: { readonly triesAlone: boolean }) {
    this.#take = take;
    this.#triesAlone = triesAlone;
  }

  /** Adds a submission; resolves to how it came out once its batch is stored. */
  async add(submitted: Submitted): Promise<SubmissionOutcome> {
    const batch = (this.#next ??= this.#open());
    const place = batch.submissions.push(submitted) - 1;
    if (batch.submissions.length === MAX_BATCH) this.close();
    const outcome = await batch.outcomes.then(
      (outcomes) => outcomes[place],
      (error: unknown) => {
        this.#end(batch.submissions);
        if (!this.#triesAlone || batch.submissions.length === 1) throw error;
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
    const [outcome] = await this.#take([submitted]);
    return outcome;
  }

  #open(): Batch {
    const submissions: Submitted[] = [];
    return { submissions, outcomes: this.#take(this.#untilEnd(submissions)) };
  }

  /** The submissions of a batch, which ends once none of them is left. */
  *#untilEnd(submissions: readonly Submitted[]): Generator<Submitted> {
    yield* submissions;
    this.#end(submissions);
  }

  #end(submissions: readonly Submitted[]): void {
    if (this.#next?.submissions === submissions) this.close();
  }
}

/** The state for judging submissions, with those accepted so far. */
interface SubmissionFacts {
  /** Status of a transaction that is known already. */
  statusOf(hash: Hex): Promise<Status | undefined>;
  readonly pendingCount: number;
  readonly mempoolSize: number;
  /** State of the head, with the keys of a transaction readable. */
  readState(transaction: PreparedTransaction): Promise<WorkingState>;
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
  submissions: Iterable<Submitted>,
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
    const reason = refusalText("mempool", pendingCount, mempoolSize);
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
