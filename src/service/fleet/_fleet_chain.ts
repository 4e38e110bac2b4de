import { setTimeout as delay } from "node:timers/promises";
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
import type { PostgresStore } from "../chain/store/internal.ts";
import type { Render } from "../chain/store/mod.ts";
import {
  ChainMismatchError,
  Claims,
  type Devnet,
  historyText,
  openDevnet,
} from "../devnet/producer/mod.ts";
import type { CHAIN_ROWS, ServiceSettings } from "../options/mod.ts";
import type { Outages } from "../outages.ts";
import type { ChainSettings } from "./_chain_settings.ts";
import { FleetFollower } from "./_follower.ts";
import { Submissions } from "./_submissions.ts";
import { type Lease, WriterPost } from "./_writer_post.ts";

export interface FleetChainOptions extends Pick<
  ServiceSettings,
  keyof typeof CHAIN_ROWS | "role" | "onHistory" | "eventRetention"
> {
  readonly renderOf: (segment: Segment) => Render;
  readonly onError: (error: unknown) => void;
}

interface FleetChainParts {
  readonly segment: Segment;
  readonly options: FleetChainOptions;
  readonly settings: ChainSettings;
  readonly lease: Lease;
  readonly store: PostgresStore;
  /** Notes when the database fails and recovers. */
  readonly outages: Outages;
  /** Opens the store of the writer of a term. */
  readonly openOwn: (term: number) => Promise<PostgresStore>;
}

/** Milliseconds between checks whether a chain is open. */
const POLL_INTERVAL = 20;
/** No chain grows by so many blocks while a view is at most so old: the database need not be asked for a height above. */
const IMPOSSIBLE = { blocks: 10_000, milliseconds: 1_000 };

/** One segment as any process of a fleet has it: its blocks may be made by another one. */
export class FleetChain implements BlockSource {
  readonly segment: Segment;
  /** Store that requests are answered from. */
  readonly store: PostgresStore;
  /**
   * Resolves once it can be served: it has blocks, and where this process is to produce them, it does.
   *
   * @throws {ChainMismatchError} If it is another chain than the options say.
   */
  readonly opened: Promise<void>;
  /** Follows what other processes write. */
  readonly follower: FleetFollower;
  /** Called after each change of the chain or its events. */
  onChange: () => void = () => undefined;
  readonly #parts: FleetChainParts;
  readonly #submissions: Submissions;
  /** Absent where the process never produces blocks. */
  readonly #post: WriterPost | undefined;
  readonly #closing = new AbortController();
  /** Height of the history that this process is making; undefined if it makes none. */
  #historyHeight: number | undefined;

  constructor(parts: FleetChainParts) {
    const { segment, options, store, lease, outages } = parts;
    const note = (what: string, error?: unknown): void => {
      // A cancelled attempt is no outage.
      if (!this.#closing.signal.aborted) outages.note(`${what} of ${segment}`, error);
    };
    this.#parts = parts;
    this.segment = segment;
    this.store = store;
    this.#submissions = new Submissions(store, options.mempoolSize);
    if (options.role !== "gateway")
      this.#post = new WriterPost({
        lease,
        open: (term) => this.#produce(term),
        headAge: () => this.follower.headAge,
        onBeat: (error) => note("lease", error),
        onError: (error) => {
          // A history that is given up is no error.
          if (!this.#closing.signal.aborted) options.onError(error);
        },
      });
    this.follower = new FleetFollower(
      store,
      () => {
        this.#post?.devnet?.wake();
        this.onChange();
      },
      (error) => note("reads", error),
    );
    this.#post?.start();
    this.opened = this.#waitForBlocks();
    // If another chain cannot be opened, nobody handles the rejection of this one.
    this.opened.catch(() => undefined);
  }

