import { CHAIN_HEIGHT, LEAST_HEIGHT } from "../chains/internal.ts";
import { type Endpoints, type ResolvedEndpoints, resolveEndpoints } from "../chains/mod.ts";
import { type AlphadeltaError, isAlphadeltaError, TransportError } from "../errors/mod.ts";
import type { Segment } from "../generated/segments.gen.ts";
import { createRestOf, getChainInfo, listBlocks, type Rest } from "../rest/mod.ts";
import type {
  Budget,
  CallOptions,
  CallPolicy,
  Transport,
  TransportCall,
} from "../transport/mod.ts";
import { addressOf } from "./_address.ts";
import { Doubts, pauseOf, routineInterval } from "./_check_pace.ts";
import {
  isDoubtful,
  isLimit,
  isOfParameters,
  isUpstreamFault,
  OlderHeadError,
} from "./_failures.ts";
import {
  compareHead,
  DisputeError,
  expectSegment,
  readHead,
  type ServedChain,
} from "./_upstream_identity.ts";
import { whyUnused } from "./_why_unused.ts";

/** An upstream, and the transport that all segments share there. */
export interface UpstreamEndpoints {
  readonly endpoints: Endpoints;
  readonly transport: Transport;
}

/** Parts of an {@linkcode UpstreamChain}. */
interface ChainParts extends UpstreamEndpoints {
  readonly segment: Segment;
  /** Shared by all upstreams of the segment. */
  readonly served: ServedChain;
  /** Called when it goes out of use. */
  readonly onFailure: (url: string, error: unknown) => void;
}

/** Milliseconds that a check may take, alone and with its wait for the rate limit; a call that takes longer leads to one. */
const CHECK_TIMEOUT = 1_000;
const CHECK_DEADLINE = 10_000;

/** Most bytes of the answer to a check, which has one block. */
const CHECK_BYTES = 64 * 1_024;

/** Milliseconds between checks of one that works where something fails, at least. */
const CHECK_INTERVAL = 500;

/** Milliseconds from which on a wait that the upstream asks for takes it out of use: a shorter one is waited out. */
const LONG_WAIT = 5_000;

/**
 * The chain of a segment at one upstream, and its health.
 *
 * One check decides: a request for its first block shows whether it answers in time and by the interface, whether it is
 * the same chain as before, its height, and that the key is good. A lost connection takes the upstream out of use at once,
 * since another service may answer then; any other failure leads to a check, and so does a refusal that may be of the key.
 * While it is out of use, the check is repeated.
 */
export class UpstreamChain {
  /** Address of the upstream. */
  readonly url: string;
  /** The endpoints as given. */
  readonly given: Endpoints;
  readonly endpoints: ResolvedEndpoints;
  readonly transport: Transport;
  /** Why it is out of use; undefined while it is used. */
  error: unknown = new Error("not checked yet");
  /** Height of its newest block, as far as is known. */
  head: number | undefined;
  /** An unbroken time in which its events arrive, and so no other service answers; undefined while they do not. */
  live: object | undefined;
  /** True where it sends no events, so that its blocks are polled if there is no other one. */
  isPolled = false;
  readonly #rest: Rest<"getChainInfo" | "listBlocks">;
  readonly #served: ServedChain;
  readonly #onFailure: ChainParts["onFailure"];
  /** True once it was found to have the segment; from then on its first block is enough. */
  #isKnown = false;
  /** Cancels what is under way when it goes out of use; aborted once it is closed. */
  #use = new AbortController();
  #checking: Promise<void> | undefined;
  #checksBegun = 0;
  #checkedAt = -Infinity;
  readonly #doubts = new Doubts();
  /** Until when it asked for no requests: milliseconds since 1970. */
  #heldUntil = 0;
  #failedAt = 0;
  /** The next check. */
  #timer: unknown;

  constructor({ endpoints, transport, segment, served, onFailure }: ChainParts) {
    this.given = endpoints;
    this.endpoints = resolveEndpoints(segment, endpoints);
    this.url = addressOf(this.endpoints, segment);
    this.transport = transport;
    this.#served = served;
    this.#onFailure = onFailure;
    this.#rest = createRestOf(segment, this.endpoints, transport, { getChainInfo, listBlocks });
  }

