import { LEAST_HEIGHT } from "../chains/internal.ts";
import { type Endpoints, type ResolvedEndpoints, resolveEndpoints } from "../chains/mod.ts";
import { type AlphadeltaError, isAlphadeltaError, TransportError } from "../errors/mod.ts";
import type { Segment } from "../generated/segments.gen.ts";
import { createRestOf, getChainInfo, listBlocks, type Rest } from "../rest/mod.ts";
import { onAbort } from "../transport/internal.ts";
import type { Budget, CallPolicy, Transport, TransportCall } from "../transport/mod.ts";
import { baseUrlOf } from "./_address.ts";
import { verdictOn, whyUnused } from "./_failures.ts";
import {
  DisputeError,
  expectSegment,
  heightIn,
  readHead,
  type ServedChain,
} from "./_upstream_identity.ts";
import { transportUntil } from "./_until.ts";

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
  /** Ends its calls and checks. */
  readonly signal: AbortSignal;
}

/** Milliseconds that a check may take, alone and with its wait for the rate limit; a call that takes longer leads to one. */
const CHECK_TIMEOUT = 1_000;
const CHECK_DEADLINE = 10_000;

/** Most bytes of the answer to a check, which has one block. */
const CHECK_BYTES = 64 * 1_024;

/** Milliseconds between checks of one that works where something fails, at least. */
const CHECK_INTERVAL = 500;

/** Routine checks of one that works: milliseconds between two at least, and their share of the day's quota at most. */
const ROUTINE = { interval: 15_000, share: 0.01 };
const DAY = 86_400_000;

/**
 * Milliseconds between checks of one that is away: a share of the time since it failed, within bounds. Where it answers with
 * errors, these count against the quota, and the bound is the longer one.
 */
const AWAY = { share: 0.05, least: 300, most: 1_000, mostCounted: 30_000 };

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
  /** True while its events arrive. */
  isLive = false;
  /** True where it sends no events, so that its blocks are polled if there is no other one. */
  isPolled = false;
  readonly #rest: Rest<"getChainInfo" | "listBlocks">;
  readonly #served: ServedChain;
  readonly #onFailure: ChainParts["onFailure"];
  readonly #life: AbortSignal;
  /** True once it was found to have the segment; from then on its first block is enough. */
  #isKnown = false;
  /** Cancels what is under way when it goes out of use. */
  #use = new AbortController();
  #checking: Promise<void> | undefined;
  #checksBegun = 0;
  #checkedAt = -Infinity;
  #failedAt = 0;
  /** The next check. */
  #timer: unknown;

  constructor({ endpoints, transport, segment, served, onFailure, signal }: ChainParts) {
    this.given = endpoints;
    this.endpoints = resolveEndpoints(segment, endpoints);
    this.url = baseUrlOf(this.endpoints, segment);
    this.transport = transportUntil(signal, transport);
    this.#served = served;
    this.#onFailure = onFailure;
    this.#life = signal;
    const calls = { getChainInfo, listBlocks };
    this.#rest = createRestOf(segment, this.endpoints, this.transport, calls);
    onAbort(signal, () => {
      transport.clock.clearTimeout(this.#timer);
      this.#use.abort(signal.reason);
    });
  }

  /** Why it may not be used; undefined of one that works. */
  get failure(): string | undefined {
    if (this.error !== undefined) return whyUnused(this.error);
    return this.budget.day.remaining > 0 ? undefined : "its quota of the day is spent";
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
   * Sends a call. A safe one is cancelled when the upstream goes out of use. A refusal that may be of the key is checked.
   *
   * @param leastHeight The least height that it asks for.
   */
  async send<Value>(
    call: TransportCall<Value>,
    policy: CallPolicy,
    leastHeight: number,
  ): Promise<Value> {
    const { clock } = this.transport;
    let timer: unknown;
    let checksBefore = this.#checksBegun;
    const sent: TransportCall<Value> = {
      ...call,
      headers: { ...(leastHeight > 0 && { [LEAST_HEIGHT]: `${leastHeight}` }), ...call.headers },
      onSend: () => {
        call.onSend?.();
        checksBefore = this.#checksBegun;
        timer ??= clock.setTimeout(() => void this.check(), CHECK_TIMEOUT);
      },
      watch: (_, { headers }) => {
        const height = heightIn(headers);
        if (height > (this.head ?? 0)) this.head = height;
      },
    };
    try {
      const signal = call.safe ? this.#use.signal : undefined;
      return await this.transport.call(sent, { ...policy, signal });
    } catch (error) {
      await this.note(error, checksBefore);
      throw error;
    } finally {
      clock.clearTimeout(timer);
    }
  }

  /**
   * Notes the error of a call. A refusal may be of all that is asked, as by a key that was revoked: a check that begins after
   * the refused request was sent tells, and takes the upstream out of use if it is refused too.
   *
   * @param checksBefore Checks that had begun when the request was sent.
   */
  async note(error: unknown, checksBefore: number = this.#checksBegun): Promise<void> {
    if (this.error !== undefined) return;
    const verdict = verdictOn(error);
    if (verdict === "refusal") {
      if (this.#checksBegun === checksBefore) await this.#checking;
      await (this.#checksBegun > checksBefore ? this.#checking : this.#checkNow());
    } else if (verdict === "fault") {
      const { code, status } = error as AlphadeltaError;
      if (code === "network" && status === undefined) this.fail(error);
      else void this.check();
    }
  }

  /** Takes it out of use until a check succeeds. One that is away waits for its check. */
  fail(error: unknown): void {
    if (this.#life.aborted || (this.error !== undefined && !this.#checking)) return;
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
    const pause = Math.max(AWAY.least, AWAY.share * (this.#now() - this.#failedAt));
    this.#checkAfter(Math.min(pause, isCounted ? AWAY.mostCounted : AWAY.most));
  }

  /** Checks it: at once, or half a second after the last check of one that works. Resolves before a check that is later. */
  async check(): Promise<void> {
    const wait = this.error === undefined ? this.#checkedAt + CHECK_INTERVAL - this.#now() : 0;
    if (wait > 0) this.#checkAfter(wait);
    else await this.#checkNow();
  }

  #checkAfter(delay: number): void {
    if (this.#life.aborted) return;
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
      this.head = await readHead(this.#rest, this.url, this.#served, this.head, options);
    } catch (error) {
      if (signal.aborted) return undefined;
      // The transport sends it again when the limit allows it, unless that is later than a check waits.
      if (isAlphadeltaError(error) && error.status === 429) return this.#identify(signal);
      return this.fail(error);
    }
    this.error = undefined;
    const perDay = this.budget.day.limit;
    this.#checkAfter(Math.max(ROUTINE.interval, DAY / (ROUTINE.share * perDay)));
  }

  #now(): number {
    return this.transport.clock.now();
  }
}
