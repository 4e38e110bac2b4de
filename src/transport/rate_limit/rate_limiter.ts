import { isLimitStatus } from "../../errors/internal.ts";
import { isAlphadeltaError } from "../../errors/mod.ts";
import { RPC_LIMIT_EXCEEDED } from "../../generated/errors.gen.ts";
import type { CallOutcome, PendingCall } from "../pending_call.ts";
import { PRIORITIES } from "../transport_call.ts";
import { startTimer } from "../clock.ts";
import { isUnsent } from "./_is_unsent.ts";
import { Quota, type QuotaOptions, type QuotaDenial } from "./quota.ts";

/** A call in the queue. */
interface Queued {
  readonly pending: PendingCall;
  /** Ends the wait: a denial ends the call, undefined lets the request out. */
  readonly finish: (denial: Denial | undefined) => void;
}

/** Options of the rate limit at one API host. */
export interface RateLimiterOptions extends QuotaOptions {
  /** Most requests in flight. */
  readonly maxInFlight: number;
}

/** Why a call is not sent: a quota is spent, or the store failed. */
export type Denial = QuotaDenial | { readonly error: unknown };

/** A pause of one operation's own limit: when a refusal came and until when it holds, in milliseconds since 1970. */
interface OwnLimitPause {
  readonly from: number;
  readonly until: number;
}

/**
 * The rate limit at one API host: which request goes out next, and when.
 *
 * An operation may have a limit of its own, beside that of the tier. A refusal pauses that operation alone, in this
 * transport alone: other processes that share a store may send from other addresses.
 */
export class RateLimiter {
  readonly #options: RateLimiterOptions;
  readonly quota: Quota;
  readonly #ownPauses = new Map<string, OwnLimitPause>();
  /** The most urgent first. Of equal ones, those that were sent before (retries) come first, then the first that came. */
  readonly #queue: Queued[] = [];
  /** Number of requests in flight. */
  #inFlight = 0;
  /** Sum of their costs. */
  #inFlightCost = 0;
  #isAskingStore = false;
  #stopTimer: (() => void) | undefined;

  constructor(options: RateLimiterOptions) {
    this.#options = options;
    this.quota = new Quota(options);
  }

  /** Milliseconds that a request has to wait for the limit of its own operation; it holds no other back meanwhile. */
  ownWaitOf({ ownLimit }: PendingCall): number {
    const pause = ownLimit === undefined ? undefined : this.#ownPauses.get(ownLimit);
    if (!pause) return 0;
    const now = this.#options.clock.now();
    // Where the clock was set back, nobody knows how long the rest is: the service is asked anew.
    return now < pause.from ? 0 : Math.max(0, pause.until - now);
  }

  /** Why a request would have to wait for longer than its call may; undefined if it would not. */
  denialOf(pending: PendingCall): QuotaDenial | undefined {
    const { host, clock } = this.#options;
    const now = clock.now();
    const until = now + this.ownWaitOf(pending);
    if (pending.mayWaitUntil(until, now)) return this.quota.denialOf(pending);
    return { until, reason: `the limit ${pending.ownLimit} at ${host} is reached` };
  }

