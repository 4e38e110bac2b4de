import { LONGEST_WAIT, type PendingCall } from "../pending_call.ts";
import type { Answer } from "../answer.ts";
import { ignore } from "../../notify.ts";
import type { Clock } from "../clock.ts";
import { Pace, type TierChoice } from "./pace.ts";
import { readRateLimitHeaders, type ReportedQuota } from "./rate_limit_headers.ts";
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

/** The denial of a call that would have to wait beyond its deadline. */
export interface QuotaDenial {
  /** The exhausted quota, in words. */
  readonly reason: string;
  /** End of the denial, in milliseconds since 1970. */
  readonly until: number;
}

const DAY = 86_400_000;

/** Milliseconds of the first and of the longest pause after a refusal without `Retry-After`. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;

/** Lowest rate that a service is assumed to mean, so that a call waits for a minute, not for days. */
const MIN_RATE = 1 / 60;

/** Difference from which on the service's count replaces a higher one of the client, in requests. */
const TOLERANCE = 1;

/** The quotas at one API host: sent and remaining requests, and the time of the next one. */
export class Quota {
  readonly pace: Pace;
  readonly #options: QuotaOptions;
  #state: QuotaState;
  #perDay: number;
  #refusals = 0;
  /** True once the service has sent rate-limit headers. */
  #hasHeaders = false;
  /** End of the day that the service reported, in milliseconds since 1970. */
  #reportedDayEnd = -Infinity;
  #seenAt = -Infinity;

  constructor(options: QuotaOptions) {
    const { perSecond, perDay, isCapped, clock } = options;
    this.#options = options;
    this.pace = new Pace(perSecond, isCapped ? perSecond : Infinity);
    this.#perDay = perDay;
    this.#state = stateOfToday(undefined, clock.now());
  }

  /** True if a store holds the quota, so that only {@linkcode takeShared} takes from it. */
  get isShared(): boolean {
    return this.#options.store !== undefined;
  }

