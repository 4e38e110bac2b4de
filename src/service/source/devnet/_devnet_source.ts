import { SEGMENTS } from "../../../chains/mod.ts";
import type { Address, Hex } from "../../../units/mod.ts";
import {
  ACCOUNT,
  type Block,
  blockKeys,
  checkTransaction,
  chooseValidator,
  createWorkingState,
  describeTransaction,
  isRefusal,
  type KeyFinder,
  keysOf,
  type PendingTransaction,
  type PreparedTransaction,
  produceBlock,
  type ProducedBlock,
  readStateFor,
  readTransaction,
  readValidators,
  type Refusal,
  type Validator,
  validatorKeys,
  type WorkingState,
} from "../../ledger/mod.ts";
import type { Announcement, Submission } from "../source.ts";
import type { Devnet } from "./devnet.ts";
import type { Mempool } from "./_mempool.ts";
import { SerialQueue } from "./_serial_queue.ts";
import type { Traffic } from "./_traffic.ts";
import type { ResolvedOptions } from "./_resolve_options.ts";

/** What a running devnet starts from. */
export interface DevnetParts {
  readonly head: Block;
  readonly mempool: Mempool;
  /** What adds transactions of its own, if that is wanted. */
  readonly traffic: Traffic | undefined;
}

/** The devnet at work. */
export class DevnetSource implements Devnet {
  readonly #options: ResolvedOptions;
  readonly #parts: DevnetParts;
  readonly #queue = new SerialQueue();
  readonly #listeners = new Set<(announcement: Announcement) => void>();
  #head: Block;
  #timer: ReturnType<typeof setInterval> | undefined;
  #isProducing = false;
  #isClosed = false;

  constructor(options: ResolvedOptions, parts: DevnetParts) {
    this.#options = options;
    this.#parts = parts;
    this.#head = parts.head;
  }

  async submit(raw: Uint8Array): Promise<Submission | Refusal> {
    const transaction = readTransaction(raw, this.#options.segment);
    if (isRefusal(transaction)) return transaction;
    return this.#enqueue(() => this.#accept(transaction));
  }

  async findPending(hash: Hex): Promise<PendingTransaction | undefined> {
    const transaction = this.#parts.mempool.get(hash);
    return transaction && describeTransaction(transaction);
  }

  async nextNonce(address: Address): Promise<number> {
    const key = ACCOUNT.key(address);
    for (;;) {
      const head = this.#head;
      const { values } = await this.#options.store.readState([key]);
      // A block that came in between took its transactions off the mempool: the value read belongs to an older one.
      if (head !== this.#head) continue;
      const nonce = createWorkingState([key], values).get(ACCOUNT, address)?.nonce ?? 0;
      return this.#parts.mempool.nextNonce(address, nonce);
    }
  }

  subscribe(listener: (announcement: Announcement) => void): () => void {
    // Wrapped, so that a function that subscribes twice is two listeners.
    const entry = (announcement: Announcement): void => listener(announcement);
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }

  produceBlock(): Promise<ProducedBlock> {
    return this.#enqueue(() => this.#produce());
  }

  /** Begins to make blocks at every block time. */
  start(): void {
    this.#timer ??= setInterval(() => this.#tick(), this.#options.blockTime * 1000);
  }

  /** Adds traffic for the next block, if this devnet has any. */
  addTraffic(): Promise<void> {
    return this.#enqueue(() => this.#addTraffic());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    // Nothing new can queue up behind this, so that a second call too waits for what was begun and no longer.
    await this.#queue.run(async () => undefined);
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isClosed) return Promise.reject(new Error("Cannot use the devnet: it is closed"));
    return this.#queue.run(work);
  }

  /** A block that takes longer than the block time delays the next one; ticks do not pile up. */
  #tick(): void {
    if (this.#isProducing) return;
    this.#isProducing = true;
    this.produceBlock()
      .catch((error: unknown) => this.#options.onError(error))
      .finally(() => (this.#isProducing = false));
  }

  async #accept(transaction: PreparedTransaction): Promise<Submission | Refusal> {
    const { store, mempoolSize } = this.#options;
    const { mempool } = this.#parts;
    const { hash, raw } = transaction;
    const status = await this.#statusOf(hash);
    if (status) return { txHash: hash, status };
    if (mempool.size >= mempoolSize) {
      const reason = `The mempool is full with ${mempool.size} transactions: try again after the next block`;
      return { code: "TransactionRejected", reason };
    }
    const refusal = await this.#check(transaction);
    if (refusal) return refusal;
    await store.putPending([{ hash, raw }]);
    mempool.add(transaction);
    this.#announce({ kind: "pending", transaction: describeTransaction(transaction) });
    return { txHash: hash, status: "pending" };
  }

  async #check(transaction: PreparedTransaction): Promise<Refusal | undefined> {
    const { mempool } = this.#parts;
    const { from } = transaction.body;
    const state = await this.#readState((known) => keysOf(transaction, known));
    return checkTransaction(transaction, state, {
      nextNonce: mempool.nextNonce(from, state.get(ACCOUNT, from)?.nonce ?? 0),
      isSpent: (serialNumber) => mempool.isSpent(serialNumber),
    });
  }

  async #statusOf(hash: Hex): Promise<Submission["status"] | undefined> {
    if (this.#parts.mempool.get(hash)) return "pending";
    const stored = await this.#options.store.findTransaction(hash);
    if (!stored) return undefined;
    return stored.transaction.status === "success" ? "confirmed" : "failed";
  }

  async #produce(): Promise<ProducedBlock> {
    const { segment, seed, store, clock } = this.#options;
    const { mempool, traffic } = this.#parts;
    const { chain } = SEGMENTS[segment];
    const parent = this.#head;
    const height = parent.height + 1;
    const validators = await this.#readValidators();
    const validator = chooseValidator({ segment, seed, height, validators });
    const transactions = mempool.list();
    const block = { chain, parent, validator, transactions };
    const state = await this.#readState((known) => blockKeys(block, known));
    const timestamp = Math.max(parent.timestamp, Math.floor(clock() / 1000));
    const produced = produceBlock({ chain, parent, transactions, validator, timestamp, state });
    await store.apply([produced]);
    for (const { hash } of produced.executed) mempool.remove(hash);
    this.#head = produced.block;
    this.#announce({ kind: "block", ...produced });
    traffic?.follow(transactions, produced);
    await this.#addTraffic();
    return produced;
  }

  async #readValidators(): Promise<[Address, Validator][]> {
    return readValidators(await this.#readState(validatorKeys));
  }

  /** State at the head. The queue keeps it from changing between one read and the next. */
  #readState(findKeys: KeyFinder): Promise<WorkingState> {
    const { store } = this.#options;
    return readStateFor(async (keys) => (await store.readState(keys)).values, findKeys);
  }

  async #addTraffic(): Promise<void> {
    const { traffic, mempool } = this.#parts;
    if (!traffic) return;
    const state = await this.#readState((known) => traffic.keys(known));
    const transactions = traffic.create({
      height: this.#head.height + 1,
      count: [0, 2],
      nonceOf: (address) => mempool.nextNonce(address, state.get(ACCOUNT, address)?.nonce ?? 0),
      isSpent: (serialNumber) => mempool.isSpent(serialNumber),
      state,
      isHistory: false,
    });
    // A refusal (funds used up, mempool full) means no traffic this time.
    for (const transaction of transactions) await this.#accept(transaction);
  }

  #announce(announcement: Announcement): void {
    for (const listener of this.#listeners) {
      try {
        listener(announcement);
      } catch (error) {
        this.#options.onError(error);
      }
    }
  }
}