  /** Why it is not open yet. */
  get waitsFor(): string {
    if (this.failure !== undefined) return this.failure;
    if (this.#historyHeight !== undefined)
      return historyText(this.#historyHeight, this.#parts.options.history);
    return this.#post?.isOpening
      ? "beginning to produce blocks"
      : "waiting for a writer to make its blocks";
  }

  /** Height of the newest block that this process knows of. */
  get height(): number {
    return this.store.view.height;
  }

  /** Seconds from one block to the next. */
  get blockTime(): number {
    return this.#post?.devnet?.blockTime ?? this.#parts.settings.values.blockTime;
  }

  get seed(): number {
    return this.#parts.settings.values.seed;
  }

  /** Blocks that this process could not produce, in a row. */
  get failedBlocks(): number {
    return this.#post?.devnet?.failedBlocks ?? 0;
  }

  get failure(): string | undefined {
    return this.follower.failure ?? this.#post?.failure;
  }

  /** Term of the lease, while this process produces the blocks. */
  get term(): number | undefined {
    return this.#post?.term;
  }

  get pendingCount(): number {
    return this.follower.pendingCount;
  }

  /** Reads the database again for a height that this process does not know yet, if the chain can have it. */
  async catchUp(height: number): Promise<void> {
    const { view, viewAge } = this.store;
    const isImpossible =
      viewAge <= IMPOSSIBLE.milliseconds && height > view.height + IMPOSSIBLE.blocks;
    if (view.height < height && !isImpossible) await this.store.refresh();
  }

  /**
   * The producer of the blocks.
   *
   * @throws {Error} If another process produces them.
   */
  devnet(): Devnet {
    const devnet = this.#post?.devnet;
    if (devnet) return devnet;
    throw new Error(`Cannot control ${this.segment}: another process produces its blocks`);
  }

  async submit(raw: Uint8Array): Promise<SubmissionOutcome> {
    const transaction = readTransaction(raw, this.segment);
    if (isRefusal(transaction)) return transaction;
    const verify = (): Promise<Refusal | undefined> => checkSignature(transaction);
    return this.#submissions.accept({ transaction, verify });
  }

  async findPending(hash: Hex): Promise<PendingTransaction | undefined> {
    const raw = await this.store.findPending(hash);
    return raw && describeTransaction(prepareTransaction(Uint8Array.from(raw)));
  }

  async nextNonce(address: Address): Promise<number> {
    const { store } = this;
    const keys = [ACCOUNT.key(address)];
    for (;;) {
      const { revision, nonces } = await store.readNonces(address);
      const { values } = await store.readState(keys);
      // A block was added in between: its transactions are no longer pending, and the nonces do not fit the state.
      if (store.revision !== revision) continue;
      const { nonce } = accountOf(createWorkingState(keys, values), address);
      return new Claims([[address, nonces]]).nextNonce(address, nonce);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.follower.stop();
    await this.#post?.close();
  }

  /** Begins to produce blocks in a term, from what the store has then. */
  async #produce(term: number): Promise<Devnet> {
    const { segment, options, settings, openOwn } = this.#parts;
    const store = await openOwn(term);
    if (store.view.height < 0) await settings.write(term);
    await settings.read();
    const devnet = await openDevnet({
      ...options,
      ...settings.values,
      segment,
      store,
      shared: {
        accept: (transaction) => this.#submissions.accept({ transaction }),
        next: () => store.nextPending(),
      },
      signal: this.#closing.signal,
      onHistory: (height) => {
        this.#historyHeight = height;
        options.onHistory?.(segment, height, options.history);
      },
    }).finally(() => (this.#historyHeight = undefined));
    // A chain of an earlier release has no stored settings. If this fails, the next opening tries again.
    await settings.write(term).catch(options.onError);
    return devnet;
  }

  /** A chain is served once it has blocks, and where this process is to produce them, once it does. */
  async #waitForBlocks(): Promise<void> {
    for (;;) {
      if (this.#post?.isHopeless) throw new ChainMismatchError(this.failure);
      const isReady =
        !this.#post?.isOpening && this.failure === undefined && this.store.view.height >= 0;
      if (isReady && (await this.#readSettings())) return;
      await delay(POLL_INTERVAL, undefined, { signal: this.#closing.signal });
    }
  }

  /** Reads the settings; returns false if the database cannot be read for now. */
  async #readSettings(): Promise<boolean> {
    try {
      await this.#parts.settings.read();
      return true;
    } catch (error) {
      if (error instanceof ChainMismatchError) throw error;
      return false;
    }
  }
}
