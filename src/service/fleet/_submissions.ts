import type { Hex } from "../../units/mod.ts";
import type { SubmissionOutcome } from "../chain/block_source.ts";
import { keysOf, type PreparedTransaction, readStateFor } from "../chain/ledger/mod.ts";
import type { PendingCheck, PostgresStore } from "../chain/store/internal.ts";
import {
  Claims,
  judgeAll,
  spentBy,
  SubmissionBatches,
  submissionStatus,
  type Submitted,
} from "../devnet/producer/mod.ts";
import { SerialQueue } from "../turns.ts";

/**
 * Takes submissions of one process into the mempool of a fleet. Those that arrive while a batch is stored make up the next
 * one, so that a commit serves many. Each is answered once it is stored.
 */
export class Submissions {
  readonly #store: PostgresStore;
  readonly #mempoolSize: number;
  readonly #queue = new SerialQueue();
  /** A database that fails is not asked once more for each. */
  readonly #batches = new SubmissionBatches(
    (submissions) => this.#queue.run(() => this.#take([...submissions])),
    { triesAlone: false },
  );

  constructor(store: PostgresStore, mempoolSize: number) {
    this.#store = store;
    this.#mempoolSize = mempoolSize;
  }

  /** Takes a submission. Signatures are verified in parallel; the order of arrival stays. */
  accept({ transaction, verify }: Submitted): Promise<SubmissionOutcome> {
    const signature = verify?.() ?? Promise.resolve(undefined);
    return this.#batches.add({ transaction, verify: () => signature });
  }

  async #take(batch: readonly Submitted[]): Promise<readonly SubmissionOutcome[]> {
    // Beforehand, so that nothing waits for a signature while the mempool is locked.
    await Promise.all(batch.map(async ({ verify }) => verify?.()));
    let outcomes: readonly SubmissionOutcome[] = [];
    await this.#store.acceptPending(async (check) => {
      const judged = await judgeBatch(batch, check, this.#mempoolSize);
      ({ outcomes } = judged);
      return judged.accepted;
    });
    return outcomes;
  }
}

interface JudgedBatch {
  readonly outcomes: readonly SubmissionOutcome[];
  readonly accepted: readonly PreparedTransaction[];
}

/** Judges a batch by one read of each kind, all of them at once. */
async function judgeBatch(
  batch: readonly Submitted[],
  check: PendingCheck,
  mempoolSize: number,
): Promise<JudgedBatch> {
  const transactions = batch.map(({ transaction }) => transaction);
  const [known, nonces, spent, state, count] = await Promise.all([
    check.statuses(transactions.map(({ hash }) => hash)),
    check.nonces([...new Set(transactions.map(({ body }) => body.from))]),
    check.spent(transactions.flatMap(({ body }) => spentBy(body))),
    readStateFor(
      (keys) => check.state(keys),
      () => transactions.flatMap(keysOf),
    ),
    check.count(),
  ]);
  const statuses = new Map(
    [...known].map(([hash, one]) => [hash, one === "pending" ? one : submissionStatus(one)]),
  );
  const claims = new Claims(nonces, spent);
  const accepted: PreparedTransaction[] = [];
  const facts = {
    statusOf: async (hash: Hex) => statuses.get(hash),
    get pendingCount() {
      return count + accepted.length;
    },
    mempoolSize,
    readState: async () => state,
    claims,
  };
  const outcomes = await judgeAll(batch, facts, (transaction) => {
    statuses.set(transaction.hash, "pending");
    claims.claim(transaction);
    accepted.push(transaction);
  });
  return { outcomes, accepted };
}
