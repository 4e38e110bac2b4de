import type { ResolvedEndpoints } from "../chains/mod.ts";
import { TransportError } from "../errors/mod.ts";
import type { Segment } from "../generated/segments.gen.ts";
import type { UpstreamStatus } from "../service/internal.ts";
import { reasonOf } from "../validation/mod.ts";
import type { Budget, CallOptions, Clock, TransportCall } from "../transport/mod.ts";
import { isNotTaken, isOfParameters, verdictOn } from "./_failures.ts";
import { until } from "./_until.ts";
import { UpstreamChain, type UpstreamEndpoints } from "./_upstream_chain.ts";
import { type BlockId, type ServedChain, UnusableUpstreamError } from "./_upstream_identity.ts";

/** Options of a call through the pool. */
export interface PoolCallOptions extends Pick<CallOptions, "deadline"> {
  /** Upstreams with a shorter chain are passed over. */
  readonly leastHeight?: number | undefined;
}

/** Options of a {@linkcode Pool}. */
export interface PoolOptions {
  readonly segment: Segment;
  /** At least one. */
  readonly upstreams: readonly UpstreamEndpoints[];
  readonly clock: Clock;
  /** Ends its calls and checks. */
  readonly signal: AbortSignal;
  /** What is known of the chain; an upstream with another first block is refused. */
  readonly log: ServedChain["log"] & { readonly firstBlock: BlockId | undefined };
  /** Called with why an upstream goes out of use, in its own words. */
  readonly onError?: ((error: Error) => void) | undefined;
}

/** Milliseconds that a call waits for an upstream to return where none is left, and between looks at them. */
const PATIENCE = 1_000;

/** Upstreams that a call tries at most, and the milliseconds that it stays at one where another is left. */
const MOST_TRIES = 3;
const LONG_WAIT = 5_000;

/** The upstreams of a segment: the first that works is used, and stays in use until it fails. */
export class Pool implements ServedChain {
  /** First block of the chain; undefined before any upstream has answered. */
  firstBlock: ServedChain["firstBlock"];
  readonly log: ServedChain["log"];
  readonly #segment: Segment;
  readonly #clock: Clock;
  readonly #chains: readonly UpstreamChain[];
  readonly #life: AbortSignal;
  #used: UpstreamChain | undefined;

  /** Nothing is checked before {@linkcode open}. */
  constructor({ segment, upstreams, clock, signal, log, onError }: PoolOptions) {
    this.firstBlock = log.firstBlock;
    this.log = log;
    this.#segment = segment;
    this.#clock = clock;
    this.#life = signal;
    const onFailure = (url: string, error: unknown): void => {
      const message = `Upstream ${url} is out of use for ${segment}: ${reasonOf(error)}`;
      onError?.(new Error(message, { cause: error }));
    };
    const parts = { segment, served: this, onFailure, signal };
    this.#chains = upstreams.map((upstream) => new UpstreamChain({ ...upstream, ...parts }));
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
    if (this.used) return undefined;
    const none = this.#none(({ error }) => reasonOf(error));
    if (this.firstBlock) return none;
    throw none;
  }

