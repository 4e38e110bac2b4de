import { isLimitStatus, isRpcError } from "../../errors/mod.ts";
import { RPC_LIMIT_EXCEEDED } from "../../generated/errors.gen.ts";
import type { Outcome } from "../_pending_call.ts";
import { OwnLimits } from "./_own_limits.ts";
import { type Claim, Quota, type QuotaOptions, type Refusal } from "./_quota.ts";
import { PRIORITIES, type Priority } from "../call_options.ts";
import type { Budget } from "./quota_store.ts";

/** The claim of a call, in the queue or let out. */
export interface Ticket extends Claim, Queued {
  /** Name of the limit that its operation has for itself, beside that of the tier. */
  readonly ownLimit: string | undefined;
  priority: Priority;
  /** Ends its wait in the queue: it may go out, or is refused, or the store failed. */
  admit?: (denial: Denial | undefined) => void;
}

/** Why a call is not sent: a quota is spent, or the store failed. */
export type Denial = Refusal | { readonly error: unknown };

/** The rate limit at one API host: which request goes out next, and when. */
export class RateLimiter {
  readonly #options: QuotaOptions;
  readonly #quota: Quota;
  readonly #ownLimits: OwnLimits;
  readonly #queue = new RequestQueue<Ticket>();
  #inFlight = 0;
  #isAskingStore = false;
  #timer: unknown;

  constructor(options: QuotaOptions) {
    this.#options = options;
    this.#quota = new Quota(options);
    this.#ownLimits = new OwnLimits(options.host, options.clock);
  }

  /** The budget, as far as it is known here. */
  budget(): Budget {
    return this.#quota.budget();
  }

  /** Counts requests that went out by another way, such as a socket. */
  spend(cost: number): void {
    this.#quota.spend(cost);
  }

  /** Milliseconds that a request has to wait for the limit of its own operation; it holds no other back meanwhile. */
  ownWaitOf(ticket: Ticket): number {
    return this.#ownLimits.waitOf(ticket);
  }

  /** Why a request would have to wait for longer than its call may. */
  refusalOf(ticket: Ticket): Refusal | undefined {
    return this.#ownLimits.refusalOf(ticket) ?? this.#quota.refusalOf(ticket);
  }

