import { CHAIN_HEIGHT, LEAST_HEIGHT } from "../chains/internal.ts";
import {
  type Endpoints,
  type ResolvedEndpoints,
  resolveEndpoints,
  type Segment,
} from "../chains/mod.ts";
import {
  isAlphadeltaError,
  isContractError,
  isRestError,
  isRpcError,
  TransportError,
} from "../errors/mod.ts";
import { sleep } from "../transport/internal.ts";
import type { Answer, Budget, CallPolicy, Transport, TransportCall } from "../transport/mod.ts";
import { reasonOf } from "../validation/mod.ts";
import { OlderHeadError } from "./_failures.ts";
import { type BlockId, UpstreamIdentity } from "./_upstream_identity.ts";

/** An upstream, and the transport that all segments share there. */
export interface UpstreamEndpoints {
  readonly endpoints: Endpoints;
  readonly transport: Transport;
}

/** Parts of an {@linkcode UpstreamChain}. */
interface UpstreamChainParts extends UpstreamEndpoints {
  readonly segment: Segment;
  /** Throws where the first block is not that of the served chain; learns it where none is known. */
  readonly expectFirst: (first: BlockId, url: string) => void;
  /** Called when it comes into use, goes out of use, or is measured. */
  readonly onChange: () => void;
}

/** Milliseconds between checks of an upstream in use, at least; and milliseconds that a check may take. */
const CHECK_INTERVAL = 500;
const CHECK_TIMEOUT = 1_000;

/** Seconds after which a rate limit is that of the day. */
const LONGEST_LIMIT = 10;

/** An answer is late after so many latencies, within these bounds in milliseconds. */
const LATE = { latencies: 8, least: 300, most: 1_000 };

/** Milliseconds between checks of a failed upstream: the first, the longest, and the longest where checks cost quota. */
const PAUSE = { first: 100, longest: 1_000, longestCounted: 30_000 };

/** Share of an outage's time that the next pause takes, where checks cost quota. */
const PAUSE_SHARE = 0.05;

/** Milliseconds after which an error counts half. */
const HALF_LIFE = 10_000;

/** Milliseconds that an upstream without events is avoided, and the factor of its cost meanwhile. */
const AVOIDED = 300_000;
const WITHOUT_EVENTS = 10;

/** Milliseconds added to each latency, since small ones differ by chance. */
const BASE_LATENCY = 20;

/**
 * The chain of a segment at one upstream, and its health.
 *
 * One check decides: a request for its first block shows whether it answers in time and by the interface, whether it is
 * the same chain as before, and its height. A lost connection takes the upstream out of use at once, since another
 * service may answer then; any other failure leads to a check. While it is out of use, the check is repeated.
 */
export class UpstreamChain {
  /** Origin of the upstream. */
  readonly url: string;
  readonly endpoints: ResolvedEndpoints;
  readonly transport: Transport;
  /** Why it is out of use; undefined while it is used. */
  error: unknown = new Error("not checked yet");
  /** Height of its newest block, as far as is known. */
  head: number | undefined;
  /** Milliseconds of a check, averaged; undefined before the first. */
  latency: number | undefined;
  /** An unbroken time in which its events arrive, and so no other service answers; undefined while they do not. */
  live: object | undefined;
  readonly #parts: UpstreamChainParts;
  readonly #identity: UpstreamIdentity;
  /** Safe calls under way. */
  readonly #calls = new Set<AbortController>();
  readonly #life = new AbortController();
  #errors = { count: 0, at: 0 };
  #checking: Promise<void> | undefined;
  #checkedAt = -Infinity;
  #recheck: unknown;
  #outage = { checks: 0, since: 0 };
  #polledUntil = -Infinity;

  constructor(parts: UpstreamChainParts) {
    const { segment, endpoints, transport } = parts;
    this.#parts = parts;
    this.transport = transport;
    this.endpoints = resolveEndpoints(segment, endpoints);
    this.url = new URL(this.endpoints.rest).origin;
    this.#identity = new UpstreamIdentity(segment, this.endpoints, transport);
  }

  /** The endpoints as given. */
  get given(): Endpoints {
    return this.#parts.endpoints;
  }

  get failure(): string | undefined {
    return this.error === undefined ? undefined : reasonOf(this.error);
  }

