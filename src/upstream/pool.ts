import type { Endpoints, ResolvedEndpoints } from "../chains/mod.ts";
import { TransportError } from "../errors/mod.ts";
import type { Segment } from "../generated/segments.gen.ts";
import { pause, SYSTEM_CLOCK } from "../transport/internal.ts";
import {
  type Budget,
  type CallOptions,
  type Clock,
  createTransport,
  type TransportCall,
  type TransportOptions,
} from "../transport/mod.ts";
import { type BlockId, UpstreamChain, UnusableUpstreamError } from "./_upstream_chain.ts";

export type { BlockId };

/** Options of a call through the pool. */
export interface PoolCallOptions extends Pick<CallOptions, "signal" | "priority" | "deadline"> {
  /** Calls of the same name go to one upstream as long as it answers: the pages of one client's pagination. */
  readonly sticky?: string | undefined;
  /** Upstreams whose chain is shorter are passed over. */
  readonly leastHeight?: number | undefined;
}

/** Options of {@linkcode openPool}: those of the transports, and where the upstreams are. */
export interface PoolOptions extends TransportOptions {
  /** Where each upstream is; at least one. */
  readonly endpoints: readonly Endpoints[];
  /** Segments that are served. */
  readonly segments: readonly Segment[];
  /** First blocks of the chains as they are known from before; an upstream with another one is refused. */
  readonly firstBlocks?: ReadonlyMap<Segment, BlockId> | undefined;
}

/** How the chain of a segment does at an upstream. */
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

/** Milliseconds that a call waits for an upstream to return where none is left. */
const PATIENCE = 1_000;

/** Times that a call is sent at most. */
const MOST_TRIES = 3;

/** Paginations whose upstream is remembered. */
const MOST_STICKY = 10_000;

/** An upstream is left for one that costs less than this share of it. */
const BETTER = 0.5;

/** Milliseconds between comparisons of the upstreams, at least; and the share of the day's quota that they may take. */
const LEAST_INTERVAL = 15_000;
const COMPARISON_SHARE = 0.02;
const DAY = 86_400_000;

/** The upstreams of a gateway. */
export class Pool {
  readonly #clock: Clock;
  readonly #chains = new Map<Segment, readonly UpstreamChain[]>();
  readonly #used = new Map<Segment, UpstreamChain>();
  readonly #sticky = new Map<string, UpstreamChain>();
  readonly #firstBlocks: Map<Segment, BlockId & { readonly url?: string }>;
  readonly #listeners = new Set<() => void>();
  #timer: unknown;

  /** Checks nothing before {@linkcode open}. */
  constructor({ endpoints, segments, firstBlocks = new Map(), ...given }: PoolOptions) {
    if (endpoints.length === 0)
      throw new TypeError("Cannot use upstreams: endpoints must name one");
    this.#clock = given.clock ?? SYSTEM_CLOCK;
    this.#firstBlocks = new Map(firstBlocks);
    const upstreams = endpoints.map((one) => {
      return { one, transport: createTransport({ ...given, cache: false, dedupe: false }) };
    });
    for (const segment of segments) {
      const chains = upstreams.map(
        ({ one, transport }) =>
          new UpstreamChain({
            segment,
            given: one,
            transport,
            clock: this.#clock,
            expectFirst: (first, url) => this.#expectFirst(segment, first, url),
            onChange: () => this.#changed(segment),
          }),
      );
      this.#chains.set(segment, chains);
    }
    this.#compareLater();
  }

