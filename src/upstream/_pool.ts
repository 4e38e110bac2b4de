import type { ResolvedEndpoints } from "../chains/mod.ts";
import { TransportError } from "../errors/mod.ts";
import type { Segment } from "../generated/segments.gen.ts";
import { pause } from "../transport/internal.ts";
import type { Budget, CallOptions, Clock, TransportCall } from "../transport/mod.ts";
import { UpstreamChain, type UpstreamEndpoints } from "./_upstream_chain.ts";
import { type BlockId, UnusableUpstreamError } from "./_upstream_identity.ts";

/** Options of a call through the pool. */
export interface PoolCallOptions extends Pick<CallOptions, "deadline"> {
  /** Calls of the same name go to one upstream while it answers: the pages of one client's pagination. */
  readonly sticky?: string | undefined;
  /** Upstreams with a shorter chain are passed over. */
  readonly leastHeight?: number | undefined;
}

/** Options of a {@linkcode Pool}. */
export interface PoolOptions {
  readonly segment: Segment;
  /** At least one. */
  readonly upstreams: readonly UpstreamEndpoints[];
  readonly clock: Clock;
  /** First block of the chain where it is persisted; an upstream with another one is refused. */
  readonly firstBlock?: BlockId | undefined;
}

/** The state of one upstream of a segment. */
export interface UpstreamStatus {
  /** Origin of the upstream, which holds no secret. */
  readonly url: string;
  readonly segment: Segment;
  /** True of the upstream that calls go to and events come from. */
  readonly isUsed: boolean;
  /** Milliseconds of a request; undefined before the first. */
  readonly latencyMs: number | undefined;
  /** Height of its newest block; undefined before it is known. */
  readonly head: number | undefined;
  /** Blocks behind the highest known head; undefined before a head is known. */
  readonly lag: number | undefined;
  /** Requests left of the day; `Infinity` without a limit. */
  readonly quotaLeft: number;
  /** Why it is not used; undefined of one that works. */
  readonly failure: string | undefined;
}

/** Milliseconds that a call waits for an upstream to return where none is left, and upstreams that it tries at most. */
const PATIENCE = 1_000;
const MOST_TRIES = 3;

/** Paginations whose upstream is remembered. */
const MOST_STICKY = 10_000;

/** The upstream in use is left for one whose cost is below this share of its own. */
const BETTER = 0.5;

/** Milliseconds between comparisons of several upstreams, at least; and the share of the day's quota that they may take. */
const LEAST_INTERVAL = 15_000;
const COMPARISON_SHARE = 0.01;
const DAY = 86_400_000;

/** The upstreams of a segment. */
export class Pool {
  /** First block of the chain; undefined before any upstream has answered. */
  firstBlock: (BlockId & { readonly url?: string }) | undefined;
  readonly #segment: Segment;
  readonly #clock: Clock;
  readonly #chains: readonly UpstreamChain[];
  readonly #sticky = new Map<string, UpstreamChain>();
  readonly #listeners = new Set<() => void>();
  #used: UpstreamChain | undefined;
  #timer: unknown;

