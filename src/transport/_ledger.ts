import { isLimitStatus, QuotaExhaustedError } from "../errors/mod.ts";
import type { Ticket } from "./_allowance.ts";
import { isTooLong, PATIENCE } from "./_is_too_long.ts";
import { Pace } from "./_pace.ts";
import { type RateHeaders, readRateHeaders } from "./_rate_headers.ts";
import { readRetryAfter } from "./_read_retry_after.ts";
import {
  type AllowanceLimits,
  availableAt,
  DAY,
  freshState,
  opensAt,
  spend,
  takeTurn,
  today,
  withAvailable,
} from "./_take_turn.ts";
import type { AllowanceState, AllowanceStore } from "./allowance_store.ts";
import type { Answer } from "./answer.ts";
import type { Budget } from "./budget.ts";
import type { Clock } from "./clock.ts";

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

/** Of a service that tells nothing, one answer in so many is looked at: reading a header is not free. */
const HEARD_EVERY = 8;

/** How much more we may believe to have than the service says before its word is taken. */
const TOLERANCE = 1;

/** What is known of the allowance at one API host: sent, left, and when it is open. */
export class Ledger {
  readonly pace: Pace;
  readonly #options: AllowanceOptions;
  #state: AllowanceState;
  #perDay: number;
  #refusals = 0;
  #isTold = false;
  /** Answers since the last one that told something. */
  #unheard = 0;
  /** Day of which the service said how much is left. */
  #toldDay: number | undefined;
  #seenAt = -Infinity;

  constructor(options: AllowanceOptions) {
    const { limits, isCapped, clock } = options;
    this.#options = options;
    this.pace = new Pace(limits.perSecond, isCapped ? limits.perSecond : Infinity);
    this.#perDay = limits.perDay;
    this.#state = freshState(clock.now());
  }

  /** Whether it is kept in a store, so that only {@linkcode takeShared} takes from it. */
  get isShared(): boolean {
    return this.#options.store !== undefined;
  }