  /**
   * Checks every upstream once. One that does not answer is checked again until it does.
   *
   * @returns Why no upstream of a segment answers; its first block is known from before.
   * @throws {UnusableUpstreamError} If one serves another chain, lacks a segment, or refuses the key.
   * @throws {TransportError} If none answers for a segment whose first block is not known.
   */
  async open(): Promise<ReadonlyMap<Segment, Error>> {
    const checks = [...this.#chains.values()].flat().map(async (chain) => {
      try {
        await chain.check();
        chain.failure = undefined;
        this.#changed(chain.segment);
      } catch (error) {
        if (error instanceof UnusableUpstreamError) throw error;
        chain.suspect(error);
      }
    });
    await Promise.all(checks);
    const away = new Map<Segment, Error>();
    for (const segment of this.#chains.keys()) {
      if (this.#used.has(segment)) continue;
      away.set(segment, this.#noneOf(segment, 0));
      if (!this.#firstBlocks.has(segment)) throw away.get(segment);
    }
    return away;
  }

  /**
   * Sends a call to the best upstream; to the next one where it fails by network, time, a 5xx or an answer that breaks
   * the interface. A call that is not safe is sent once. Where no upstream answers, it waits a second for one to return.
   *
   * @param make Makes the call for the endpoints of an upstream.
   * @throws {AlphadeltaError} As the client's calls do.
   */
  async call<Value>(
    segment: Segment,
    make: (endpoints: ResolvedEndpoints) => TransportCall<Value>,
    { signal, priority, deadline = Infinity, sticky, leastHeight = 0 }: PoolCallOptions = {},
  ): Promise<Value> {
    const endsAt = this.#clock.now() + deadline;
    const tried = new Set<UpstreamChain>();
    const isAlone = this.#chainsOf(segment).length === 1;
    for (let tries = 1; ; tries++) {
      const left = endsAt - this.#clock.now();
      // oxlint-disable-next-line no-await-in-loop -- one after another
      const chain = await this.#choose(segment, { tried, sticky, leastHeight, signal, left });
      const call = make(chain.endpoints);
      // Another upstream is a better retry; without one a limit is waited out.
      const retries = isAlone ? 1 : 0;
      try {
        const options = { signal, priority, retries, deadline: endsAt - this.#clock.now() };
        // oxlint-disable-next-line no-await-in-loop -- one after another
        const value = await chain.send(call, options, leastHeight);
        if (sticky !== undefined) this.#stick(sticky, chain);
        return value;
      } catch (error) {
        signal?.throwIfAborted();
        const isFault = chain.takeError(error);
        tried.add(chain);
        const isLast = tries >= MOST_TRIES || this.#clock.now() >= endsAt;
        const hasOther = this.#ranked(segment).some((one) => !tried.has(one));
        const mayRetry = isFault && call.safe && !isLast && (hasOther || !chain.isUsable);
        if (!mayRetry) throw errorOf(error, chain);
      }
    }
  }

  /** Requests that the upstream in use admits; undefined where none answers. */
  budget(segment: Segment): Budget | undefined {
    const used = this.#used.get(segment);
    return used?.isUsable ? used.budget : undefined;
  }

  status(): readonly UpstreamStatus[] {
    return [...this.#chains].flatMap(([segment, chains]) => {
      const highest = Math.max(...chains.map(({ head = 0 }) => head));
      return chains.map((chain) => ({
        url: chain.url,
        segment,
        isUsed: chain === this.#used.get(segment),
        latencyMs: chain.latency,
        head: chain.head,
        lag: chain.head === undefined ? undefined : highest - chain.head,
        quotaLeft: chain.quotaLeft,
        failure:
          chain.failure ?? (chain.quotaLeft > 0 ? undefined : "its quota of the day is spent"),
      }));
    });
  }

  close(): void {
    this.#clock.clearTimeout(this.#timer);
    for (const chains of this.#chains.values()) for (const chain of chains) chain.close();
  }

  /** The upstream that calls of a segment go to; undefined before any has answered. */
  used(segment: Segment): UpstreamChain | undefined {
    return this.#used.get(segment);
  }

  /** First block of a chain; undefined before any upstream has answered. */
  firstBlock(segment: Segment): BlockId | undefined {
    return this.#firstBlocks.get(segment);
  }

  /** Calls a listener whenever an upstream is used, left, or measured; returns what removes it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async #choose(
    segment: Segment,
    { tried, sticky, leastHeight, signal, left }: Choice,
  ): Promise<UpstreamChain> {
    const until = this.#clock.now() + Math.min(PATIENCE, left);
    for (;;) {
      for (const chain of this.#ranked(segment, sticky)) {
        if (tried.has(chain)) continue;
        // oxlint-disable-next-line no-await-in-loop -- the best one first
        if (!(await hasReached(chain, leastHeight))) continue;
        if (this.#isBehind(segment, leastHeight)) this.#used.set(segment, chain);
        return chain;
      }
      // One that returns is another try.
      tried.clear();
      const wait = until - this.#clock.now();
      if (wait <= 0) throw this.#noneOf(segment, leastHeight);
      // oxlint-disable-next-line no-await-in-loop -- one after another
      await this.#nextChange(wait, signal);
    }
  }

  /** Those that may be used, the best first: that of the pagination, that in use, then by what they cost. */
  #ranked(segment: Segment, sticky?: string): readonly UpstreamChain[] {
    const usable = this.#chainsOf(segment).filter(({ isUsable }) => isUsable);
    const first = sticky === undefined ? undefined : this.#sticky.get(sticky);
    const used = this.#used.get(segment);
    const rank = (chain: UpstreamChain): number =>
      chain === first ? -2 : chain === used ? -1 : chain.cost;
    return usable.toSorted((left, right) => rank(left) - rank(right));
  }

  /** Tells whether the upstream in use is behind, so that another one is to be used. */
  #isBehind(segment: Segment, height: number): boolean {
    const { head = height } = this.#used.get(segment) ?? {};
    return head < height;
  }

  #nextChange(wait: number, signal: AbortSignal | null | undefined): Promise<void> {
    return pause(signal ?? undefined, (resolve) => {
      const release = this.onChange(resolve);
      const timer = this.#clock.setTimeout(resolve, wait);
      return () => {
        release();
        this.#clock.clearTimeout(timer);
      };
    });
  }