  /** Why it may not be used; undefined of one that works. */
  get failure(): string | undefined {
    if (this.error !== undefined) return whyUnused(this.error);
    if (this.budget.day.remaining <= 0) return "its quota of the day is spent";
    return this.heldFor > 0 ? `it asks for no requests for ${this.heldFor} s` : undefined;
  }

  /** Seconds for which it asked for no requests; 0 or less of one that did not. */
  get heldFor(): number {
    return Math.ceil((this.#heldUntil - this.#now()) / 1_000);
  }

  /** True if it has another block than the upstream in use. */
  get isDisputing(): boolean {
    return this.error instanceof DisputeError;
  }

  get isUsable(): boolean {
    return this.failure === undefined;
  }

  get budget(): Budget {
    return this.transport.budget(new URL(this.url).origin);
  }

  /**
   * Sends a call. A safe one is cancelled when the upstream goes out of use, and confirmed where its events did not arrive
   * all the time. A refusal that may be of the key is checked.
   *
   * @param leastHeight An answer of a shorter chain is an error.
   */
  async send<Value>(
    call: TransportCall<Value>,
    policy: CallPolicy,
    leastHeight: number,
  ): Promise<Value> {
    const { live, transport, url } = this;
    const expectHeight = (height: number): void => {
      if (height < leastHeight) throw new OlderHeadError(url, height, leastHeight, call.context);
    };
    let timer: unknown;
    let checksBefore = this.#checksBegun;
    let refusal: unknown;
    const sent: TransportCall<Value> = {
      ...call,
      headers: { ...(leastHeight > 0 && { [LEAST_HEIGHT]: `${leastHeight}` }), ...call.headers },
      onSend: () => {
        call.onSend?.();
        checksBefore = this.#checksBegun;
        timer ??= transport.clock.setTimeout(() => void this.check(), CHECK_TIMEOUT);
      },
      read: (answer, isShared) => {
        // An upstream of several processes sends it; NaN of any other.
        const height = Number.parseInt(answer.headers.get(CHAIN_HEIGHT) ?? "", 10);
        if (height > (this.head ?? 0)) this.head = height;
        expectHeight(height);
        return call.read(answer, isShared);
      },
    };
    const signal = call.safe ? this.#use.signal : undefined;
    const answer = transport.call(sent, { ...policy, signal });
    try {
      await answer;
    } catch (error) {
      // A refusal is an answer too, but for one by the rate limit.
      if (
        isLimit(error) ||
        !(isAlphadeltaError(error, "RestError") || isAlphadeltaError(error, "RpcError"))
      )
        throw error;
      refusal = error;
    } finally {
      transport.clock.clearTimeout(timer);
    }
    if (call.safe && (live === undefined || live !== this.live)) {
      await this.confirm();
      expectHeight(this.head ?? 0);
    } else await this.judge(refusal, checksBefore);
    return answer;
  }

  /** Notes the error of a call; returns false if it is an ordinary answer, or not of the upstream's making. */
  noteError(error: unknown): boolean {
    // A check has decided about a doubtful refusal, unless the limit left it without an answer.
    if (isOfParameters(error)) return !this.isUsable;
    const isDoubt = isDoubtful(error);
    if (!isDoubt && !isUpstreamFault(error)) return false;
    if (isLimit(error)) this.#hold(error);
    if (isLimit(error) || this.error !== undefined) return true;
    const { code, status } = error as AlphadeltaError;
    if (code === "network" && status === undefined) this.fail(error);
    else if (!isDoubt) void this.check();
    return true;
  }

  #hold({ retryAfter = 0 }: AlphadeltaError): void {
    const wait = retryAfter * 1_000;
    if (wait >= LONG_WAIT) this.#heldUntil = Math.max(this.#heldUntil, this.#now() + wait);
  }

  /**
   * Finds out whether a refusal is of all that is asked, as by a key that was revoked: by a check that begins after the
   * refused request was sent, and takes the upstream out of use if it is refused too. Refusals at the same time share a
   * check. Where clients bring about too many, the last one counts.
   *
   * @param checksBefore Checks that had begun when the request was sent.
   */
  async judge(refusal: unknown, checksBefore: number = this.#checksBegun): Promise<void> {
    if (this.error !== undefined || !isDoubtful(refusal)) return;
    if (this.#checksBegun === checksBefore) await this.#checking;
    if (this.#checksBegun > checksBefore) await this.#checking;
    else if (this.#doubts.take(this.#now(), this.#interval)) await this.#checkNow();
  }

  /** Takes it out of use until a check succeeds. One that is away waits for its check. */
  fail(error: unknown): void {
    if (this.#use.signal.aborted || (this.error !== undefined && !this.#checking)) return;
    if (this.error === undefined) {
      this.#failedAt = this.#now();
      this.#onFailure(this.url, error);
    }
    this.error = error;
    const { segment } = this.#rest;
    const message = `${this.url} no longer answers: ${this.failure}`;
    this.#use.abort(new TransportError("network", message, { segment, retryable: true }));
    this.#use = new AbortController();
    const isCounted = !isAlphadeltaError(error) || error.status !== undefined;
    this.#checkAfter(pauseOf(this.#now() - this.#failedAt, isCounted));
  }

  /** Checks it: at once, or half a second after the last check of one that works. Resolves before a check that is later. */
  async check(): Promise<void> {
    const wait = this.error === undefined ? this.#checkedAt + CHECK_INTERVAL - this.#now() : 0;
    if (wait > 0) this.#checkAfter(wait);
    else await this.#checkNow();
  }

  /**
   * Makes sure, by a check that begins now, that what it has answered so far is of the same chain.
   *
   * @throws {TransportError} If it is not, or the upstream does not answer.
   */
  async confirm(): Promise<void> {
    const { signal } = this.#use;
    await this.#checking;
    await this.#checkNow();
    signal.throwIfAborted();
  }

  close(): void {
    this.transport.clock.clearTimeout(this.#timer);
    this.#use.abort(new TypeError("The upstreams are closed"));
  }

  #checkAfter(delay: number): void {
    const { clock } = this.transport;
    clock.clearTimeout(this.#timer);
    this.#timer = clock.setTimeout(() => void this.#checkNow(), delay);
  }

  /** Calls at the same time share a check. */
  #checkNow(): Promise<void> {
    if (!this.#checking) this.#checksBegun++;
    this.#checking ??= this.#identify(this.#use.signal).finally(() => {
      this.#checking = undefined;
      this.#checkedAt = this.#now();
    });
    return this.#checking;
  }

  /** Learns that it answers, that it is the same chain, and its height. */
  async #identify(signal: AbortSignal): Promise<void> {
    const timeout = this.#isKnown ? CHECK_TIMEOUT : CHECK_TIMEOUT * 2;
    const bounds = { timeout, deadline: CHECK_DEADLINE, maxResponseBytes: CHECK_BYTES };
    const options = { ...bounds, retries: 0, signal };
    try {
      if (!this.#isKnown) await expectSegment(this.#rest, this.url, options);
      this.#isKnown = true;
      this.head = await this.#readHead(options);
    } catch (error) {
      if (signal.aborted) return undefined;
      // The transport sends it again when the limit allows it.
      if (isAlphadeltaError(error) && error.status === 429) return this.#identify(signal);
      if (!isLimit(error) || this.error !== undefined) return this.fail(error);
      // It works, and asks for no requests for longer than a check waits.
      this.#hold(error);
      return this.#checkAfter(Math.max(CHECK_INTERVAL, this.#heldUntil - this.#now()));
    }
    this.error = undefined;
    this.#checkAfter(this.#interval);
  }

  /** One that disputes a block may be of another chain, which is worse. */
  async #readHead(options: CallOptions): Promise<number> {
    let dispute: unknown;
    const head = await compareHead(this.#rest, this.url, this.#served, this.head, options).catch(
      (error: unknown) => {
        if (!(error instanceof DisputeError)) throw error;
        dispute = error;
      },
    );
    if (head !== undefined) return head;
    const found = await readHead(this.#rest, this.url, this.#served, options);
    if (dispute) throw dispute;
    return found;
  }

  /** Milliseconds between routine checks. */
  get #interval(): number {
    return routineInterval(this.budget.day.limit);
  }

  #now(): number {
    return this.transport.clock.now();
  }
}
