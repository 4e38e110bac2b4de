import { isLimitStatus } from "../../errors/mod.ts";
import { PATIENCE, type PendingCall } from "../_pending_call.ts";
import type { Answer } from "../answer.ts";
import type { Clock } from "../clock.ts";
import {
  availableAt,
  burstOf,
  DAY,
  freshState,
  movedBack,
  spend,
  today,
  waitFor,
  withAvailable,
} from "./_gcra.ts";
import { Pace, type TierChoice } from "./_pace.ts";
import {
  type QuotaLeft,
  type RateLimitHeaders,
  readRateLimitHeaders,
} from "./_rate_limit_headers.ts";
import type { Budget, QuotaState, QuotaStore } from "./quota_store.ts";

/** Options of the quotas at one API host. */
export interface QuotaOptions extends TierChoice {
  /** Origin of the API host. */
  readonly host: string;
  readonly clock: Clock;
  /** A number from 0 to 1, for backoff. */
  readonly random: () => number;
  readonly store: QuotaStore | undefined;
}

/** Requests that a call wants to send now. */
export interface Claim {
  readonly pending: PendingCall;
  /** Number of requests that they count as. */
  readonly cost: number;
}

/** Why a claim would have to wait for longer than its call may. */
export interface Refusal {
  /** The quota that is spent, in words. */
  readonly reason: string;
  /** When it is open again: milliseconds since 1970. */
  readonly until: number;
  /** Seconds until then. */
  readonly retryAfter: number;
}

/** Milliseconds of the first pause after a refusal that does not say when to come back, and of the longest. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;

/** Of a service without rate-limit headers, one answer in so many is looked at: reading a header is not free. */
const READ_EVERY = 8;

/** Requests that our count may be above the service's before the service's is taken. */
const TOLERANCE = 1;

/** The quotas at one API host: requests sent, requests left, and when the next may go out. */
export class Quota {
  readonly pace: Pace;
  readonly #options: QuotaOptions;
  #state: QuotaState;
  #perDay: number;
  #refusals = 0;
  /** True once the service has sent rate-limit headers. */
  #isTold = false;
  /** Answers since the last one that had them. */
  #unread = 0;
  /** Until when the service's count of the day holds: milliseconds since 1970. */
  #dayToldUntil = -Infinity;
  #seenAt = -Infinity;

  constructor(options: QuotaOptions) {
    const { perSecond, perDay, isCapped, clock } = options;
    this.#options = options;
    this.pace = new Pace(perSecond, isCapped ? perSecond : Infinity);
    this.#perDay = perDay;
    this.#state = freshState(clock.now());
  }

  /** True where it is in a store, so that only {@linkcode takeShared} takes from it. */
  get isShared(): boolean {
    return this.#options.store !== undefined;
  }

