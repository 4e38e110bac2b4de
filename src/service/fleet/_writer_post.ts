import { ChainMismatchError, type Devnet } from "../devnet/producer/mod.ts";
import type { Lease } from "./_lease.ts";

/** Dependencies of a writer of one segment. */
export interface WriterPostOptions {
  readonly lease: Lease;
  /** Begins to produce blocks in a term. */
  readonly open: (term: number) => Promise<Devnet>;
  readonly onError: (error: unknown) => void;
}

/** Milliseconds between attempts to get or renew a lease. */
const BEAT = 400;

/** Produces the blocks of one segment whenever this process has the lease, and stops when it is lost. */
export class WriterPost {
  readonly #options: WriterPostOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #beat: Promise<void> | undefined;
  #term: number | undefined;
  #devnet: Devnet | undefined;
  #opening: Promise<void> | undefined;
  #failure: string | undefined;
  #isHopeless = false;
  #hasTried = false;
  #isClosed = false;

  constructor(options: WriterPostOptions) {
    this.#options = options;
  }

  /** Term of the lease, while this process has it. */
  get term(): number | undefined {
    return this.#term;
  }

  /** The block producer, while this process has the lease. */
  get devnet(): Devnet | undefined {
    return this.#devnet;
  }

  /** True if it is about to produce blocks, or not known yet to be. */
  get isOpening(): boolean {
    return !this.#hasTried || (this.#term !== undefined && this.#devnet === undefined);
  }

  /** True if it will never produce blocks: the chain is another one than it is told to continue. */
  get isHopeless(): boolean {
    return this.#isHopeless;
  }

  /** Why this process cannot produce blocks; `undefined` where it can, or another does. */
  get failure(): string | undefined {
    return this.#failure ?? this.#devnet?.failure;
  }

  /** Begins to try for the lease. */
  start(): void {
    if (this.#isClosed) return;
    this.#beat = this.#go().finally(() => {
      if (!this.#isClosed) this.#timer = setTimeout(() => this.start(), BEAT);
    });
  }

  /** Stops and gives the lease up, so that another process need not wait for its end. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#beat;
    await this.#opening;
    const term = this.#term;
    await this.#stepDown();
    if (term !== undefined) await this.#options.lease.release(term).catch(this.#options.onError);
  }

  async #go(): Promise<void> {
    const { lease, onError } = this.#options;
    try {
      if (this.#term === undefined) {
        this.#term = await lease.acquire();
        if (this.#term !== undefined) this.#opening = this.#open(this.#term);
      } else if (!(await lease.renew(this.#term))) {
        await this.#stepDown();
      }
      this.#hasTried = true;
    } catch (error) {
      // The database is away: nothing can be written meanwhile, and it tells afterwards whose term it is.
      onError(error);
    }
  }

  async #open(term: number): Promise<void> {
    try {
      const devnet = await this.#options.open(term);
      this.#failure = undefined;
      if (this.#term === term && !this.#isClosed) this.#devnet = devnet;
      else await devnet.close();
    } catch (error) {
      this.#failure = error instanceof Error ? error.message : String(error);
      this.#isHopeless = error instanceof ChainMismatchError;
      this.#options.onError(error);
      // Another process may do better.
      await this.#options.lease.release(term).catch(this.#options.onError);
      if (this.#term === term) this.#term = undefined;
    }
  }

  async #stepDown(): Promise<void> {
    const devnet = this.#devnet;
    this.#term = undefined;
    this.#devnet = undefined;
    await devnet?.close();
  }
}
