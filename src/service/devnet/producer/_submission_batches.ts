import type { SourceSubmission } from "../../chain/block_source.ts";
import type { Refusal } from "../../chain/ledger/mod.ts";
import type { Submitted } from "./_devnet_chain.ts";

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