  /** Lets a request out if it may go at once. */
  tryEnter(pending: PendingCall): boolean {
    const isFirst = this.#queue.length === 0 && this.ownWaitOf(pending) === 0;
    if (!isFirst || this.quota.isShared || !this.#hasRoom(pending)) return false;
    if (this.quota.take(pending) > 0) return false;
    this.#letOut(pending);
    return true;
  }

  /** Lets a request wait until `finish` is called; returns a function that takes it out of the queue. */
  enqueue(pending: PendingCall, finish: Queued["finish"]): () => void {
    const queued: Queued = { pending, finish };
    this.#insert(queued);
    this.#pump();
    return () => {
      if (this.#remove(queued)) this.#pump();
    };
  }

  /** Moves a call that waits to the place of its new priority. */
  promote(pending: PendingCall): void {
    const queued = this.#queue.find((item) => item.pending === pending);
    if (queued && this.#remove(queued)) this.#insert(queued);
  }

  /**
   * Takes note that a request that was let out has ended; without an outcome, that it was cancelled.
   *
   * @returns Whether it was refused for a limit.
   */
  leave(pending: PendingCall, outcome: CallOutcome | undefined): boolean {
    const isRefused = outcome !== undefined && isLimitRefusal(outcome);
    this.#inFlight -= 1;
    this.#inFlightCost -= pending.cost;
    try {
      if (outcome) this.#learn(pending, outcome, isRefused);
    } finally {
      // The user's own `random` or clock may throw, which is no reason to hold other calls.
      if (this.#queue.length > 0) this.#pump();
    }
    return isRefused;
  }

  #learn({ cost, ownLimit }: PendingCall, outcome: CallOutcome, isRefused: boolean): void {
    const { answer, isError, error } = outcome;
    // Headers of an operation with a limit of its own may be about that limit.
    if (answer && ownLimit === undefined) this.quota.learn(answer, this.#inFlightCost);
    if (isRefused && ownLimit !== undefined) this.#pauseOwnLimit(ownLimit, outcome);
    else if (isRefused) {
      this.quota.block(cost, answer);
      for (const waiting of [...this.#queue]) this.#dropIfDenied(waiting);
    } else if (answer) this.quota.accept(cost, answer.cameAt);
    else if (isError && isUnsent(error)) this.quota.giveBack(cost);
  }

  /** The pause lasts as long as the service said; there is none if it said nothing. */
  #pauseOwnLimit(limit: string, { answer }: CallOutcome): void {
    const from = this.#options.clock.now();
    this.#ownPauses.set(limit, { from, until: from + (answer?.retryAfter(from) ?? 0) });
  }

  /** A batch that is larger than the window goes alone. */
  #hasRoom({ cost }: PendingCall): boolean {
    if (this.#inFlight >= this.#options.maxInFlight) return false;
    return this.#inFlightCost === 0 || this.#inFlightCost + cost <= this.quota.pace.window;
  }

  /** Behind all of its rank; a retry goes before all of its rank. */
  #insert(queued: Queued): void {
    const rank = rankOf(queued);
    const isBefore = (other: Queued): boolean =>
      rankOf(other) < rank || (rankOf(other) === rank && queued.pending.attempts === 0);
    this.#queue.splice(this.#queue.findLastIndex(isBefore) + 1, 0, queued);
  }

  /** Tells whether it was there. */
  #remove(queued: Queued): boolean {
    const index = this.#queue.indexOf(queued);
    if (index >= 0) this.#queue.splice(index, 1);
    return index >= 0;
  }

  /** Lets requests out until the first has to wait: for room (`leave` pumps again), for the quota (a timer does), or the store. */
  #pump(): void {
    while (!this.#isAskingStore) {
      const [first] = this.#queue;
      if (!first) return this.#stopWaking();
      if (!this.#hasRoom(first.pending)) return;
      if (this.quota.isShared) return void this.#askStore(first);
      if (this.#dropIfDenied(first)) continue;
      if (!this.#letOutAfter(this.quota.take(first.pending), first)) return;
    }
  }

  /** Takes a request that would wait for too long out of the queue; tells whether it would. */
  #dropIfDenied(queued: Queued): boolean {
    const denial = this.quota.denialOf(queued.pending);
    if (denial && this.#remove(queued)) queued.finish(denial);
    return denial !== undefined;
  }

  /** Lets a request out at once, or sets a timer for a later try; tells whether it went out. */
  #letOutAfter(wait: number, queued: Queued): boolean {
    if (wait > 0) {
      this.#wakeIn(wait);
      return false;
    }
    this.#remove(queued);
    this.#letOut(queued.pending);
    queued.finish(undefined);
    return true;
  }

  #letOut({ cost }: PendingCall): void {
    this.#inFlight += 1;
    this.#inFlightCost += cost;
  }

  async #askStore(queued: Queued): Promise<void> {
    const { pending } = queued;
    this.#isAskingStore = true;
    const waitOrDenial = await this.quota
      .takeShared(pending)
      .catch((error: unknown) => ({ error }));
    this.#isAskingStore = false;
    if (typeof waitOrDenial !== "number") {
      if (this.#remove(queued)) queued.finish(waitOrDenial);
      return this.#pump();
    }
    // Meanwhile a more urgent request may have come: it goes instead, if it costs as much.
    const [first] = this.#queue;
    const costsTheSame = first?.pending.cost === pending.cost;
    const next = costsTheSame ? first : this.#queue.includes(queued) && queued;
    if (!next || this.#letOutAfter(waitOrDenial, next)) this.#pump();
  }

  #wakeIn(wait: number): void {
    this.#stopWaking();
    const { clock } = this.#options;
    this.#stopTimer = startTimer(clock, () => this.#pump(), Math.ceil(wait));
  }

  /** Stops the timer, which would keep a process alive in which nobody waits. */
  #stopWaking(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
  }
}

function rankOf({ pending }: Queued): number {
  return PRIORITIES.indexOf(pending.priority);
}

function isLimitRefusal({ isError, error, answer }: CallOutcome): boolean {
  if (!isError && answer?.ok) return false;
  if (isLimitStatus(answer?.status)) return true;
  return isAlphadeltaError(error, "RpcError") && error.code === RPC_LIMIT_EXCEEDED;
}
