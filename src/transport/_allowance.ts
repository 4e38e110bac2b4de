import { type AllowanceOptions, Ledger } from "./_ledger.ts";
import { OwnLimits } from "./_own_limits.ts";
import { Queue } from "./_queue.ts";
import type { ErrorContext } from "../errors/mod.ts";
import type { Answer } from "./answer.ts";
import type { Budget } from "./budget.ts";
import type { Priority } from "./call_options.ts";

/** A request that wants to go out. */
export interface Ticket {
  /** Requests that it counts as. */
  readonly cost: number;
  /** When the call must have ended: milliseconds since 1970, or `Infinity`. */
  readonly deadlineAt: number;
  /** The call it is for. */
  readonly context: ErrorContext;
  /** Name of the limit that its operation has for itself, beside that of the tier. */
  readonly ownLimit: string | undefined;
  /** Who waits goes out in that order. */
  priority: Priority;
  /** Whether it went out before. */
  hasWaited: boolean;
}

interface Waiting extends Ticket {
  admit: () => void;
  refuse: (error: unknown) => void;
}

/** The allowance at one API host: who goes out next, and when. */
export class Allowance {
  readonly #options: AllowanceOptions;
  readonly #ledger: Ledger;
  readonly #ownLimits: OwnLimits;
  readonly #queue = new Queue<Waiting>();
  #inFlight = 0;
  #isAsking = false;
  #timer: unknown;

  constructor(options: AllowanceOptions) {
    this.#options = options;
    this.#ledger = new Ledger(options);
    this.#ownLimits = new OwnLimits(options.host, options.clock);
  }

  /** What is left, as far as is known here. */
  budget(): Budget {
    return this.#ledger.budget();
  }

  /**
   * Milliseconds that a request has to wait for the limit of its own operation before it may {@linkcode enter}: it holds
   * nobody else back meanwhile.
   *
   * @throws {QuotaExhaustedError} If that is longer than the request may wait.
   */
  ownWaitOf(ticket: Ticket): number {
    const refusal = this.#ownLimits.refusalOf(ticket);
    if (refusal) throw refusal;
    return this.#ownLimits.waitOf(ticket);
  }

  /**
   * Lets a request out: at once where it returns undefined, else when the promise resolves.
   *
   * @throws {QuotaExhaustedError} If the service takes none for longer than the request may wait.
   */
  enter(ticket: Ticket): Promise<void> | undefined {
    const isFirst = this.#queue.head === undefined;
    const isOpen = isFirst && !this.#ledger.isShared && this.#hasRoom(ticket);
    if (isOpen && this.#ledger.takeNow(ticket)) {
      this.#inFlight += ticket.cost;
      return undefined;
    }
    return new Promise((admit, refuse) => {
      this.#queue.add(Object.assign(ticket, { admit, refuse }), ticket.hasWaited);
      this.#pump();
    });
  }

  /** Requests went out by another way, such as a socket. */
  spend(cost: number): void {
    this.#ledger.spend(cost);
  }

  /** A request that waits gives up; one that is out is left to {@linkcode leave}. */
  cancel(ticket: Ticket): void {
    if (this.#queue.remove(ticket as Waiting)) this.#pump();
  }

  /** A request that waits becomes more urgent. */
  promote(ticket: Ticket, priority: Priority): void {
    if (!this.#queue.remove(ticket as Waiting)) return;
    ticket.priority = priority;
    this.#queue.add(ticket as Waiting, ticket.hasWaited);
  }

  /** A request that was let out has ended, with an answer or without; `isLimit` where it was refused for the limits. */
  leave(ticket: Ticket, answer: Answer | undefined, isLimit: boolean): void {
    this.#inFlight -= ticket.cost;
    const { ownLimit } = ticket;
    // What the answer says of limits may be about that of the operation.
    if (answer && ownLimit === undefined) this.#ledger.learn(answer, this.#inFlight);
    if (isLimit && ownLimit !== undefined) this.#ownLimits.close(ownLimit, answer);
    else if (isLimit) {
      this.#ledger.block(answer);
      for (const waiting of this.#queue.items) this.#refuse(waiting);
    } else if (answer) this.#ledger.taken(ticket.cost, answer.cameAt);
    if (this.#queue.head) this.#pump();
  }

  /** Tells whether a request would have to wait for longer than it may. */
  isClosedTo(ticket: Ticket): boolean {
    return (this.#ownLimits.refusalOf(ticket) ?? this.#ledger.refusalOf(ticket)) !== undefined;
  }

  /** A batch that is larger than the window goes alone. */
  #hasRoom({ cost }: Ticket): boolean {
    return this.#inFlight === 0 || this.#inFlight + cost <= this.#ledger.pace.window;
  }

  #pump(): void {
    while (!this.#isAsking) {
      const ticket = this.#queue.head;
      if (!ticket) return this.#sleep();
      if (!this.#hasRoom(ticket)) return;
      if (this.#ledger.isShared) return void this.#ask(ticket);
      if (this.#refuse(ticket)) continue;
      if (!this.#serve(ticket, this.#ledger.take(ticket))) return;
    }
  }

  /** Tells whether the ticket's wait would be too long. */
  #refuse(ticket: Waiting): boolean {
    const refusal = this.#ledger.refusalOf(ticket);
    if (refusal && this.#queue.remove(ticket)) ticket.refuse(refusal);
    return refusal !== undefined;
  }

  /** Tells whether the next one may be looked at. */
  #serve(ticket: Waiting, wait: number): boolean {
    if (wait > 0) {
      this.#wakeIn(wait);
      return false;
    }
    this.#queue.remove(ticket);
    this.#inFlight += ticket.cost;
    ticket.admit();
    return true;
  }

  async #ask(ticket: Waiting): Promise<void> {
    this.#isAsking = true;
    let wait: number;
    try {
      wait = await this.#ledger.takeShared(ticket);
    } catch (error) {
      this.#isAsking = false;
      if (this.#queue.remove(ticket)) ticket.refuse(error);
      return this.#pump();
    }
    this.#isAsking = false;
    // Whoever is next by now has the turn, if it takes as much.
    const { head } = this.#queue;
    const isEqual = head?.cost === ticket.cost;
    const next = isEqual ? head : this.#queue.items.find((item) => item === ticket);
    if (!next || this.#serve(next, wait)) this.#pump();
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
