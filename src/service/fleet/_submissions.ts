import type { Address, Hex } from "../../units/mod.ts";
import type { SourceSubmission } from "../chain/block_source.ts";
import {
  accountOf,
  checkTransaction,
  keysOf,
  type PreparedTransaction,
  readStateFor,
  type Refusal,
  type WorkingState,
} from "../chain/ledger/mod.ts";
import type { PendingCheck, PostgresStore } from "../chain/store/mod.ts";
import { refuseFull, statusOf } from "../devnet/producer/mod.ts";

/** A submission whose outcome is awaited. */
interface Waiting {
  readonly transaction: PreparedTransaction;
  /** Why its signature is refused. */
  readonly signature: Promise<Refusal | undefined>;
  readonly resolve: (outcome: SourceSubmission | Refusal) => void;
  readonly reject: (error: unknown) => void;
}

/** State that a batch of submissions is checked against, including those accepted so far. */
interface Facts {
  readonly statuses: Map<Hex, SourceSubmission["status"]>;
  /** Nonces of pending transactions. */
  readonly nonces: ReadonlyMap<Address, ReadonlySet<number>>;
  /** The next nonce of each sender. */
  readonly next: Map<Address, number>;
  readonly spent: Set<Hex>;
  readonly state: WorkingState;
  count: number;
}

/** Judges one submission, and adds it to `accepted` if nothing speaks against it. */
interface Judgement {
  readonly facts: Facts;
  readonly accepted: PreparedTransaction[];
  readonly badSignature: Refusal | undefined;
}

/** Most submissions that are stored together. */
const BATCH = 256;

/**
 * Takes submissions of one process into the mempool of a fleet: what comes while one batch is stored makes up the next,
 * so that a commit serves many. Each is answered once it is stored.
 */
export class Submissions {
  readonly #store: PostgresStore;
  readonly #mempoolSize: number;
  #waiting: Waiting[] = [];
  #isStoring = false;

  constructor(store: PostgresStore, mempoolSize: number) {
    this.#store = store;
    this.#mempoolSize = mempoolSize;
  }

  /**
   * Takes a transaction whose bytes were read, with what tells why its signature is refused. Signatures are verified in
   * parallel; the order of arrival stays.
   */
  accept(
    transaction: PreparedTransaction,
    signature: Promise<Refusal | undefined> = Promise.resolve(undefined),
  ): Promise<SourceSubmission | Refusal> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ transaction, signature, resolve, reject });
      if (!this.#isStoring) void this.#storeWaiting();
    });
  }

  async #storeWaiting(): Promise<void> {
    this.#isStoring = true;
    // What arrived in the same turn belongs together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      await this.#take(this.#waiting.splice(0, BATCH));
    }
    this.#isStoring = false;
  }

  async #take(batch: readonly Waiting[]): Promise<void> {
    let outcomes: (SourceSubmission | Refusal)[] = [];
    try {
      const refusals = await Promise.all(batch.map(({ signature }) => signature));
      await this.#store.acceptPending(async (check) => {
        const transactions = batch.map(({ transaction }) => transaction);
        const facts = await readFacts(transactions, check);
        const accepted: PreparedTransaction[] = [];
        outcomes = transactions.map((transaction, index) =>
          this.#judge(transaction, { facts, accepted, badSignature: refusals[index] }),
        );
        return accepted;
      });
      batch.forEach(({ resolve }, index) => resolve(outcomes[index] as SourceSubmission | Refusal));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  /** As `checkSubmission` of the producer does, in the same order. */
  #judge(
    transaction: PreparedTransaction,
    { facts, accepted, badSignature }: Judgement,
  ): SourceSubmission | Refusal {
    const { hash: txHash, body } = transaction;
    const status = facts.statuses.get(txHash);
    if (status) return { txHash, status };
    const refusal =
      refuseFull(facts.count, this.#mempoolSize) ??
      badSignature ??
      checkTransaction(transaction, facts.state, {
        nextNonce: facts.next.get(body.from) ?? 0,
        isSpent: (serialNumber) => facts.spent.has(serialNumber),
      });
    if (refusal) return refusal;
    facts.count++;
    facts.statuses.set(txHash, "pending");
    facts.next.set(body.from, nextNonce(body.nonce + 1, facts.nonces.get(body.from)));
    for (const serialNumber of spentBy(transaction)) facts.spent.add(serialNumber);
    accepted.push(transaction);
    return { txHash, status: "pending" };
  }
}

/** The next nonce of a sender whose next one in blocks is `nonce`. */
export function nextNonce(nonce: number, pending: ReadonlySet<number> | undefined): number {
  let next = nonce;
  while (pending?.has(next)) next++;
  return next;
}

/** One read of each kind for the whole batch, all of them at once. */
async function readFacts(
  transactions: readonly PreparedTransaction[],
  check: PendingCheck,
): Promise<Facts> {
  const senders = [...new Set(transactions.map(({ body }) => body.from))];
  const [statuses, nonces, spent, state, count] = await Promise.all([
    check.statuses(transactions.map(({ hash }) => hash)),
    check.nonces(senders),
    check.spent(transactions.flatMap(spentBy)),
    readStateFor(
      (keys) => check.state(keys),
      () => transactions.flatMap(keysOf),
    ),
    check.count(),
  ]);
  return {
    statuses: new Map(
      [...statuses].map(([hash, one]) => [hash, one === "pending" ? one : statusOf(one)]),
    ),
    nonces,
    next: new Map(
      senders.map((sender) => [
        sender,
        nextNonce(accountOf(state, sender).nonce, nonces.get(sender)),
      ]),
    ),
    spent: new Set(spent),
    state,
    count,
  };
}

function spentBy({ body }: PreparedTransaction): readonly Hex[] {
  return "serialNumbers" in body ? body.serialNumbers : [];
}
