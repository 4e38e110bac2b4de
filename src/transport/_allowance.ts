import { type ErrorContext, QuotaExhaustedError } from "../errors/mod.ts";
import type { AllowanceState, AllowanceStore } from "./allowance_store.ts";
import type { Answer } from "./answer.ts";
import type { Budget } from "./budget.ts";
import type { Priority } from "./call_options.ts";
import type { Clock } from "./clock.ts";
import { Pace } from "./_pace.ts";
import { Queue } from "./_queue.ts";
import { readRateHeaders, readRetryAfter } from "./_rate_headers.ts";
import {
  type AllowanceLimits,
  availableAt,
  DAY,
  freshState,
  takeTurn,
  today,
  withAvailable,
} from "./_take_turn.ts";

/** A request that wants to go out. */
export interface Ticket {
  priority: Priority;
  readonly cost: number;
  /** When the call must have ended: milliseconds since 1970, or `Infinity`. */
  readonly deadlineAt: number;
  /** Whether it went out before. */
  hasWaited: boolean;
  readonly context: ErrorContext;
}

interface Waiting extends Ticket {
  admit: () => void;
  refuse: (error: unknown) => void;
}

/** What an allowance needs to know. */
export interface AllowanceOptions {
  readonly host: string;
  readonly limits: AllowanceLimits;
  /** Whether the user gave figures of their own, which the service may lower but not raise. */
  readonly isCapped: boolean;
  /** Whether the user named the tier, so that its day is known without the service's word. */
  readonly isNamed: boolean;
  readonly clock: Clock;
  readonly random: () => number;
  readonly store: AllowanceStore | undefined;
}

/** Pause after a refusal that does not say when to come back, and what it grows to when they go on. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;

/** How long a call without a deadline waits for a service that says when to come back. */
const PATIENCE = 60_000;

/** How much more we may believe to have than the service says before its word is taken. */
const TOLERANCE = 1;

/** The allowance at one API host: who goes out next, and when. */
export class Allowance {
  readonly #options: AllowanceOptions;
  readonly #pace: Pace;
  readonly #queue = new Queue<Waiting>();
  #state: AllowanceState;
  #perDay: number;
  #inFlight = 0;
  #refusals = 0;
  #isTold = false;
  /** Day of which the service said how much is left. */
  #toldDay: number | undefined;
  #isAsking = false;
  #timer: unknown;

  constructor(options: AllowanceOptions) {
    const { limits, isCapped, clock } = options;
    this.#options = options;
    this.#pace = new Pace(limits.perSecond, isCapped ? limits.perSecond : Infinity);
    this.#perDay = limits.perDay;
    this.#state = freshState(clock.now());
  }