  /** Lets a request out if it may go at once. */
  tryEnter(ticket: Ticket): boolean {
    const isFirst = this.#queue.head === undefined && this.ownWaitOf(ticket) === 0;
    if (!isFirst || this.#quota.isShared || !this.#hasRoom(ticket)) return false;
    if (this.#quota.take(ticket) > 0) return false;
    this.#inFlight += ticket.cost;
    return true;
  }

  /** Lets a request wait until `admit` is called. */
  enqueue(ticket: Ticket, admit: (denial: Denial | undefined) => void): void {
    ticket.admit = admit;
    this.#queue.add(ticket);
    this.#pump();
  }

  /** Takes a request that waits out of the queue. */
  cancel(ticket: Ticket): void {
    if (this.#queue.remove(ticket)) this.#pump();
  }

  /** Gives a request another priority, also in the queue. */
  promote(ticket: Ticket, priority: Priority): void {
    const isQueued = this.#queue.remove(ticket);
    ticket.priority = priority;
    if (isQueued) this.#queue.add(ticket);
  }

  /**
   * Takes note that a request that was let out has ended; without an outcome, that it was cancelled.
   *
   * @returns Whether it was refused for a limit.
   */
  leave(ticket: Ticket, outcome: Outcome | undefined): boolean {
    const { cost, ownLimit } = ticket;
    const answer = outcome?.answer;
    const isRefused = outcome !== undefined && isLimitRefusal(outcome);
    this.#inFlight -= cost;
    try {
      // Its headers may be about the limit of the operation.
      if (answer && ownLimit === undefined) this.#quota.learn(answer, this.#inFlight);
      if (isRefused && ownLimit !== undefined) this.#ownLimits.close(ownLimit, answer);
      else if (isRefused) {
        this.#quota.block(answer);
        for (const waiting of this.#queue.items) this.#refuse(waiting);
      } else if (answer) this.#quota.accept(cost, answer.cameAt);
    } finally {
      // The user's own `random` or clock may throw, which is no reason to hold other calls.
      if (this.#queue.head) this.#pump();
    }
    return isRefused;
  }

  /** A batch that is larger than the window goes alone. */
  #hasRoom({ cost }: Ticket): boolean {
    return this.#inFlight === 0 || this.#inFlight + cost <= this.#quota.pace.window;
  }

  #pump(): void {
    while (!this.#isAskingStore) {
      const ticket = this.#queue.head;
      if (!ticket) return this.#sleep();
      if (!this.#hasRoom(ticket)) return;
      if (this.#quota.isShared) return void this.#askStore(ticket);
      if (this.#refuse(ticket)) continue;
      if (!this.#serve(ticket, this.#quota.take(ticket))) return;
    }
  }

  /** Tells whether the request would wait for too long. */
  #refuse(ticket: Ticket): boolean {
    const refusal = this.#quota.refusalOf(ticket);
    if (refusal && this.#queue.remove(ticket)) ticket.admit?.(refusal);
    return refusal !== undefined;
  }

  /** Tells whether the next one may be looked at. */
  #serve(ticket: Ticket, wait: number): boolean {
    if (wait > 0) {
      this.#wakeIn(wait);
      return false;
    }
    this.#queue.remove(ticket);
    this.#inFlight += ticket.cost;
    ticket.admit?.(undefined);
    return true;
  }

  async #askStore(ticket: Ticket): Promise<void> {
    this.#isAskingStore = true;
    const taken = await this.#quota.takeShared(ticket).catch((error: unknown) => ({ error }));
    this.#isAskingStore = false;
    if (typeof taken !== "number") {
      if (this.#queue.remove(ticket)) ticket.admit?.(taken);
      return this.#pump();
    }
    // The request that is first by now goes out, if it costs as much.
    const { head } = this.#queue;
    const isEqual = head?.cost === ticket.cost;
    const next = isEqual ? head : this.#queue.items.find((item) => item === ticket);
    if (!next || this.#serve(next, taken)) this.#pump();
  }

  #wakeIn(wait: number): void {
    this.#sleep();
    this.#timer = this.#options.clock.setTimeout(() => {
      this.#timer = undefined;
      this.#pump();
    }, Math.ceil(wait));
  }

  /** A timer would keep a process alive in which nobody waits. */
  #sleep(): void {
    if (this.#timer !== undefined) this.#options.clock.clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

function isLimitRefusal({ error, answer }: Outcome): boolean {
  return isLimitStatus(answer?.status) || (isRpcError(error) && error.code === RPC_LIMIT_EXCEEDED);
}

/** An item of a {@linkcode RequestQueue}. */
export interface Queued {
  readonly priority: Priority;
  /** True of an item that waited before: it goes to the front of its queue. */
  hasWaited: boolean;
}

/** A queue for each priority. */
export class RequestQueue<Item extends Queued> {
  readonly #queues: Readonly<Record<Priority, Item[]>> = {
    interactive: [],
    watch: [],
    backfill: [],
  };

  /** The first item of the most urgent queue. */
  get head(): Item | undefined {
    for (const priority of PRIORITIES) {
      const first = this.#queues[priority].at(0);
      if (first) return first;
    }
    return undefined;
  }

  get items(): readonly Item[] {
    return PRIORITIES.flatMap((priority) => this.#queues[priority]);
  }

  add(item: Item): void {
    const queue = this.#queues[item.priority];
    if (item.hasWaited) queue.unshift(item);
    else queue.push(item);
  }

  /** Tells whether it was there. */
  remove(item: Item): boolean {
    const queue = this.#queues[item.priority];
    const index = queue[0] === item ? 0 : queue.indexOf(item);
    if (index === 0) queue.shift();
    else if (index > 0) queue.splice(index, 1);
    return index >= 0;
  }
}
