import type { Segment } from "../../chains/mod.ts";
import type { Address, Hex } from "../../units/mod.ts";
import type { BlockSource, SubmissionOutcome } from "../chain/block_source.ts";
import {
  ACCOUNT,
  accountOf,
  checkSignature,
  createWorkingState,
  describeTransaction,
  isRefusal,
  type PendingTransaction,
  prepareTransaction,
  readTransaction,
  type Refusal,
} from "../chain/ledger/mod.ts";
import type { PostgresStore } from "../chain/store/mod.ts";
import { Claims, type Devnet } from "../devnet/producer/mod.ts";
import type { ChainSettings } from "./_chain_settings.ts";
import type { Submissions } from "./_submissions.ts";
import type { WriterPost } from "./_writer_post.ts";

/** Milliseconds after which a change is noticed that no notice told of. */
const POLL = 200;

/** Follows what other processes write to one segment: by notices where they come, and by looking where they do not. */
export class Follower {
  readonly #store: PostgresStore;
  readonly #onChange: () => void;
  readonly #onError: (error: unknown) => void;
  readonly #timer: ReturnType<typeof setInterval>;
  #seen = "";
  #isLooking = false;
  #isStale = false;
  #failure: string | undefined;
  #lookedAt = performance.now();

  /** `onChange` is called after each change of the chain, its events, or its epoch. */
  constructor(store: PostgresStore, onChange: () => void, onError: (error: unknown) => void) {
    this.#store = store;
    this.#onChange = onChange;
    this.#onError = onError;
    this.#timer = setInterval(() => this.look(), POLL);
    this.#timer.unref();
  }

  /** Why the database could not be read last; `undefined` where it could. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Seconds since the database was read last. */
  get age(): number {
    return (performance.now() - this.#lookedAt) / 1_000;
  }

  /** Looks at once; calls that come meanwhile make up one more look. */
  look(): void {
    this.#isStale = true;
    if (!this.#isLooking) void this.#look();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    while (this.#isStale) {
      this.#isStale = false;
      try {
        const { revision, last_event, epoch } = await this.#store.refresh();
        this.#failure = undefined;
        this.#lookedAt = performance.now();
        this.#tell(`${revision} ${last_event} ${epoch}`);
      } catch (error) {
        if (this.#failure === undefined) this.#onError(error);
        this.#failure = error instanceof Error ? error.message : String(error);
      }
    }
    this.#isLooking = false;
  }

  #tell(moment: string): void {
    if (moment === this.#seen) return;
    this.#seen = moment;
    this.#onChange();
  }
}

/** Dependencies of the source of one segment in a fleet. */
interface FleetSourceParts {
  readonly segment: Segment;
  readonly store: PostgresStore;
  readonly submissions: Submissions;
  /** Absent where the process never produces blocks. */
  readonly post: WriterPost | undefined;
  readonly settings: ChainSettings;
  /** Why the database cannot be read; `undefined` where it can. */
  readonly failure: () => string | undefined;
}

/** The source of one segment as any process of a fleet has it: its blocks may be made by another one. */
export class FleetSource implements Omit<BlockSource, "subscribe"> {
  readonly #parts: FleetSourceParts;
  /** Transactions that were pending when that was counted last. */
  pendingCount = 0;

  constructor(parts: FleetSourceParts) {
    this.#parts = parts;
  }

  /** Seconds from one block to the next. */
  get blockTime(): number {
    return this.#parts.post?.devnet?.blockTime ?? this.#parts.settings.values.blockTime;
  }

  /** Seed of the chain. */
  get seed(): number {
    return this.#parts.settings.values.seed;
  }

  /** Blocks that this process could not produce, in a row. */
  get failedBlocks(): number {
    return this.#parts.post?.devnet?.failedBlocks ?? 0;
  }

  get failure(): string | undefined {
    return this.#parts.failure() ?? this.#parts.post?.failure;
  }

  /**
   * The producer of the blocks.
   *
   * @throws {Error} If another process produces them.
   */
  devnet(): Devnet {
    const devnet = this.#parts.post?.devnet;
    if (devnet) return devnet;
    throw new Error(`Cannot control ${this.#parts.segment}: another process produces its blocks`);
  }

  async submit(raw: Uint8Array): Promise<SubmissionOutcome> {
    const transaction = readTransaction(raw, this.#parts.segment);
    if (isRefusal(transaction)) return transaction;
    const verify = (): Promise<Refusal | undefined> => checkSignature(transaction);
    return this.#parts.submissions.accept({ transaction, verify });
  }

  async findPending(hash: Hex): Promise<PendingTransaction | undefined> {
    const raw = await this.#parts.store.findPending(hash);
    return raw && describeTransaction(prepareTransaction(Uint8Array.from(raw)));
  }

  async nextNonce(address: Address): Promise<number> {
    const { store } = this.#parts;
    const keys = [ACCOUNT.key(address)];
    for (;;) {
      const { revision, nonces } = await store.readNonces(address);
      const { values } = await store.readState(keys);
      // A block that came in between took its transactions off the pending ones.
      if (store.revision !== revision) continue;
      const { nonce } = accountOf(createWorkingState(keys, values), address);
      return new Claims([[address, nonces]]).nextNonce(address, nonce);
    }
  }

  async close(): Promise<void> {
    await this.#parts.post?.close();
  }
}