  /** The time of day. Where it was set back, what is waited for goes back with it. */
  #now(): number {
    const now = this.#options.clock.now();
    const back = this.#seenAt - now;
    this.#seenAt = now;
    if (back > 0) this.#change((state) => movedBack(state, back));
    return now;
  }

  /** What is left, as far as is known here. */
  budget(): Budget {
    const now = this.#now();
    const { used, day } = today(this.#state, now);
    const limit = this.pace.ceiling;
    const left = Math.floor(availableAt(this.#state, this.pace.rate, now) + 0.001);
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
   * Takes what is claimed and tells true, or tells that it has to wait.
   *
   * @throws {QuotaExhaustedError} As {@linkcode refusalOf} says.
   */
  takeNow(claim: Ticket): boolean {
    const now = this.#now();
    const refusal = this.refusalOf(claim, now);
    if (refusal) throw refusal;
    return this.take(claim, now) === 0;
  }

  /** Takes what is claimed, or says how many milliseconds to wait. */
  take({ cost }: Ticket, now = this.#now()): number {
    const taken = takeTurn(this.#state, this.pace.rate, cost, now);
    this.#state = taken.state;
    return taken.wait;
  }

  /**
   * The same in the store.
   *
   * @throws {QuotaExhaustedError} As {@linkcode refusalOf} says; else what the store throws.
   */
  async takeShared(claim: Ticket): Promise<number> {
    const { store, host } = this.#options;
    let wait = 0;
    let refusal: Error | undefined;
    const now = this.#now();
    const state = await store?.update(host, (known) => {
      const before = known ?? freshState(now);
      const taken = takeTurn(before, this.pace.rate, claim.cost, now);
      refusal = this.refusalOf(claim, now, before);
      wait = taken.wait;
      return refusal ? before : taken.state;
    });
    if (state) this.#state = state;
    if (refusal) throw refusal;
    return wait;
  }

  /** Requests went out by another way than through here: they count, and are waited out by those that come next. */
  spend(cost: number): void {
    const now = this.#now();
    this.#change((state) => spend(state, this.pace.rate, cost, now));
  }

  /** The service answered: what it tells of the allowance counts, with `inFlight` requests not yet answered. */
  learn({ headers, status }: Answer, inFlight: number): void {
    const isWorth = this.#unheard % HEARD_EVERY === 0 || isLimitStatus(status);
    const told = isWorth ? readRateHeaders(headers) : undefined;
    this.#unheard = told ? 0 : this.#unheard + 1;
    if (!told) return;
    const now = this.#now();
    const { perSecond, perDay, quota } = told;
    const before = availableAt(this.#state, this.pace.rate, now);
    const isNew = perSecond !== undefined && this.pace.tell(perSecond);
    if (perDay !== undefined) this.#learnLimit(perDay);
    if (quota === "day") this.#learnDay(told.remaining, now);
    const { rate } = this.pace;
    const owed = isNew ? owedAt(told) : 0;
    const known = Math.min(before, -owed);
    const left = quota === "second" ? leftOf(told, inFlight, known) : before;
    if (isNew || !this.#isTold || before - left > TOLERANCE) {
      this.#change((state) => withAvailable(state, left, rate, now));
    }
    this.#isTold = true;
  }

  #learnLimit(perDay: number): void {
    const { limits, isCapped } = this.#options;
    this.#perDay = isCapped ? Math.min(limits.perDay, perDay) : perDay;
  }

  #learnDay(remaining: number, now: number): void {
    this.#toldDay = Math.floor(now / DAY);
    const used = Math.max(0, this.#perDay - remaining);
    this.#change((state) => ({ ...today(state, now), used }));
  }

  /** The service took `cost` requests, as its answer said at `now`. */
  taken(cost: number, now: number): void {
    this.#refusals = 0;
    this.pace.taken(cost, now);
  }

  /** The service refused for its limits: nothing goes out before it said, or before it may have recovered. */
  block(answer: Answer | undefined): void {
    const now = this.#now();
    const told = answer && readRetryAfter(answer.headers, now);
    if (now >= this.#state.blockedUntil) {
      this.pace.refused(now);
      this.#refusals += 1;
    }
    const grown = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (this.#refusals - 1));
    const until = now + (told ?? grown * (1 + this.#options.random()) * 0.5);
    const { rate } = this.pace;
    this.#change((state) => {
      const blockedUntil = Math.max(state.blockedUntil, until);
      return { ...withAvailable(state, 1, rate, blockedUntil), blockedUntil };
    });
  }

  /** Why a request would have to wait for longer than it may; undefined where it need not. */
  refusalOf(
    claim: Ticket,
    now: number = this.#now(),
    state: AllowanceState = this.#state,
  ): QuotaExhaustedError | undefined {
    const { host, isNamed } = this.#options;
    const { day, used } = today(state, now);
    const isCertain = isNamed || this.#toldDay === day;
    if (isCertain && used + claim.cost > this.#perDay) {
      const reason = `the ${this.#perDay} requests of today at ${host} are spent`;
      return this.#exhausted(reason, (day + 1) * DAY, claim, now);
    }
    if (isTooLong(state.blockedUntil, claim, now)) {
      return this.#exhausted(`${host} takes no requests`, state.blockedUntil, claim, now);
    }
    const { deadlineAt, cost } = claim;
    if (deadlineAt === Infinity || !(isNamed || this.#isTold)) return undefined;
    const openAt = opensAt(state, this.pace.rate, cost, now);
    if (openAt <= Math.max(now, deadlineAt)) return undefined;
    return this.#exhausted(`the allowance at ${host} is spent`, openAt, claim, now);
  }

  #exhausted(reason: string, until: number, { context }: Ticket, now: number): QuotaExhaustedError {
    const retryAfter = Math.ceil((until - now) / 1_000);
    return new QuotaExhaustedError(reason, new Date(until), { ...context, retryAfter });
  }

  /** What the service tells counts for everyone who shares the store; a store that fails says so to the next call. */
  #change(make: (state: AllowanceState) => AllowanceState): void {
    const { store, host, clock } = this.#options;
    this.#state = make(this.#state);
    if (!store) return;
    const now = clock.now();
    const changed = async (): Promise<unknown> =>
      store.update(host, (state) => make(state ?? freshState(now)));
    changed().catch(ignore);
  }
}

/** A service that has none left does not say how many it is owed, so what is `known` of that counts. */
function leftOf({ remaining }: RateHeaders, inFlight: number, known: number): number {
  return remaining > 0 ? Math.max(0, remaining - inFlight - TOLERANCE) : Math.min(0, known);
}

/**
 * Requests that a service is owed at most, by how long it takes to be whole again: a second of it is its burst. What says
 * that it takes longer than a call waits is asked again.
 */
function owedAt({ resetAfter, perSecond = 0 }: RateHeaders): number {
  return Math.max(0, (Math.min(PATIENCE / 1_000, resetAfter) - 1) * perSecond);
}

function movedBack(state: AllowanceState, back: number): AllowanceState {
  const { refilledAt, blockedUntil } = state;
  return { ...state, refilledAt: refilledAt - back, blockedUntil: blockedUntil - back };
}

function ignore(): void {}