  /** The time of day. Where it was set back, what is waited for goes back with it. */
  #now(): number {
    const now = this.#options.clock.now();
    const back = this.#seenAt - now;
    this.#seenAt = now;
    if (back > 0) {
      this.#dayToldUntil -= back;
      this.#change((state) => movedBack(state, back));
    }
    return now;
  }

  /** The budget, as far as it is known here. The share of a burst that is left counts as the share of the second. */
  budget(): Budget {
    const now = this.#now();
    const { used, dayEndsAt } = today(this.#state, now);
    const { rate, ceiling } = this.pace;
    const available = Math.max(0, availableAt(this.#state, rate, now));
    const left =
      rate === Infinity ? Infinity : Math.round((available * Math.max(1, rate)) / burstOf(rate));
    const isBlocked = now < this.#state.blockedUntil;
    return {
      second: { limit: ceiling, remaining: isBlocked ? 0 : left },
      day: {
        limit: this.#perDay,
        remaining: Math.max(0, this.#perDay - used),
        resetsAt: new Date(dayEndsAt),
      },
    };
  }

  /** Takes what is claimed and returns 0, or returns the milliseconds to wait. */
  take(claim: Claim): number {
    const now = this.#now();
    const wait = this.#waitFor(claim, this.#state, now);
    if (wait === 0) this.#state = spend(this.#state, this.pace.rate, claim.cost, now);
    return wait;
  }

  /** The same in the store; rejects with what the store throws. */
  async takeShared(claim: Claim): Promise<number | Refusal> {
    const { store, host } = this.#options;
    let taken: number | Refusal = 0;
    const now = this.#now();
    const state = await store?.update(host, (known = freshState(now)) => {
      taken = this.refusalOf(claim, known) ?? this.#waitFor(claim, known, now);
      return taken === 0 ? spend(known, this.pace.rate, claim.cost, now) : known;
    });
    if (state) this.#state = state;
    return taken;
  }

  /** Counts requests that went out by another way; those that come next wait for them. */
  spend(cost: number): void {
    const now = this.#now();
    this.#change((state) => spend(state, this.pace.rate, cost, now));
  }

  /** Takes over what an answer tells of the quotas, with `inFlight` requests not yet answered. */
  learn(answer: Answer, inFlight: number): void {
    const isRead = this.#unread % READ_EVERY === 0 || isLimitStatus(answer.status);
    const told = isRead ? readRateLimitHeaders(answer.headers) : undefined;
    this.#unread = told ? 0 : this.#unread + 1;
    if (!told) return;
    const now = this.#now();
    const changes = [this.#learnSecond(told, inFlight, now)];
    if (told.perDay !== undefined) this.#learnLimit(told.perDay);
    if (told.day) changes.push(this.#learnDay(told.day, inFlight, now));
    this.#isTold = true;
    const news = changes.filter((change) => change !== undefined);
    if (news.length > 0) {
      this.#change((state) => news.reduce((changed, change) => change(changed), state));
    }
  }

  #learnSecond(
    { perSecond, second }: RateLimitHeaders,
    inFlight: number,
    now: number,
  ): Change | undefined {
    const before = availableAt(this.#state, this.pace.rate, now);
    const isNew = perSecond !== undefined && this.pace.tell(perSecond);
    const { rate } = this.pace;
    const owed = isNew && second ? owedAt(second, perSecond) : 0;
    const known = Math.min(before, -owed);
    const left = second ? leftOf(second, inFlight, known) : before;
    if (!isNew && this.#isTold && before - left <= TOLERANCE) return undefined;
    return (state) => withAvailable(state, left, rate, now);
  }

  #learnLimit(perDay: number): void {
    const { perDay: own, isCapped } = this.#options;
    this.#perDay = isCapped ? Math.min(own, perDay) : perDay;
  }

  /** The service's count is newer than ours, but lacks what is in flight. Its reset is rounded up to a second. */
  #learnDay(
    { remaining, resetAfter }: QuotaLeft,
    inFlight: number,
    now: number,
  ): Change | undefined {
    const known = today(this.#state, now);
    if (this.#perDay === Infinity) this.#perDay = known.used + remaining;
    const used = Math.max(0, this.#perDay - remaining);
    const told = resetAfter > 0 ? now + Math.min(DAY, resetAfter * 1_000) : known.dayEndsAt;
    const dayEndsAt = Math.abs(told - known.dayEndsAt) <= 1_000 ? known.dayEndsAt : told;
    this.#dayToldUntil = dayEndsAt;
    const isKnown = used <= known.used && known.used <= used + inFlight;
    if (isKnown && dayEndsAt === this.#state.dayEndsAt) return undefined;
    return (state) => ({ ...state, used, dayEndsAt });
  }

  /** The service took `cost` requests, as its answer said at `now`. */
  accept(cost: number, now: number): void {
    this.#refusals = 0;
    this.pace.taken(cost, now);
  }

  /** The service refused for its limits: nothing goes out before it said, or before it may have recovered. */
  block(answer: Answer | undefined): void {
    const now = this.#now();
    const told = answer?.retryAfter(now);
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

  /** Why a claim would have to wait for longer than its call may; undefined where it need not. */
  refusalOf(claim: Claim, shared?: QuotaState): Refusal | undefined {
    const { host, isNamed } = this.#options;
    const { pending } = claim;
    const now = this.#now();
    const state = shared ?? this.#state;
    const { dayEndsAt } = today(state, now);
    if (this.#isDaySpent(claim, state, now) && !pending.mayWaitUntil(dayEndsAt, now)) {
      return refusal(
        `the daily quota of ${this.#perDay} requests at ${host} is used up`,
        dayEndsAt,
        now,
      );
    }
    if (!pending.mayWaitUntil(state.blockedUntil, now)) {
      return refusal(`${host} accepts no requests`, state.blockedUntil, now);
    }
    // A guess is no reason to fail a call before its deadline.
    if (pending.deadlineAt === Infinity || !(isNamed || this.#isTold)) return undefined;
    const opensAt = now + this.#waitFor(claim, state, now);
    if (pending.mayWaitUntil(opensAt, now)) return undefined;
    return refusal(`the rate limit of ${host} is reached`, opensAt, now);
  }

  #waitFor(claim: Claim, state: QuotaState, now: number): number {
    const wait = waitFor(state, this.pace.rate, claim.cost, now);
    if (!this.#isDaySpent(claim, state, now)) return wait;
    return Math.max(wait, state.dayEndsAt - now);
  }

  /** Only a tier that was named, or the service's own count, says so for certain. */
  #isDaySpent({ cost }: Claim, state: QuotaState, now: number): boolean {
    if (!this.#options.isNamed && now >= this.#dayToldUntil) return false;
    return today(state, now).used + cost > this.#perDay;
  }

  /** A store that fails here says so to the next call. */
  #change(change: Change): void {
    const { store, host, clock } = this.#options;
    this.#state = change(this.#state);
    if (!store) return;
    const now = clock.now();
    const stored = async (): Promise<unknown> =>
      store.update(host, (state) => change(state ?? freshState(now)));
    stored().catch(ignore);
  }
}

type Change = (state: QuotaState) => QuotaState;

export function refusal(reason: string, until: number, now: number): Refusal {
  return { reason, until, retryAfter: Math.ceil((until - now) / 1_000) };
}

/** A service that has none left does not say how many it is owed, so what is `known` of that counts. */
function leftOf({ remaining }: QuotaLeft, inFlight: number, known: number): number {
  return remaining > 0 ? Math.max(0, remaining - inFlight - TOLERANCE) : Math.min(0, known);
}

/**
 * Requests that a service is owed at most, by how long it takes to be whole again: a second of it is its burst. A
 * service that takes longer than a call waits is asked again.
 */
function owedAt({ resetAfter }: QuotaLeft, perSecond: number): number {
  return Math.max(0, (Math.min(PATIENCE / 1_000, resetAfter) - 1) * perSecond);
}

function ignore(): void {}