  /** Nothing is checked before {@linkcode open}. */
  constructor({ segment, upstreams, clock, firstBlock }: PoolOptions) {
    this.#segment = segment;
    this.#clock = clock;
    this.firstBlock = firstBlock;
    const expectFirst = (first: BlockId, url: string): void => this.#expectFirst(first, url);
    const onChange = (): void => this.#choose();
    this.#chains = upstreams.map(
      (upstream) => new UpstreamChain({ ...upstream, segment, expectFirst, onChange }),
    );
  }

  /**
   * Checks every upstream. One that does not answer is checked again until it does.
   *
   * @returns Why none answers, for a chain whose first block is known.
   * @throws {UnusableUpstreamError} If one serves another chain, lacks the segment, or refuses the key.
   * @throws {TransportError} If none answers, and the first block is not known.
   */
  async open(): Promise<Error | undefined> {
    await Promise.all(this.#chains.map((chain) => chain.check()));
    const refused = this.#chains.find(({ error }) => error instanceof UnusableUpstreamError);
    if (refused) throw refused.error;
    if (this.#chains.length > 1) this.#compareLater();
    if (this.#used) return undefined;
    if (this.firstBlock) return this.#noneFor(0);
    throw this.#noneFor(0);
  }

  /** The upstream that calls go to; undefined before any has answered. */
  get used(): UpstreamChain | undefined {
    return this.#used;
  }

  /** Requests that the upstream in use admits; undefined where none answers. */
  get budget(): Budget | undefined {
    return this.#used?.isUsable ? this.#used.budget : undefined;
  }

  /**
   * Sends a call to the best upstream; to the next one where it fails by network, time, a 5xx or an answer that breaks
   * the interface. A call that is not safe is sent once. Where no upstream answers, it waits a second for one to return.
   *
   * @param make Makes the call for the endpoints of an upstream.
   * @throws {AlphadeltaError} As the client's calls do.
   */
  async call<Value>(
    make: (endpoints: ResolvedEndpoints) => TransportCall<Value>,
    { deadline = Infinity, sticky, leastHeight = 0 }: PoolCallOptions = {},
  ): Promise<Value> {
    const endsAt = this.#clock.now() + deadline;
    const tried = new Set<UpstreamChain>();
    // Another upstream is a better retry; without one a rate limit is waited out.
    const retries = this.#chains.length === 1 ? 1 : 0;
    for (let tries = 1; ; tries++) {
      const left = endsAt - this.#clock.now();
      // oxlint-disable-next-line no-await-in-loop -- one after another
      const chain = await this.#next({ tried, sticky, leastHeight, left });
      const call = make(chain.endpoints);
      try {
        // Checks and the newest block go first: until they are answered, each answer costs a check.
        const options = {
          retries,
          deadline: endsAt - this.#clock.now(),
          priority: "watch",
        } as const;
        // oxlint-disable-next-line no-await-in-loop -- one after another
        const value = await chain.send(call, options, leastHeight);
        if (sticky !== undefined) this.#stick(sticky, chain);
        return value;
      } catch (error) {
        const isOver = tries >= MOST_TRIES || this.#clock.now() >= endsAt;
        if (!chain.noteError(error) || !call.safe || isOver) throw error;
        tried.add(chain);
        if (chain.isUsable && this.#ranked().every((one) => tried.has(one))) throw error;
      }
    }
  }

  status(): readonly UpstreamStatus[] {
    const highest = Math.max(...this.#chains.map(({ head = 0 }) => head));
    return this.#chains.map((chain) => {
      const { url, head, latency: latencyMs, failure } = chain;
      const [segment, isUsed] = [this.#segment, chain === this.#used];
      const quotaLeft = chain.budget.day.remaining;
      const lag = head === undefined ? undefined : highest - head;
      return {
        ...{ url, segment, isUsed, latencyMs, head, lag, quotaLeft },
        failure: failure ?? (quotaLeft > 0 ? undefined : "its quota of the day is spent"),
      };
    });
  }

  close(): void {
    this.#clock.clearTimeout(this.#timer);
    for (const chain of this.#chains) chain.close();
  }

  /** The best upstream that was not tried and has the height; waits for one that gets there, or returns. */
  async #next({ tried, sticky, leastHeight, left }: Choice): Promise<UpstreamChain> {
    const until = this.#clock.now() + Math.min(PATIENCE, left);
    for (;;) {
      const untried = this.#ranked(sticky).filter((chain) => !tried.has(chain));
      const chain = untried.find((one) => hasReached(one, leastHeight));
      if (chain) {
        if (this.#used && !hasReached(this.#used, leastHeight)) this.#used = chain;
        return chain;
      }
      for (const one of untried) void one.check();
      // One that returns is tried again.
      tried.clear();
      const wait = until - this.#clock.now();
      if (wait <= 0) throw this.#noneFor(leastHeight);
      // oxlint-disable-next-line no-await-in-loop -- one after another
      await this.#nextChange(wait);
    }
  }

  /** Those that may be used, the best first: that of the pagination, that in use, then by their cost. */
  #ranked(sticky?: string): readonly UpstreamChain[] {
    const first = sticky === undefined ? undefined : this.#sticky.get(sticky);
    const rank = (chain: UpstreamChain): number =>
      chain === first ? -2 : chain === this.#used ? -1 : chain.cost;
    return this.#chains
      .filter(({ isUsable }) => isUsable)
      .toSorted((left, right) => rank(left) - rank(right));
  }

  #nextChange(wait: number): Promise<void> {
    return pause(undefined, (resolve) => {
      this.#listeners.add(resolve);
      const timer = this.#clock.setTimeout(resolve, wait);
      return () => {
        this.#listeners.delete(resolve);
        this.#clock.clearTimeout(timer);
      };
    });
  }

  #noneFor(leastHeight: number): TransportError {
    const reasons = this.#chains.map(({ url, failure, head }) => {
      return `${url}: ${failure ?? `at height ${head}, behind ${leastHeight}, or refusing`}`;
    });
    const segment = this.#segment;
    const message = `No upstream answers for ${segment}: ${reasons.join("; ")}`;
    return new TransportError("network", message, { segment, retryable: true });
  }

  #stick(name: string, chain: UpstreamChain): void {
    this.#sticky.delete(name);
    this.#sticky.set(name, chain);
    const [oldest = ""] = this.#sticky.keys();
    if (this.#sticky.size > MOST_STICKY) this.#sticky.delete(oldest);
  }

  #expectFirst(first: BlockId, url: string): void {
    const known = (this.firstBlock ??= { ...first, url });
    if (known.height === first.height && known.hash === first.hash) return;
    const from = known.url === undefined ? "as stored here" : `as at ${known.url}`;
    const wanted = `the first block ${known.height} with hash ${known.hash}, ${from}`;
    const found = `block ${first.height} with hash ${first.hash}`;
    throw new UnusableUpstreamError(url, this.#segment, `expected ${wanted}, found ${found}`);
  }

  /** Leaves the upstream in use where it fails, or another one is much better. */
  #choose(): void {
    const used = this.#used;
    const best = this.#chains
      .filter(({ isUsable }) => isUsable)
      .toSorted((left, right) => left.cost - right.cost)[0];
    if (best && !(used?.isUsable && best.cost >= used.cost * BETTER)) this.#used = best;
    for (const listener of [...this.#listeners]) listener();
  }

  #compareLater(): void {
    const perDay = Math.min(...this.#chains.map(({ budget }) => budget.day.limit));
    const interval = Math.max(LEAST_INTERVAL, DAY / (COMPARISON_SHARE * perDay));
    this.#timer = this.#clock.setTimeout(() => {
      for (const chain of this.#chains) void chain.check();
      this.#compareLater();
    }, interval);
  }
}

/** Conditions of the choice of an upstream. */
interface Choice {
  readonly tried: Set<UpstreamChain>;
  readonly sticky: string | undefined;
  readonly leastHeight: number;
  /** Milliseconds until the call's deadline. */
  readonly left: number;
}

function hasReached({ head = Infinity }: UpstreamChain, height: number): boolean {
  return head >= height;
}