  get isUsable(): boolean {
    return this.error === undefined && this.budget.day.remaining > 0;
  }

  get budget(): Budget {
    return this.transport.budget(this.url);
  }

  /** The lower, the better: its latency, raised by recent errors and by missing events. */
  get cost(): number {
    const latency = (this.latency ?? CHECK_TIMEOUT) + BASE_LATENCY;
    return latency * (1 + this.#recentErrors()) * (this.isPolled ? WITHOUT_EVENTS : 1);
  }

  /** True where it sends no events, so that its blocks are polled if there is no other one. */
  get isPolled(): boolean {
    return this.#now() < this.#polledUntil;
  }

  set isPolled(isPolled: boolean) {
    this.#polledUntil = isPolled ? this.#now() + AVOIDED : -Infinity;
    this.#parts.onChange();
  }

  /**
   * Sends a call. A safe one is cancelled when the upstream goes out of use, and confirmed where its events did not arrive
   * all the time.
   *
   * @param leastHeight An answer of a shorter chain is an error.
   */
  async send<Value>(
    call: TransportCall<Value>,
    options: CallPolicy,
    leastHeight: number,
  ): Promise<Value> {
    const { live, transport } = this;
    const { clock } = transport;
    const controller = new AbortController();
    let timer: unknown;
    const checkAfter = (delay: number): void => {
      timer = clock.setTimeout(() => {
        void this.check();
        checkAfter(delay * 2);
      }, delay);
    };
    const sent: TransportCall<Value> = {
      ...call,
      headers:
        leastHeight > 0 ? { [LEAST_HEIGHT]: `${leastHeight}`, ...call.headers } : call.headers,
      onSend: () => {
        call.onSend?.();
        if (timer === undefined) checkAfter(this.#lateAfter());
      },
      read: (answer, isShared) => {
        this.#readHeight(answer, leastHeight, call);
        return call.read(answer, isShared);
      },
    };
    if (call.safe) this.#calls.add(controller);
    try {
      const value = await transport.call(sent, { ...options, signal: controller.signal });
      await this.#prove(call, live, leastHeight);
      return value;
    } catch (error) {
      // A refusal is an answer too.
      if (isRestError(error) || isRpcError(error)) await this.#prove(call, live, leastHeight);
      throw error;
    } finally {
      this.#calls.delete(controller);
      clock.clearTimeout(timer);
    }
  }

  /** Notes the error of a call; returns false if it is an ordinary answer, or not of the upstream's making. */
  noteError(error: unknown): boolean {
    if (!isAlphadeltaError(error)) return false;
    const { name, code, status = 0, retryable } = error;
    const isRefused = status === 401 || status === 403;
    if (!retryable && !isRefused && !isContractError(error) && name !== "TransportError")
      return false;
    if (status === 429 || name === "QuotaExhaustedError") return true;
    if (this.error !== undefined) return true;
    this.#errors = { count: this.#recentErrors() + 1, at: this.#now() };
    this.#parts.onChange();
    if (code === "network" && status === 0) this.fail(error);
    else void this.check();
    return true;
  }

  /** Takes it out of use until a check succeeds. */
  fail(error: unknown): void {
    if (this.#recheck !== undefined || this.#life.signal.aborted) return;
    const { clock } = this.transport;
    if (this.error === undefined) this.#outage = { checks: 0, since: this.#now() };
    this.error = error;
    this.#cancelCalls(this.#awayError());
    this.#recheck = clock.setTimeout(() => {
      this.#recheck = undefined;
      void this.check();
    }, this.#pauseAfter(error));
    this.#parts.onChange();
  }

  /** Checks it; one in use is checked every half second at most. Calls at the same time share a check. */
  check(interval = CHECK_INTERVAL): Promise<void> {
    this.#checking ??= this.#checkSoon(interval).finally(() => {
      this.#checking = undefined;
      this.#checkedAt = this.#now();
    });
    return this.#checking;
  }

  /**
   * Makes sure, by a check that begins now, that what it has answered so far is of the same chain.
   *
   * @throws {TransportError} If it is not, or the upstream does not answer.
   */
  async confirm(): Promise<void> {
    await this.#checking;
    await this.check(0);
    if (this.error !== undefined) throw this.#awayError();
  }

