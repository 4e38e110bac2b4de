import { isLimitStatus } from "../../errors/internal.ts";
import { isAlphadeltaError } from "../../errors/mod.ts";
import { RPC_LIMIT_EXCEEDED } from "../../generated/errors.gen.ts";
import type { CallOutcome, PendingCall } from "../pending_call.ts";
import { PRIORITIES } from "../transport_call.ts";
import { startTimer } from "../clock.ts";
import { Quota, type QuotaOptions, type QuotaDenial } from "./quota.ts";

/** A call in the queue. */
interface Queued {
  readonly pending: PendingCall;
  /** Ends its wait: it may go out, or is refused, or the store failed. */
  readonly admit: (denial: Denial | undefined) => void;
}

/** Options of the rate limit at one API host. */
export interface RateLimiterOptions extends QuotaOptions {
  /** Most requests in flight. */
  readonly maxInFlight: number;
}

/** Why a call is not sent: a quota is spent, or the store failed. */
export type Denial = QuotaDenial | { readonly error: unknown };

/** When a refusal came and until when it holds: milliseconds since 1970. */
interface Closure {
  readonly from: number;
  readonly until: number;
}

/**
 * The rate limit at one API host: which request goes out next, and when.
 *
 * An operation may have a limit of its own, beside that of the tier. A refusal closes that limit alone, in this transport
 * alone: other processes that share a store may send from other addresses.
 */
export class RateLimiter {
  readonly #options: RateLimiterOptions;
  readonly quota: Quota;
  readonly #closures = new Map<string, Closure>();
  /** The most urgent first; of equal ones, those that waited before, then the first that came. */
  readonly #queue: Queued[] = [];
  /** Requests in flight. */
  #requests = 0;
  /** Their cost. */
  #inFlight = 0;
  #isAskingStore = false;
  #stopTimer: (() => void) | undefined;

  constructor(options: RateLimiterOptions) {
    this.#options = options;
    this.quota = new Quota(options);
  }

  /** Milliseconds that a request has to wait for the limit of its own operation; it holds no other back meanwhile. */
  ownWaitOf({ ownLimit }: PendingCall): number {
    const closure = ownLimit === undefined ? undefined : this.#closures.get(ownLimit);
    if (!closure) return 0;
    const now = this.#options.clock.now();
    // Where the clock was set back, nobody knows how long the rest is: the service is asked anew.
    return now < closure.from ? 0 : Math.max(0, closure.until - now);
  }

  /** Why a request would have to wait for longer than its call may. */
  refusalOf(pending: PendingCall): QuotaDenial | undefined {
    const { host, clock } = this.#options;
    const now = clock.now();
    const until = now + this.ownWaitOf(pending);
    if (pending.mayWaitUntil(until, now)) return this.quota.refusalOf(pending);
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

  /** Lets a request wait until `admit` is called; returns what takes it out of the queue. */
  enqueue(pending: PendingCall, admit: Queued["admit"]): () => void {
    const queued: Queued = { pending, admit };
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
  leave({ cost, ownLimit }: PendingCall, outcome: CallOutcome | undefined): boolean {
    const answer = outcome?.answer;
    const isRefused = outcome !== undefined && isLimitRefusal(outcome);
    this.#requests -= 1;
    this.#inFlight -= cost;
    try {
      // Its headers may be about the limit of the operation.
      if (answer && ownLimit === undefined) this.quota.learn(answer, this.#inFlight);
      if (isRefused && ownLimit !== undefined) this.#close(ownLimit, outcome);
      else if (isRefused) {
        this.quota.block(cost, answer);
        for (const waiting of [...this.#queue]) this.#refuse(waiting);
      } else if (answer) this.quota.accept(cost, answer.cameAt);
      else if (outcome?.isError && isUnsent(outcome.error)) this.quota.giveBack(cost);
    } finally {
      // The user's own `random` or clock may throw, which is no reason to hold other calls.
      if (this.#queue.length > 0) this.#pump();
    }
    return isRefused;
  }

  /** The limit is closed for as long as the service said, and not at all where it said nothing. */
  #close(limit: string, { answer }: CallOutcome): void {
    const from = this.#options.clock.now();
    this.#closures.set(limit, { from, until: from + (answer?.retryAfter(from) ?? 0) });
  }

  /** A batch that is larger than the window goes alone. */
  #hasRoom({ cost }: PendingCall): boolean {
    if (this.#requests >= this.#options.maxInFlight) return false;
    return this.#inFlight === 0 || this.#inFlight + cost <= this.quota.pace.window;
  }

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

  #pump(): void {
    while (!this.#isAskingStore) {
      const [first] = this.#queue;
      if (!first) return this.#sleep();
      if (!this.#hasRoom(first.pending)) return;
      if (this.quota.isShared) return void this.#askStore(first);
      if (this.#refuse(first)) continue;
      if (!this.#serve(first, this.quota.take(first.pending))) return;
    }
  }

  /** Tells whether the request would wait for too long. */
  #refuse(queued: Queued): boolean {
    const refusal = this.quota.refusalOf(queued.pending);
    if (refusal && this.#remove(queued)) queued.admit(refusal);
    return refusal !== undefined;
  }

  /** Tells whether the next one may be looked at. */
  #serve(queued: Queued, wait: number): boolean {
    if (wait > 0) {
      this.#wakeIn(wait);
      return false;
    }
    this.#remove(queued);
    this.#letOut(queued.pending);
    queued.admit(undefined);
    return true;
  }

  #letOut({ cost }: PendingCall): void {
    this.#requests += 1;
    this.#inFlight += cost;
  }

  async #askStore(queued: Queued): Promise<void> {
    const { pending } = queued;
    this.#isAskingStore = true;
    const taken = await this.quota.takeShared(pending).catch((error: unknown) => ({ error }));
    this.#isAskingStore = false;
    if (typeof taken !== "number") {
      if (this.#remove(queued)) queued.admit(taken);
      return this.#pump();
    }
    // The request that is first by now goes out, if it costs as much.
    const [first] = this.#queue;
    const isAsDear = first?.pending.cost === pending.cost;
    const next = isAsDear ? first : this.#queue.find((item) => item === queued);
    if (!next || this.#serve(next, taken)) this.#pump();
  }

  #wakeIn(wait: number): void {
    this.#sleep();
    const { clock } = this.#options;
    this.#stopTimer = startTimer(clock, () => this.#pump(), Math.ceil(wait));
  }

  /** A timer would keep a process alive in which nobody waits. */
  #sleep(): void {
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

/** Codes of Node of a connection that did not come about. */
const UNCONNECTED = /ECONNREFUSED|ENOTFOUND|EAI_|UNREACH|ERR_CONNECT/;

/** Most causes of an error that are followed: they may go in a circle. */
const DEPTH = 8;

/** Returns true for the error of a request that surely did not go out, since there was no connection. */
export function isUnsent(error: unknown, depth: number = DEPTH): boolean {
  try {
    const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown };
    return UNCONNECTED.test(String(code)) || (depth > 0 && isUnsent(cause, depth - 1));
  } catch {
    // There is no further cause, or a field of an error of the user's own throws.
    return false;
  }
}
