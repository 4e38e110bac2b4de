import {
  type Endpoints,
  type ResolvedEndpoints,
  resolveEndpoints,
  type Segment,
  selectChain,
} from "../chains/mod.ts";
import { CHAIN_HEIGHT, LEAST_HEIGHT } from "../chains/internal.ts";
import { isAlphadeltaError, isContractError, TransportError } from "../errors/mod.ts";
import { createRestOf, getChainInfo, listBlocks, type Rest } from "../rest/mod.ts";
import { sleep } from "../transport/internal.ts";
import type {
  Answer,
  Budget,
  CallOptions,
  Clock,
  Transport,
  TransportCall,
} from "../transport/mod.ts";
import { type ContractIssue, reasonOf } from "../validation/mod.ts";
import type { Hex } from "../units/mod.ts";

/** A block as far as it tells chains and branches apart. */
export interface BlockId {
  readonly height: number;
  readonly hash: Hex;
}

/** Parts of an {@linkcode UpstreamChain}. */
interface UpstreamChainParts {
  readonly segment: Segment;
  readonly given: Endpoints;
  readonly transport: Transport;
  readonly clock: Clock;
  /** Throws where the first block is not that of the chain which is served, and learns it where none is known. */
  readonly expectFirst: (first: BlockId, url: string) => void;
  /** Called when it can be used again, no longer, or its measures changed. */
  readonly onChange: () => void;
}

/** Milliseconds without an answer after which an upstream is checked, at least and at most. */
const LEAST_DOUBT = 300;
const MOST_DOUBT = 1_000;

/** Latencies that an answer may take before the upstream is checked. */
const LATE = 8;

/** Milliseconds of the first pause between checks of a failing upstream. */
const FIRST_PAUSE = 100;

/** Milliseconds of the longest pause: where nothing answers, so that nothing is counted; and where checks cost quota. */
const LONGEST_PAUSE = 1_000;
const LONGEST_COUNTED_PAUSE = 30_000;

/** Share of an outage's time that the next pause takes, once checks cost quota. */
const PAUSE_SHARE = 0.05;

/** Milliseconds after which half of the errors is forgotten. */
const HALF_LIFE = 10_000;

/** Milliseconds that an upstream without events is avoided, and how many times dearer it is meanwhile. */
const AVOIDED = 300_000;
const WITHOUT_EVENTS = 10;

/** Milliseconds that every latency is taken to be longer, since small ones differ by chance. */
const BASE_LATENCY = 20;

/** Thrown into calls under way at an upstream that no longer answers. */
const LEFT: unique symbol = Symbol("left");

/**
 * The chain of a segment at one upstream: whether it may be used, and how well it does.
 *
 * One check decides: a request for its first block, which tells whether it answers in time and keeps to the interface,
 * whether it is the same chain as before, and how high it is. A lost connection takes the upstream out of use until it
 * has passed the check, since another service may answer then; other failures only lead to a check.
 */
export class UpstreamChain {
  /** Origin of the upstream. */
  readonly url: string;
  readonly endpoints: ResolvedEndpoints;
  /** Why it is not used; undefined of one that is. */
  failure: string | undefined = "not checked yet";
  /** Height of its newest block, as far as is known. */
  head: number | undefined;
  readonly #parts: UpstreamChainParts;
  readonly #rest: Rest<"listBlocks" | "getChainInfo">;
  /** Calls that wait for it, each with what ends the wait. */
  readonly #waiting = new Set<(reason: unknown) => void>();
  readonly #life = new AbortController();
  #latency: number | undefined;
  #errors = 0;
  #failedAt = 0;
  #checkedAt = -Infinity;
  #checking: Promise<void> | undefined;
  #isDoubted = false;
  #isRecovering = false;
  #isIdentified = false;
  #polledUntil = -Infinity;

  constructor(parts: UpstreamChainParts) {
    const { segment, given, transport } = parts;
    this.#parts = parts;
    this.endpoints = resolveEndpoints(segment, given);
    this.url = new URL(this.endpoints.rest).origin;
    this.#rest = createRestOf(segment, this.endpoints, transport, { listBlocks, getChainInfo });
  }

  get segment(): Segment {
    return this.#parts.segment;
  }

  /** The endpoints as they were given. */
  get given(): Endpoints {
    return this.#parts.given;
  }