  /** What is left, as far as is known here. */
  budget(): Budget {
    const now = this.#options.clock.now();
    const { used, day } = today(this.#state, now);
    const limit = this.#pace.ceiling;
    const left = Math.floor(availableAt(this.#state, this.#pace.rate, now) + 0.001);
    const isBlocked = now < this.#state.blockedUntil;
    return {
      second: { limit, remaining: isBlocked ? 0 : Math.max(0, left) },
      day: {
        limit: this.#perDay,
        remaining: Math.max(0, this.#perDay - used),
        resetsAt: new Date((day + 1) * DAY),
      },
    };
  }

  /**
   * Lets a request out: at once where it returns undefined, else when the promise resolves.
   *
   * @throws {QuotaExhaustedError} If the service takes none for longer than the request may wait.
   */
  enter(ticket: Ticket): Promise<void> | undefined {
    const isFirst = this.#queue.head === undefined;
    if (isFirst && !this.#options.store && this.#hasRoom(ticket)) {
      const refusal = this.#refusalOf(ticket);
      if (refusal) throw refusal;
      if (this.#takeHere(ticket) === 0) {
        this.#inFlight += ticket.cost;
        return undefined;
      }
    }
    return new Promise((admit, refuse) => {
      this.#queue.add(Object.assign(ticket, { admit, refuse }), ticket.hasWaited);
      this.#pump();
    });
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
    const now = this.#options.clock.now();
    this.#inFlight -= ticket.cost;
    if (answer) this.#learn(answer, now);
    if (isLimit) this.#block(answer, now);
    else if (answer) {
      this.#refusals = 0;
      this.#pace.taken(ticket.cost, now);
    }
    if (this.#queue.head) this.#pump();
  }

  /** Tells whether a request would have to wait for longer than it may. */
  isClosedTo(ticket: Ticket): boolean {
    return this.#refusalOf(ticket) !== undefined;
  }

  /** Tells whether a pause until `time` is longer than a request may wait. */
  outlasts({ deadlineAt }: Ticket, time: number): boolean {
    const now = this.#options.clock.now();
    return time > Math.max(now, deadlineAt === Infinity ? now + PATIENCE : deadlineAt);
  }

  get #limits(): AllowanceLimits {
    return { perSecond: this.#pace.rate, perDay: this.#perDay };
  }

  /** A batch that is larger than the window goes alone. */
  #hasRoom({ cost }: Ticket): boolean {
    return this.#inFlight === 0 || this.#inFlight + cost <= this.#pace.window;
  }

  #pump(): void {
    while (!this.#isAsking) {
      const ticket = this.#queue.head;
      if (!ticket || !this.#hasRoom(ticket)) return;
      if (this.#options.store) return void this.#ask(ticket);
      if (this.#refuse(ticket, this.#refusalOf(ticket))) continue;
      if (!this.#serve(ticket, this.#takeHere(ticket))) return;
    }
  }

  /** Tells whether the ticket's wait would be too long. */
  #refuse(ticket: Waiting, refusal: Error | undefined): boolean {
    if (!refusal) return false;
    if (this.#queue.remove(ticket)) ticket.refuse(refusal);
    return true;
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

  #takeHere({ cost }: Ticket): number {
    const taken = takeTurn(this.#state, this.#limits, cost, this.#options.clock.now());
    this.#state = taken.state;
    return taken.wait;
  }

  async #ask(ticket: Waiting): Promise<void> {
    this.#isAsking = true;
    let wait = 0;
    let refusal: Error | undefined;
    try {
      await this.#change((state, now) => {
        refusal = this.#refusalOf(ticket, state);
        if (refusal) return state;
        const taken = takeTurn(state, this.#limits, ticket.cost, now);
        wait = taken.wait;
        return taken.state;
      });
    } catch (error) {
      refusal = error as Error;
    }
    this.#isAsking = false;
    if (this.#refuse(ticket, refusal)) return this.#pump();
    // Whoever is next by now has the turn of one that gave up in the meantime.
    const next = this.#queue.head;
    if (next && this.#serve(next, wait)) this.#pump();
  }

  /** Changes the state, in the store where there is one. */
  #change(
    make: (state: AllowanceState, now: number) => AllowanceState,
  ): Promise<AllowanceState> | undefined {
    const { store, host, clock } = this.#options;
    const now = clock.now();
    if (!store) {
      this.#state = make(this.#state, now);
      return undefined;
    }
    return Promise.resolve(store.update(host, (state) => make(state ?? freshState(now), now))).then(
      (state) => (this.#state = state),
    );
  }

  /** What the service tells counts for everyone who shares the store; a store that fails says so to the next call. */
  #changeLater(make: (state: AllowanceState, now: number) => AllowanceState): void {
    this.#change(make)?.catch(ignore);
  }

  #learn({ headers }: Answer, now: number): void {
    const told = readRateHeaders(headers);
    if (!told) return;
    const { perSecond, perDay, remaining, quota } = told;
    const before = availableAt(this.#state, this.#pace.rate, now);
    const isNew = perSecond !== undefined && this.#pace.tell(perSecond);
    if (perDay !== undefined) {
      const { limits, isCapped } = this.#options;
      this.#perDay = isCapped ? Math.min(limits.perDay, perDay) : perDay;
    }
    if (quota === "day") this.#learnDay(remaining, now);
    const { rate } = this.#pace;
    const left = quota === "second" ? Math.max(0, remaining - this.#inFlight - TOLERANCE) : before;
    if (isNew || !this.#isTold || before - left > TOLERANCE) {
      this.#changeLater((state, at) => withAvailable(state, left, rate, at));
    }
    this.#isTold = true;
  }

  #learnDay(remaining: number, now: number): void {
    this.#toldDay = Math.floor(now / DAY);
    const used = Math.max(0, this.#perDay - remaining);
    this.#changeLater((state, at) => ({ ...today(state, at), used }));
  }

  /** One pause for everyone: nothing goes out before the service said, or before it may have recovered. */
  #block(answer: Answer | undefined, now: number): void {
    const told = answer && readRetryAfter(answer.headers, now);
    const isNew = now >= this.#state.blockedUntil;
    if (isNew) {
      this.#pace.refused(now);
      this.#refusals += 1;
    }
    const grown = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (this.#refusals - 1));
    const until = now + (told ?? grown * (1 + this.#options.random()) * 0.5);
    const { rate } = this.#pace;
    this.#changeLater((state) => {
      const blockedUntil = Math.max(state.blockedUntil, until);
      return { ...withAvailable(state, 1, rate, blockedUntil), blockedUntil };
    });
    for (const ticket of this.#queue.items) this.#refuse(ticket, this.#refusalOf(ticket));
  }

  #refusalOf(ticket: Ticket, state = this.#state): QuotaExhaustedError | undefined {
    const now = this.#options.clock.now();
    const { host, isNamed } = this.#options;
    const { day, used } = today(state, now);
    const isCertain = isNamed || this.#toldDay === day;
    if (isCertain && used + ticket.cost > this.#perDay) {
      const reason = `the ${this.#perDay} requests of today at ${host} are spent`;
      return this.#exhausted(reason, (day + 1) * DAY, ticket, now);
    }
    if (!this.outlasts(ticket, state.blockedUntil)) return undefined;
    return this.#exhausted(`${host} takes no requests`, state.blockedUntil, ticket, now);
  }

  #exhausted(reason: string, until: number, { context }: Ticket, now: number): QuotaExhaustedError {
    const retryAfter = Math.ceil((until - now) / 1_000);
    return new QuotaExhaustedError(reason, new Date(until), { ...context, retryAfter });
  }

  #wakeIn(wait: number): void {
    const { clock } = this.#options;
    if (this.#timer !== undefined) clock.clearTimeout(this.#timer);
    this.#timer = clock.setTimeout(() => {
      this.#timer = undefined;
      this.#pump();
    }, Math.ceil(wait));
  }
}

function ignore(): void {}