  /** The upstream that calls go to; undefined before any has answered. */
  get used(): UpstreamChain | undefined {
    if (!this.#used?.isUsable) this.#used = this.#usable()[0] ?? this.#used;
    return this.#used;
  }

  /** True while another upstream has another block than the one in use: nothing is stored until they agree. */
  get isDisputed(): boolean {
    return this.#chains.some(({ isDisputing }) => isDisputing);
  }

  /** Requests that the upstream in use admits; undefined where none answers. */
  get budget(): Budget | undefined {
    const { used } = this;
    return used?.isUsable ? used.budget : undefined;
  }

  /**
   * Sends a call to the upstream in use; to another one where it fails by network, time, a 5xx or an answer that breaks
   * the interface, or refuses the key. A call that is not safe is sent once, but for an upstream that did not take it. Where
   * no upstream answers, a safe one waits a second for one to return.
   *
   * @param make Makes the call for the endpoints of an upstream.
   * @throws {AlphadeltaError} As the client's calls do.
   */
  async call<Value>(
    make: (endpoints: ResolvedEndpoints) => TransportCall<Value>,
    { deadline = Infinity, leastHeight = 0 }: PoolCallOptions = {},
  ): Promise<Value> {
    const endsAt = this.#clock.now() + deadline;
    const tried = new Set<UpstreamChain>();
    const untried = (): readonly UpstreamChain[] =>
      this.#usable().filter((chain) => !tried.has(chain));
    for (let tries = 1; ; tries++) {
      const left = Math.max(1, endsAt - this.#clock.now());
      const chain = await this.#next(untried, leastHeight, left);
      const call = make(chain.endpoints);
      // Another upstream is a better retry; without one a rate limit is waited out. Checks and the newest block go first.
      const mostWait = untried().length > 1 ? LONG_WAIT : Infinity;
      const retries = this.#chains.length === 1 ? 1 : 0;
      const policy = { retries, deadline: Math.min(left, mostWait), priority: "watch" } as const;
      try {
        return await chain.send(call, policy, leastHeight);
      } catch (error) {
        // Where the key is good, the parameters may be at fault.
        const isOfCall = isOfParameters(error) && chain.isUsable;
        if (isOfCall || verdictOn(error) === "answer") throw error;
        const isOver = tries === MOST_TRIES || this.#clock.now() >= endsAt;
        // The parameters are not at fault: what refuses them refuses all.
        if (isOver && isOfParameters(error))
          throw this.#none(({ failure }) => failure ?? "refusing");
        if (isOver || !(call.safe || isNotTaken(error))) throw error;
        // One that has failed may be back soon, which a submission does not wait for.
        if (chain.isUsable) tried.add(chain);
        if ((chain.isUsable || !call.safe) && untried().length === 0) throw error;
      }
    }
  }

  status(): readonly UpstreamStatus[] {
    const { used } = this;
    const highest = Math.max(...this.#chains.map(({ head = 0 }) => head));
    return this.#chains.map((chain) => {
      const { url, head, failure, isDisputing } = chain;
      const lag = head === undefined ? undefined : highest - head;
      const quotaLeft = chain.budget.day.remaining;
      return { url, isUsed: chain === used, failure, isDisputing, head, lag, quotaLeft };
    });
  }

  /** The first of some upstreams that has the height; waits for one that gets there, or returns. */
  async #next(
    candidates: () => readonly UpstreamChain[],
    leastHeight: number,
    left: number,
  ): Promise<UpstreamChain> {
    const hasReached = ({ head = Infinity }: UpstreamChain): boolean => head >= leastHeight;
    let chain: UpstreamChain | undefined;
    const isThere = (): boolean => {
      chain = candidates().find(hasReached);
      if (!chain) for (const one of candidates()) void one.check();
      return chain !== undefined;
    };
    await until(isThere, Math.min(PATIENCE, left), this.#clock, this.#life);
    if (!chain)
      throw this.#none(({ failure, head }) => {
        return failure ?? `at height ${head}, behind ${leastHeight}, or refusing`;
      });
    if (this.#used && !hasReached(this.#used)) this.#used = chain;
    return chain;
  }

  /** The upstreams that work, the one in use first. */
  #usable(): readonly UpstreamChain[] {
    const isUsed = (chain: UpstreamChain): number => Number(chain === this.#used);
    return this.#chains
      .filter(({ isUsable }) => isUsable)
      .toSorted((left, right) => isUsed(right) - isUsed(left));
  }

  #none(why: (chain: UpstreamChain) => string): TransportError {
    const reasons = this.#chains.map((chain) => `${chain.url}: ${why(chain)}`);
    const segment = this.#segment;
    const message = `No upstream answers for ${segment}: ${reasons.join("; ")}`;
    return new TransportError("network", message, { segment, retryable: true });
  }
}