  get transport(): Transport {
    return this.#parts.transport;
  }

  /** Milliseconds that a check takes; undefined before the first. */
  get latency(): number | undefined {
    return this.#latency;
  }

  /** The lower, the better: its latency, longer for each error of the last seconds. */
  get cost(): number {
    const age = this.#parts.clock.now() - this.#failedAt;
    const errors = this.#errors * 0.5 ** (age / HALF_LIFE);
    const dearer = this.isPolled ? WITHOUT_EVENTS : 1;
    return ((this.#latency ?? MOST_DOUBT) + BASE_LATENCY) * (1 + errors) * dearer;
  }

  /** True where it sends no events, so that its blocks are polled if there is no other one. */
  get isPolled(): boolean {
    return this.#parts.clock.now() < this.#polledUntil;
  }

  set isPolled(isPolled: boolean) {
    this.#polledUntil = isPolled ? this.#parts.clock.now() + AVOIDED : -Infinity;
    this.#parts.onChange();
  }

  get isUsable(): boolean {
    return this.failure === undefined && this.quotaLeft > 0;
  }

  get budget(): Budget {
    return this.transport.budget(this.url);
  }

  /** Requests left of the day. */
  get quotaLeft(): number {
    return this.budget.day.remaining;
  }

  /** Sends a call. Rejects with {@linkcode LEFT} where the upstream fails meanwhile, unless the call may be sent only once. */
  async send<Value>(call: TransportCall<Value>, options: CallOptions, least = 0): Promise<Value> {
    const { clock, transport } = this.#parts;
    const controller = new AbortController();
    const leave = (reason: unknown): void => controller.abort(reason);
    const { signal } = options;
    let timer: unknown;
    const watch = (delay: number): void => {
      timer = clock.setTimeout(() => {
        void this.doubt();
        watch(delay * 2);
      }, delay);
    };
    const onSend = (): void => {
      call.onSend?.();
      if (timer === undefined) watch(this.#lateAfter());
    };
    const read = (answer: Answer, isShared: boolean): Value => {
      this.#checkHeight(answer, least, call);
      return call.read(answer, isShared);
    };
    const headers = least > 0 ? { [LEAST_HEIGHT]: String(least), ...call.headers } : call.headers;
    const onAbort = (): void => leave(signal?.reason);
    signal?.addEventListener("abort", onAbort);
    if (call.safe) this.#waiting.add(leave);
    try {
      return await transport.call(
        { ...call, headers, onSend, read },
        { ...options, signal: controller.signal },
      );
    } finally {
      this.#waiting.delete(leave);
      signal?.removeEventListener("abort", onAbort);
      clock.clearTimeout(timer);
    }
  }

  /** Takes what a call at it rejected with; false if that is an answer like any other, or the caller's own doing. */
  takeError(error: unknown): boolean {
    if (error === LEFT) return true;
    if (!isAlphadeltaError(error)) return false;
    const { name, code, status = 0 } = error;
    const isRefused = status === 401 || status === 403;
    const isHttp = name === "TransportError";
    if (!error.retryable && !isContractError(error) && !isHttp && !isRefused) return false;
    if (status === 429 || name === "QuotaExhaustedError") return true;
    this.#fail();
    this.#parts.onChange();
    if (code === "network" && status === 0) this.suspect(error);
    else void this.doubt();
    return true;
  }

  /** Takes it out of use until it has passed a check. */
  suspect(error: unknown): void {
    if (this.#life.signal.aborted || this.#isRecovering) return;
    this.failure = reasonOf(error);
    for (const leave of [...this.#waiting]) leave(LEFT);
    this.#parts.onChange();
    void this.#recover();
  }

  /** Checks it within a second, and takes it out of use if it fails. */
  async doubt(): Promise<void> {
    if (this.failure !== undefined || this.#isDoubted) return;
    this.#isDoubted = true;
    const { clock } = this.#parts;
    const wait = this.#checkedAt + MOST_DOUBT / 2 - clock.now();
    if (wait > 0) await sleep(wait, clock, this.#life.signal).catch(() => undefined);
    this.#isDoubted = false;
    await this.refresh();
  }

  /** Checks it now, unless that was done just before, and takes it out of use if it fails. */
  async refresh(): Promise<void> {
    if (this.#parts.clock.now() - this.#checkedAt < MOST_DOUBT / 2) return;
    await this.check().catch((error: unknown) => this.suspect(error));
  }

  /** Checks that it answers, and is the same chain; notes how high it is. Checks at the same time are one. */
  check(): Promise<void> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined;
      this.#checkedAt = this.#parts.clock.now();
    });
    return this.#checking;
  }

  close(): void {
    this.#life.abort(new TypeError("The upstreams are closed"));
    for (const leave of [...this.#waiting]) leave(this.#life.signal.reason);
  }

  async #check(): Promise<void> {
    const { clock, expectFirst, segment } = this.#parts;
    const timeout = this.#latency === undefined ? MOST_DOUBT * 2 : MOST_DOUBT;
    let sentAt = clock.now();
    const onSend = (): void => void (sentAt = clock.now());
    const options = { timeout, retries: 0, signal: this.#life.signal, onSend };
    if (!this.#isIdentified) {
      await this.#rest.call("getChainInfo", [], options).catch((error: unknown) => {
        throw this.#refusalOf(error) ?? error;
      });
      this.#isIdentified = true;
    }
    const page = await this.#rest.call("listBlocks", [{ order: "asc", limit: 1 }], options);
    const [first] = page.blocks;
    if (!first) throw new TypeError(`${this.url} has no block of ${segment}`);
    expectFirst({ height: first.number, hash: first.hash }, this.url);
    this.head = first.number + page.pagination.totalItems - 1;
    const latency = clock.now() - sentAt;
    this.#latency = this.#latency === undefined ? latency : (this.#latency + latency) / 2;
    this.#parts.onChange();
  }

  /** Why it can never be used: the client refuses an answer of another chain or network; a key or segment may be unknown. */
  #refusalOf(error: unknown): UnusableUpstreamError | undefined {
    if (!isAlphadeltaError(error) || error.retryable) return undefined;
    const { chain, network } = selectChain(this.segment);
    const reason = isContractError(error)
      ? `expected ${chain} on ${network}, found ${describeIssues(error.issues)}`
      : reasonOf(error);
    return new UnusableUpstreamError(this.url, this.segment, reason);
  }

  async #recover(): Promise<void> {
    const { clock, onChange } = this.#parts;
    const { signal } = this.#life;
    this.#isRecovering = true;
    const since = clock.now();
    for (let tries = 0; !signal.aborted; tries++) {
      try {
        await this.check();
        this.failure = undefined;
        break;
      } catch (error) {
        this.failure = reasonOf(error);
        const pause = this.#pauseAfter(error, tries, clock.now() - since);
        await sleep(pause, clock, signal).catch(() => undefined);
      }
    }
    this.#isRecovering = false;
    if (!signal.aborted) onChange();
  }

  #pauseAfter(error: unknown, tries: number, outage: number): number {
    const isAnswered = !isAlphadeltaError(error) || error.status !== undefined;
    const longest = isAnswered
      ? Math.min(LONGEST_COUNTED_PAUSE, Math.max(LONGEST_PAUSE, outage * PAUSE_SHARE))
      : LONGEST_PAUSE;
    return (
      Math.min(longest, FIRST_PAUSE * 2 ** Math.min(tries, 16)) *
      (0.5 + this.transport.random() / 2)
    );
  }

  #lateAfter(): number {
    const late = LATE * (this.#latency ?? MOST_DOUBT);
    return Math.min(MOST_DOUBT, Math.max(LEAST_DOUBT, late));
  }

  #fail(): void {
    const now = this.#parts.clock.now();
    this.#errors = this.#errors * 0.5 ** ((now - this.#failedAt) / HALF_LIFE) + 1;
    this.#failedAt = now;
  }

  /** An upstream of several processes tells the height that it answered at. */
  #checkHeight(
    { headers, status }: Answer,
    least: number,
    { context }: TransportCall<unknown>,
  ): void {
    const text = headers.get(CHAIN_HEIGHT);
    if (!text || !/^\d{1,15}$/.test(text)) return;
    this.head = Math.max(this.head ?? 0, Number(text));
    if (Number(text) >= least) return;
    const message = `${this.url} answered at height ${text}, behind ${least}`;
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

function describeIssues(issues: readonly ContractIssue[]): string {
  return issues.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join("; ");
}