  #noneOf(segment: Segment, leastHeight: number): TransportError {
    const reasons = this.#chainsOf(segment).map(({ url, failure, head }) => {
      return `${url}: ${failure ?? `at height ${head}, behind ${leastHeight}, or refusing`}`;
    });
    const message = `No upstream answers for ${segment}: ${reasons.join("; ")}`;
    return new TransportError("network", message, { segment, retryable: true });
  }

  #stick(name: string, chain: UpstreamChain): void {
    this.#sticky.delete(name);
    this.#sticky.set(name, chain);
    if (this.#sticky.size <= MOST_STICKY) return;
    const [oldest = ""] = this.#sticky.keys();
    this.#sticky.delete(oldest);
  }

  #chainsOf(segment: Segment): readonly UpstreamChain[] {
    return this.#chains.get(segment) ?? [];
  }

  #expectFirst(segment: Segment, first: BlockId, url: string): void {
    const known = this.#firstBlocks.get(segment);
    if (!known) return void this.#firstBlocks.set(segment, { ...first, url });
    if (known.height === first.height && known.hash === first.hash) return;
    const from = known.url === undefined ? "as stored here" : `as at ${known.url}`;
    const wanted = `the first block ${known.height} with hash ${known.hash}, ${from}`;
    const found = `block ${first.height} with hash ${first.hash}`;
    throw new UnusableUpstreamError(url, segment, `expected ${wanted}, found ${found}`);
  }

  /** Leaves the upstream in use for a better one. */
  #changed(segment: Segment): void {
    const used = this.#used.get(segment);
    const usable = this.#chainsOf(segment).filter(({ isUsable }) => isUsable);
    const [best] = usable.toSorted((left, right) => left.cost - right.cost);
    const isLeft = !used || !used.isUsable || (best && best.cost < used.cost * BETTER);
    if (best && isLeft) this.#used.set(segment, best);
    for (const listener of [...this.#listeners]) listener();
  }

  /** Compares the upstreams from time to time, where there are several. */
  #compareLater(): void {
    const all = [...this.#chains.values()].flat();
    if (all.length === this.#chains.size) return;
    const perDay = Math.min(...all.map(({ transport, url }) => transport.budget(url).day.limit));
    const interval = (DAY * this.#chains.size) / (COMPARISON_SHARE * perDay);
    this.#timer = this.#clock.setTimeout(
      () => {
        for (const chain of all) void chain.doubt();
        this.#compareLater();
      },
      Math.max(LEAST_INTERVAL, interval),
    );
  }
}

/** What a call asks of an upstream. */
interface Choice {
  readonly tried: Set<UpstreamChain>;
  readonly sticky: string | undefined;
  readonly leastHeight: number;
  readonly signal: AbortSignal | null | undefined;
  /** Milliseconds until the call's deadline. */
  readonly left: number;
}

/** Tells whether an upstream has a height; one that had not is asked again. */
async function hasReached(chain: UpstreamChain, height: number): Promise<boolean> {
  if (chain.head === undefined || chain.head >= height) return true;
  await chain.refresh();
  return chain.isUsable && (chain.head ?? 0) >= height;
}

/** A call that was left with its upstream, and cannot be sent again. */
function errorOf(error: unknown, { url, segment, failure }: UpstreamChain): unknown {
  if (typeof error !== "symbol") return error;
  return new TransportError("network", `${url} no longer answers: ${failure}`, { segment });
}
