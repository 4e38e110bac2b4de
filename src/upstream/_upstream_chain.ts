import { CHAIN_HEIGHT, LEAST_HEIGHT } from "../chains/internal.ts";
import {
  type Endpoints,
  type ResolvedEndpoints,
  resolveEndpoints,
  type Segment,
  selectChain,
} from "../chains/mod.ts";
import { isAlphadeltaError, isContractError, TransportError } from "../errors/mod.ts";
import { createRestOf, getChainInfo, listBlocks, type Rest } from "../rest/mod.ts";
import { sleep } from "../transport/internal.ts";
import type { Answer, Budget, CallOptions, Transport, TransportCall } from "../transport/mod.ts";
import type { Hex } from "../units/mod.ts";
import { reasonOf } from "../validation/mod.ts";

/** A block of a chain, told from those of other branches by its hash. */
export interface BlockId {
  readonly height: number;
  readonly hash: Hex;
}

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
 * One check decides: a request for its first block tells whether it answers in time and by the interface, whether it is
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
  readonly #parts: UpstreamChainParts;
  readonly #rest: Rest<"listBlocks" | "getChainInfo">;
  /** Ends each safe call that is under way. */
  readonly #calls = new Set<(reason: unknown) => void>();
  readonly #life = new AbortController();
  #errors = { count: 0, at: 0 };
  #checking: Promise<void> | undefined;
  #checkedAt = -Infinity;
  #recheck: unknown;
  #outage = { checks: 0, since: 0 };
  #isIdentified = false;
  #polledUntil = -Infinity;

  constructor(parts: UpstreamChainParts) {
    const { segment, endpoints, transport } = parts;
    this.#parts = parts;
    this.transport = transport;
    this.endpoints = resolveEndpoints(segment, endpoints);
    this.url = new URL(this.endpoints.rest).origin;
    this.#rest = createRestOf(segment, this.endpoints, transport, { listBlocks, getChainInfo });
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
   * Sends a call. A safe one is cancelled when the upstream goes out of use.
   *
   * @param leastHeight An answer of a shorter chain is an error.
   */
  async send<Value>(
    call: TransportCall<Value>,
    options: CallOptions,
    leastHeight: number,
  ): Promise<Value> {
    const { clock } = this.transport;
    const controller = new AbortController();
    const cancel = (reason: unknown): void => controller.abort(reason);
    const { signal } = options;
    const onAbort = (): void => cancel(signal?.reason);
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
    signal?.addEventListener("abort", onAbort);
    if (call.safe) this.#calls.add(cancel);
    try {
      return await this.transport.call(sent, { ...options, signal: controller.signal });
    } finally {
      this.#calls.delete(cancel);
      signal?.removeEventListener("abort", onAbort);
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
    const reason = `${this.url} no longer answers: ${this.failure}`;
    const { segment } = this.#parts;
    this.#cancelCalls(new TransportError("network", reason, { segment, retryable: true }));
    this.#recheck = clock.setTimeout(() => {
      this.#recheck = undefined;
      void this.check();
    }, this.#pauseAfter(error));
    this.#parts.onChange();
  }

  /** Checks it; one in use is checked every half second at most. Calls at the same time share a check. */
  check(): Promise<void> {
    this.#checking ??= this.#checkSoon().finally(() => {
      this.#checking = undefined;
      this.#checkedAt = this.#now();
    });
    return this.#checking;
  }

  close(): void {
    this.transport.clock.clearTimeout(this.#recheck);
    this.#life.abort(new TypeError("The upstreams are closed"));
    this.#cancelCalls(this.#life.signal.reason);
  }

  async #checkSoon(): Promise<void> {
    const { signal } = this.#life;
    const wait = this.error === undefined ? this.#checkedAt + CHECK_INTERVAL - this.#now() : 0;
    try {
      if (wait > 0) await sleep(wait, this.transport.clock, signal);
      await this.#identify();
      this.error = undefined;
      this.#parts.onChange();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Learns that it answers, that it is the same chain, and its height. */
  async #identify(): Promise<void> {
    const { expectFirst, segment } = this.#parts;
    const timeout = this.latency === undefined ? CHECK_TIMEOUT * 2 : CHECK_TIMEOUT;
    let sentAt = this.#now();
    const onSend = (): void => void (sentAt = this.#now());
    const options = { timeout, retries: 0, signal: this.#life.signal, onSend };
    if (!this.#isIdentified)
      await this.#rest.call("getChainInfo", [], options).catch((error: unknown) => {
        throw this.#refusalOf(error) ?? error;
      });
    this.#isIdentified = true;
    const page = await this.#rest.call("listBlocks", [{ order: "asc", limit: 1 }], options);
    const [first] = page.blocks;
    if (!first) throw new TypeError(`${this.url} has no block of ${segment}`);
    expectFirst({ height: first.number, hash: first.hash }, this.url);
    this.head = first.number + page.pagination.totalItems - 1;
    const latency = this.#now() - sentAt;
    this.latency = this.latency === undefined ? latency : (this.latency + latency) / 2;
  }

  /** Why it can never be used: the client refuses an answer of another chain or network; a key or segment may be unknown. */
  #refusalOf(error: unknown): UnusableUpstreamError | undefined {
    if (!isAlphadeltaError(error) || error.retryable) return undefined;
    const { segment } = this.#parts;
    const { chain, network } = selectChain(segment);
    const describe = ({ path, message }: { path: string; message: string }): string =>
      path ? `${path}: ${message}` : message;
    const reason = isContractError(error)
      ? `expected ${chain} on ${network}, found ${error.issues.map(describe).join("; ")}`
      : reasonOf(error);
    return new UnusableUpstreamError(this.url, segment, reason);
  }

  #cancelCalls(reason: unknown): void {
    for (const cancel of [...this.#calls]) cancel(reason);
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

  /** An upstream of several processes tells the height of each answer. */
  #readHeight(
    { headers, status }: Answer,
    leastHeight: number,
    { context }: TransportCall<unknown>,
  ): void {
    const text = headers.get(CHAIN_HEIGHT) ?? "";
    if (!/^\d{1,15}$/.test(text)) return;
    this.head = Math.max(this.head ?? 0, Number(text));
    if (Number(text) >= leastHeight) return;
    const message = `${this.url} answered at height ${text}, behind ${leastHeight}`;
    throw new TransportError("http", message, { ...context, status, retryable: true });
  }
}

/** Thrown for an upstream that serves another chain than expected, lacks the segment, or refuses the key. */
export class UnusableUpstreamError extends Error {
  override readonly name = "UnusableUpstreamError";

  constructor(url: string, segment: Segment, reason: string) {
    super(`Cannot use upstream ${url} for ${segment}: ${reason}`);
  }
}