  close(): void {
    this.transport.clock.clearTimeout(this.#recheck);
    this.#life.abort(new TypeError("The upstreams are closed"));
    this.#cancelCalls(this.#life.signal.reason);
  }

  async #checkSoon(interval: number): Promise<void> {
    const { signal } = this.#life;
    const { clock } = this.transport;
    const wait = this.error === undefined ? this.#checkedAt + interval - this.#now() : 0;
    try {
      if (wait > 0) await sleep(wait, clock, signal);
      await this.#identify();
      this.error = undefined;
      this.#parts.onChange();
    } catch (error) {
      const pause = limitPause(error);
      if (pause === undefined) return this.fail(error);
      await sleep(pause, clock, signal).catch(() => undefined);
      if (!signal.aborted) await this.#checkSoon(0);
    }
  }

  /** Learns that it answers, that it is the same chain, and its height. */
  async #identify(): Promise<void> {
    const timeout = this.latency === undefined ? CHECK_TIMEOUT * 2 : CHECK_TIMEOUT;
    let sentAt = this.#now();
    const onSend = (): void => void (sentAt = this.#now());
    const { signal } = this.#life;
    const { first, head } = await this.#identity.read({ timeout, retries: 0, signal, onSend });
    this.#parts.expectFirst(first, this.url);
    this.head = head;
    const latency = this.#now() - sentAt;
    this.latency = this.latency === undefined ? latency : (this.latency + latency) / 2;
  }

  /** Confirms the answer of a call during which its events have not arrived all the time, from `live` on. */
  async #prove(
    { safe, context }: TransportCall<unknown>,
    live: object | undefined,
    leastHeight: number,
  ): Promise<void> {
    if (!safe || (live !== undefined && live === this.live)) return;
    await this.confirm();
    const { head = 0 } = this;
    if (head < leastHeight) throw new OlderHeadError(this.url, head, leastHeight, { ...context });
  }

  #awayError(): TransportError {
    const { segment } = this.#parts;
    const reason = `${this.url} no longer answers: ${this.failure}`;
    return new TransportError("network", reason, { segment, retryable: true });
  }

  #cancelCalls(reason: unknown): void {
    for (const call of [...this.#calls]) call.abort(reason);
  }

  /** A check that is answered costs quota, so a long outage is checked less often. */
  #pauseAfter(error: unknown): number {
    const { checks, since } = this.#outage;
    this.#outage = { checks: checks + 1, since };
    const isCounted = !isAlphadeltaError(error) || error.status !== undefined;
    const share = isCounted ? (this.#now() - since) * PAUSE_SHARE : 0;
    const longest = Math.min(PAUSE.longestCounted, Math.max(PAUSE.longest, share));
    const pause = Math.min(longest, PAUSE.first * 2 ** Math.min(checks, 16));
    return pause * (0.5 + this.transport.random() / 2);
  }

  #lateAfter(): number {
    const late = LATE.latencies * (this.latency ?? CHECK_TIMEOUT);
    return Math.min(LATE.most, Math.max(LATE.least, late));
  }

  #recentErrors(): number {
    return this.#errors.count * 0.5 ** ((this.#now() - this.#errors.at) / HALF_LIFE);
  }

  #now(): number {
    return this.transport.clock.now();
  }

  /** An upstream of several processes sends the height of each answer. */
  #readHeight(
    { headers, status }: Answer,
    leastHeight: number,
    { context }: TransportCall<unknown>,
  ): void {
    const text = headers.get(CHAIN_HEIGHT) ?? "";
    if (!/^\d{1,15}$/.test(text)) return;
    this.head = Math.max(this.head ?? 0, Number(text));
    if (Number(text) >= leastHeight) return;
    throw new OlderHeadError(this.url, Number(text), leastHeight, { ...context, status });
  }
}

/** Milliseconds until the rate limit of the second allows a request that it has refused; undefined of any other error. */
function limitPause(error: unknown): number | undefined {
  if (!isAlphadeltaError(error) || error.status !== 429) return undefined;
  const { retryAfter = 1 } = error;
  return retryAfter <= LONGEST_LIMIT ? retryAfter * 1_000 : undefined;
}