  /** Reads the clock and updates the state. If the clock was set back, all times of the state move back too. */
  #now(): number {
    const now = this.#options.clock.now();
    const back = this.#seenAt - now;
    this.#seenAt = now;
    if (back > 0) {
      this.#reportedDayEnd -= back;
      this.#change((state) => ({
        refilledAt: state.refilledAt - back,
        blockedUntil: state.blockedUntil - back,
        dayEndsAt: state.dayEndsAt - back,
      }));
    }
    this.#state = stateOfToday(this.#state, now);
    return now;
  }

  /** The budget, as far as this client knows. */
  budget(): Budget {
    const now = this.#now();
    const { used, dayEndsAt, refilledAt, blockedUntil } = this.#state;
    const remaining = now < blockedUntil ? 0 : this.pace.leftOfSecond(now, refilledAt);
    return {
      second: { limit: this.pace.ceiling, remaining },
      day: {
        limit: this.#perDay,
        remaining: Math.max(0, this.#perDay - used),
        resetsAt: new Date(dayEndsAt),
      },
    };
  }

  /** Takes the cost of a call and returns 0, or returns the milliseconds to wait. */
  take(pending: PendingCall): number {
    const now = this.#now();
    const wait = this.#waitFor(pending, this.#state, now);
    if (wait === 0) this.#state = this.#spent(this.#state, pending.cost, now);
    return wait;
  }

  /** Takes the cost of a call in the store; rejects with the store's error. */
  async takeShared(pending: PendingCall): Promise<number | QuotaDenial> {
    const { store, host } = this.#options;
    let taken: number | QuotaDenial = 0;
    const now = this.#now();
    const state = await store?.update(host, (stored) => {
      const known = stateOfToday(stored, now);
      taken = this.denialOf(pending, known) ?? this.#waitFor(pending, known, now);
      return taken === 0 ? this.#spent(known, pending.cost, now) : known;
    });
    if (state) this.#state = state;
    return taken;
  }

  /** Counts requests that were sent without {@linkcode take}; later calls wait for their refill. */
  spend(cost: number): void {
    const now = this.#now();
    this.#change((state) => this.#spent(state, cost, now));
  }

  /** Returns requests that were never sent to the daily quota. */
  giveBack(cost: number): void {
    this.#change(({ used }) => ({ used: Math.max(0, used - cost) }));
  }

  /** Adopts the rate-limit headers of an answer, while `inFlight` requests are unanswered. */
  learn(answer: Answer, inFlight: number): void {
    const reported = readRateLimitHeaders(answer.headers);
    if (!reported) return;
    const now = this.#now();
    const changes = {
      ...this.#learnSecond(reported.second, inFlight, now),
      ...this.#learnDay(reported.day, inFlight, now),
    };
    this.#hasHeaders = true;
    if (Object.keys(changes).length === 0) return;
    const { refilledAt: least = 0 } = changes;
    // The service has not counted the requests in flight of others that share the quota, so it must not free theirs.
    this.#change(({ refilledAt }) =>
      this.isShared ? { ...changes, refilledAt: Math.max(refilledAt, least) } : changes,
    );
  }

  #learnSecond(
    { limit = 0, window = 1, remaining, resetAfter }: ReportedQuota,
    inFlight: number,
    now: number,
  ): Partial<QuotaState> | undefined {
    const { pace } = this;
    const before = pace.availableAt(now, this.#state.refilledAt);
    // A rate of 0 is ignored: a service that accepts no requests refuses them.
    const perSecond = Math.max(MIN_RATE, limit / window);
    const isNew = limit > 0 && window > 0 && pace.adopt(perSecond);
    let left = before;
    if (remaining) left = Math.max(0, remaining - inFlight - TOLERANCE);
    // A service with no requests left does not report credit, so the known credit counts.
    else if (remaining === 0)
      left = Math.min(0, before, isNew ? -creditOf(resetAfter, perSecond) : 0);
    const isKnown = !isNew && this.#hasHeaders && before - left <= TOLERANCE;
    if (isKnown || pace.rate === Infinity) return undefined;
    return { refilledAt: pace.refilledAt(now, left) };
  }

  /** The service's count is newer, but lacks the requests in flight, and its reset is rounded up to a second. */
  #learnDay(
    { limit, remaining, resetAfter }: ReportedQuota,
    inFlight: number,
    now: number,
  ): Partial<QuotaState> | undefined {
    const { perDay: own, isCapped } = this.#options;
    const known = this.#state;
    if (limit !== undefined) this.#perDay = isCapped ? Math.min(own, limit) : limit;
    if (remaining === undefined) return undefined;
    if (this.#perDay === Infinity) this.#perDay = known.used + remaining;
    const used = Math.max(0, this.#perDay - remaining);
    const end = resetAfter > 0 ? now + Math.min(DAY, resetAfter * 1_000) : known.dayEndsAt;
    const dayEndsAt = Math.abs(end - known.dayEndsAt) <= 1_000 ? known.dayEndsAt : end;
    this.#reportedDayEnd = dayEndsAt;
    const isKnown = used <= known.used && known.used <= used + inFlight;
    return isKnown && dayEndsAt === known.dayEndsAt ? undefined : { used, dayEndsAt };
  }

  /** Counts `cost` requests that the service accepted at `now`. */
  accept(cost: number, now: number): void {
    this.#refusals = 0;
    this.pace.accepted(cost, now);
  }

  /** Blocks calls after a refusal of `cost` requests: until `Retry-After`, or for a growing pause with jitter. */
  block(cost: number, answer: Answer | undefined): void {
    const { pace } = this;
    const now = this.#now();
    const retryAfter = answer?.retryAfter(now);
    if (now >= this.#state.blockedUntil) {
      pace.refused(cost, now);
      this.#refusals += 1;
    }
    const grown = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (this.#refusals - 1));
    const until = now + (retryAfter ?? grown * (1 + this.#options.random()) * 0.5);
    this.#change((state) => {
      const blockedUntil = Math.max(state.blockedUntil, until);
      return { blockedUntil, refilledAt: pace.refilledAt(blockedUntil, 1) };
    });
  }

  /** The denial of a call that would have to wait beyond its deadline; undefined for any other call. */
  denialOf(pending: PendingCall, stored?: QuotaState): QuotaDenial | undefined {
    const { host, isNamed } = this.#options;
    const now = this.#now();
    const state = stored ?? this.#state;
    function deny(until: number, reason: string): QuotaDenial | undefined {
      return pending.mayWaitUntil(until, now) ? undefined : { until, reason };
    }
    const spent = `the daily quota of ${this.#perDay} requests at ${host} is used up`;
    const denial =
      (this.#isDaySpent(pending, state, now) && deny(state.dayEndsAt, spent)) ||
      deny(state.blockedUntil, `${host} accepts no requests`);
    // An estimate is no reason to fail a call before its deadline.
    if (denial || pending.deadlineAt === Infinity || !(isNamed || this.#hasHeaders)) return denial;
    const opensAt = now + this.#waitFor(pending, state, now);
    return deny(opensAt, `the rate limit of ${host} is reached`);
  }

  #waitFor(pending: PendingCall, state: QuotaState, now: number): number {
    const { blockedUntil, refilledAt, dayEndsAt } = state;
    const wait =
      blockedUntil > now ? blockedUntil - now : this.pace.waitFor(pending.cost, now, refilledAt);
    return this.#isDaySpent(pending, state, now) ? Math.max(wait, dayEndsAt - now) : wait;
  }

  /** True if the daily quota is certainly used up: by a chosen tier, or by a report of the service. */
  #isDaySpent({ cost }: PendingCall, state: QuotaState, now: number): boolean {
    if (!this.#options.isNamed && now >= this.#reportedDayEnd) return false;
    return state.used + cost > this.#perDay;
  }

  /** The state after `cost` requests were sent. */
  #spent(state: QuotaState, cost: number, now: number): QuotaState {
    const refilledAt = this.pace.spend(cost, now, state.refilledAt);
    return { ...state, refilledAt, used: state.used + cost };
  }

  /** Changes the state here and in the store. If the store fails, the next call reports the error. */
  #change(change: (state: QuotaState) => Partial<QuotaState>): void {
    const { store, host, clock } = this.#options;
    this.#state = { ...this.#state, ...change(this.#state) };
    if (!store) return;
    const now = clock.now();
    const stored = async (): Promise<unknown> =>
      store.update(host, (state) => {
        const known = stateOfToday(state, now);
        return { ...known, ...change(known) };
      });
    stored().catch(ignore);
  }
}

/** The state, with a count of zero on a new day; without a state the initial one. */
function stateOfToday(state: QuotaState | undefined, now: number): QuotaState {
  if (state && now < state.dayEndsAt) return state;
  const dayEndsAt = (Math.floor(now / DAY) + 1) * DAY;
  return { refilledAt: 0, blockedUntil: 0, ...state, dayEndsAt, used: 0 };
}

/**
 * The largest credit of a service that is full again after `resetAfter` seconds, one of which refills the burst. Limited to
 * the longest wait of a call, after which the service is tried again.
 */
function creditOf(resetAfter: number, perSecond: number): number {
  return Math.max(0, (Math.min(LONGEST_WAIT / 1_000, resetAfter) - 1) * perSecond);
}
