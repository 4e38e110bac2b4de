import { isLimitStatus } from "../../errors/internal.ts";
import { isRpcError } from "../../errors/mod.ts";
import { RPC_LIMIT_EXCEEDED } from "../../generated/errors.gen.ts";
import type { CallOutcome } from "../pending_call.ts";
import { PRIORITIES } from "../transport_call.ts";
import { startTimer } from "../clock.ts";
import { type Claim, Quota, type QuotaOptions, type QuotaDenial } from "./quota.ts";

/** The claim of a call, in the queue or let out. */
export interface Ticket extends Claim {
  /** Name of the limit that its operation has for itself, beside that of the tier. */
  readonly ownLimit: string | undefined;
  /** Ends its wait in the queue: it may go out, or is refused, or the store failed. */
  admit: ((denial: Denial | undefined) => void) | undefined;
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
  readonly #queue: Ticket[] = [];
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
  ownWaitOf({ ownLimit }: Ticket): number {
    const closure = ownLimit === undefined ? undefined : this.#closures.get(ownLimit);
    if (!closure) return 0;
    const now = this.#options.clock.now();
    // Where the clock was set back, nobody knows how long the rest is: the service is asked anew.
    return now < closure.from ? 0 : Math.max(0, closure.until - now);
  }

  /** Why a request would have to wait for longer than its call may. */
  refusalOf(ticket: Ticket): QuotaDenial | undefined {
    const { host, clock } = this.#options;
    const now = clock.now();
    const until = now + this.ownWaitOf(ticket);
    if (ticket.pending.mayWaitUntil(until, now)) return this.quota.refusalOf(ticket);
    return { until, reason: `the limit ${ticket.ownLimit} at ${host} is reached` };
  }

  /** Lets a request out if it may go at once. */
  tryEnter(ticket: Ticket): boolean {
    const isFirst = this.#queue.length === 0 && this.ownWaitOf(ticket) === 0;
    if (!isFirst || this.quota.isShared || !this.#hasRoom(ticket)) return false;
    if (this.quota.take(ticket) > 0) return false;
    this.#letOut(ticket);
    return true;
  }

  /** Lets a request wait until `admit` is called; returns what takes it out of the queue. */
  enqueue(ticket: Ticket, admit: Ticket["admit"]): () => void {
    ticket.admit = admit;
    this.#insert(ticket);
    this.#pump();
    return () => {
      if (this.#remove(ticket)) this.#pump();
    };
  }

  /** Moves the requests of a call that wait to the place of its new priority. */
  promote({ pending }: Ticket): void {
    const moved = this.#queue.filter((ticket) => ticket.pending === pending);
    for (const ticket of moved) this.#remove(ticket);
    for (const ticket of moved) this.#insert(ticket);
  }

  /**
   * Takes note that a request that was let out has ended; without an outcome, that it was cancelled.
   *
   * @returns Whether it was refused for a limit.
   */
  leave({ cost, ownLimit }: Ticket, outcome: CallOutcome | undefined): boolean {
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
  #hasRoom({ cost }: Ticket): boolean {
    if (this.#requests >= this.#options.maxInFlight) return false;
    return this.#inFlight === 0 || this.#inFlight + cost <= this.quota.pace.window;
  }

  #insert(ticket: Ticket): void {
    const rank = rankOf(ticket);
    const isBefore = (other: Ticket): boolean =>
      rankOf(other) < rank || (rankOf(other) === rank && ticket.pending.attempts === 0);
    this.#queue.splice(this.#queue.findLastIndex(isBefore) + 1, 0, ticket);
  }

  /** Tells whether it was there. */
  #remove(ticket: Ticket): boolean {
    const index = this.#queue.indexOf(ticket);
    if (index >= 0) this.#queue.splice(index, 1);
    return index >= 0;
  }

  #pump(): void {
    while (!this.#isAskingStore) {
      const [ticket] = this.#queue;
      if (!ticket) return this.#sleep();
      if (!this.#hasRoom(ticket)) return;
      if (this.quota.isShared) return void this.#askStore(ticket);
      if (this.#refuse(ticket)) continue;
      if (!this.#serve(ticket, this.quota.take(ticket))) return;
    }
  }

  /** Tells whether the request would wait for too long. */
  #refuse(ticket: Ticket): boolean {
    const refusal = this.quota.refusalOf(ticket);
    if (refusal && this.#remove(ticket)) ticket.admit?.(refusal);
    return refusal !== undefined;
  }

  /** Tells whether the next one may be looked at. */
  #serve(ticket: Ticket, wait: number): boolean {
    if (wait > 0) {
      this.#wakeIn(wait);
      return false;
    }
    this.#remove(ticket);
    this.#letOut(ticket);
    ticket.admit?.(undefined);
    return true;
  }

  #letOut({ cost }: Ticket): void {
    this.#requests += 1;
    this.#inFlight += cost;
  }

  async #askStore(ticket: Ticket): Promise<void> {
    this.#isAskingStore = true;
    const taken = await this.quota.takeShared(ticket).catch((error: unknown) => ({ error }));
    this.#isAskingStore = false;
    if (typeof taken !== "number") {
      if (this.#remove(ticket)) ticket.admit?.(taken);
      return this.#pump();
    }
    // The request that is first by now goes out, if it costs as much.
    const [first] = this.#queue;
    const next = first?.cost === ticket.cost ? first : this.#queue.find((item) => item === ticket);
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

function rankOf({ pending }: Ticket): number {
  return PRIORITIES.indexOf(pending.priority);
}

function isLimitRefusal({ error, answer }: CallOutcome): boolean {
  return isLimitStatus(answer?.status) || (isRpcError(error) && error.code === RPC_LIMIT_EXCEEDED);
}
