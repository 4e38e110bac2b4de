import { PATIENCE, type PendingCall } from "../pending_call.ts";
import type { Answer } from "../answer.ts";
import { ignore } from "../../notify.ts";
import type { Clock } from "../clock.ts";
import { Pace, type TierChoice } from "./pace.ts";
import { readRateLimitHeaders, type ToldQuota } from "./rate_limit_headers.ts";
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

/** Why a call would have to wait for longer than its call may. */
export interface QuotaDenial {
  /** The quota that is spent, in words. */
  readonly reason: string;
  /** When it is open again: milliseconds since 1970. */
  readonly until: number;
}

const DAY = 86_400_000;

/** Milliseconds of the first pause after a refusal that does not say when to come back, and of the longest. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;

/** Requests a second that any service is taken to allow: a lower one is asked again after a minute, not after days. */
const LEAST_RATE = 1 / 60;

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
  /** Until when the service's count of the day holds: milliseconds since 1970. */
  #dayToldUntil = -Infinity;
  #seenAt = -Infinity;

  constructor(options: QuotaOptions) {
    const { perSecond, perDay, isCapped, clock } = options;
    this.#options = options;
    this.pace = new Pace(perSecond, isCapped ? perSecond : Infinity);
    this.#perDay = perDay;
    this.#state = today(undefined, clock.now());
  }

  /** True where it is in a store, so that only {@linkcode takeShared} takes from it. */
  get isShared(): boolean {
    return this.#options.store !== undefined;
  }

  /** The time of day, with the state as it is now. Where it was set back, what is waited for goes back with it. */
  #now(): number {
    const now = this.#options.clock.now();
    const back = this.#seenAt - now;
    this.#seenAt = now;
    if (back > 0) {
      this.#dayToldUntil -= back;
      this.#change((state) => ({
        refilledAt: state.refilledAt - back,
        blockedUntil: state.blockedUntil - back,
        dayEndsAt: state.dayEndsAt - back,
      }));
    }
    this.#state = today(this.#state, now);
    return now;
  }

  /** The budget, as far as it is known here. */
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

  /** Takes what a call counts as and returns 0, or returns the milliseconds to wait. */
  take(pending: PendingCall): number {
    const now = this.#now();
    const wait = this.#waitFor(pending, this.#state, now);
    if (wait === 0) this.#state = this.#spent(this.#state, pending.cost, now);
    return wait;
  }

  /** The same in the store; rejects with what the store throws. */
  async takeShared(pending: PendingCall): Promise<number | QuotaDenial> {
    const { store, host } = this.#options;
    let taken: number | QuotaDenial = 0;
    const now = this.#now();
    const state = await store?.update(host, (stored) => {
      const known = today(stored, now);
      taken = this.refusalOf(pending, known) ?? this.#waitFor(pending, known, now);
      return taken === 0 ? this.#spent(known, pending.cost, now) : known;
    });
    if (state) this.#state = state;
    return taken;
  }

  /** Counts requests that went out by another way; those that come next wait for them. */
  spend(cost: number): void {
    const now = this.#now();
    this.#change((state) => this.#spent(state, cost, now));
  }

  /** Gives requests back to the day that never went out. */
  giveBack(cost: number): void {
    this.#change(({ used }) => ({ used: Math.max(0, used - cost) }));
  }

  /** Takes over what an answer tells of the quotas, with `inFlight` requests not yet answered. */
  learn(answer: Answer, inFlight: number): void {
    const told = readRateLimitHeaders(answer.headers);
    if (!told) return;
    const now = this.#now();
    const changes = {
      ...this.#learnSecond(told.second, inFlight, now),
      ...this.#learnDay(told.day, inFlight, now),
    };
    this.#isTold = true;
    if (Object.keys(changes).length === 0) return;
    const { refilledAt: least = 0 } = changes;
    // The service has yet to count what others that share the quota have under way: it frees nothing of theirs.
    this.#change(({ refilledAt }) =>
      this.isShared ? { ...changes, refilledAt: Math.max(refilledAt, least) } : changes,
    );
  }

  #learnSecond(
    { limit = 0, window = 1, remaining, resetAfter }: ToldQuota,
    inFlight: number,
    now: number,
  ): Partial<QuotaState> | undefined {
    const { pace } = this;
    const before = pace.availableAt(now, this.#state.refilledAt);
    // A rate of 0 is ignored: a service that takes no requests says so by refusing them.
    const perSecond = Math.max(LEAST_RATE, limit / window);
    const isNew = limit > 0 && window > 0 && pace.tell(perSecond);
    let left = before;
    if (remaining) left = Math.max(0, remaining - inFlight - TOLERANCE);
    // A service that has none left does not say how many it is owed, so what is known of that counts.
    else if (remaining === 0)
      left = Math.min(0, before, isNew ? -owedAt(resetAfter, perSecond) : 0);
    const isKnown = !isNew && this.#isTold && before - left <= TOLERANCE;
    if (isKnown || pace.rate === Infinity) return undefined;
    return { refilledAt: pace.refilledAt(now, left) };
  }

  /** The service's count is newer than ours, but lacks what is in flight. Its reset is rounded up to a second. */
  #learnDay(
    { limit, remaining, resetAfter }: ToldQuota,
    inFlight: number,
    now: number,
  ): Partial<QuotaState> | undefined {
    const { perDay: own, isCapped } = this.#options;
    const known = this.#state;
    if (limit !== undefined) this.#perDay = isCapped ? Math.min(own, limit) : limit;
    if (remaining === undefined) return undefined;
    if (this.#perDay === Infinity) this.#perDay = known.used + remaining;
    const used = Math.max(0, this.#perDay - remaining);
    const told = resetAfter > 0 ? now + Math.min(DAY, resetAfter * 1_000) : known.dayEndsAt;
    const dayEndsAt = Math.abs(told - known.dayEndsAt) <= 1_000 ? known.dayEndsAt : told;
    this.#dayToldUntil = dayEndsAt;
    const isKnown = used <= known.used && known.used <= used + inFlight;
    return isKnown && dayEndsAt === known.dayEndsAt ? undefined : { used, dayEndsAt };
  }

  /** The service took `cost` requests, as its answer said at `now`. */
  accept(cost: number, now: number): void {
    this.#refusals = 0;
    this.pace.taken(cost, now);
  }

  /** The service refused `cost` requests: nothing goes out before it said, or before it may have recovered. */
  block(cost: number, answer: Answer | undefined): void {
    const { pace } = this;
    const now = this.#now();
    const told = answer?.retryAfter(now);
    if (now >= this.#state.blockedUntil) {
      pace.refused(cost, now);
      this.#refusals += 1;
    }
    const grown = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (this.#refusals - 1));
    const until = now + (told ?? grown * (1 + this.#options.random()) * 0.5);
    this.#change((state) => {
      const blockedUntil = Math.max(state.blockedUntil, until);
      return { blockedUntil, refilledAt: pace.refilledAt(blockedUntil, 1) };
    });
  }

  /** Why a call would have to wait for longer than its call may; undefined where it need not. */
  refusalOf(pending: PendingCall, shared?: QuotaState): QuotaDenial | undefined {
    const { host, isNamed } = this.#options;
    const now = this.#now();
    const state = shared ?? this.#state;
    function refuse(until: number, reason: string): QuotaDenial | undefined {
      return pending.mayWaitUntil(until, now) ? undefined : { until, reason };
    }
    const spent = `the daily quota of ${this.#perDay} requests at ${host} is used up`;
    const refusal =
      (this.#isDaySpent(pending, state, now) && refuse(state.dayEndsAt, spent)) ||
      refuse(state.blockedUntil, `${host} accepts no requests`);
    // A guess is no reason to fail a call before its deadline.
    if (refusal || pending.deadlineAt === Infinity || !(isNamed || this.#isTold)) return refusal;
    const opensAt = now + this.#waitFor(pending, state, now);
    return refuse(opensAt, `the rate limit of ${host} is reached`);
  }

  #waitFor(pending: PendingCall, state: QuotaState, now: number): number {
    const { blockedUntil, refilledAt, dayEndsAt } = state;
    const wait =
      blockedUntil > now ? blockedUntil - now : this.pace.waitFor(pending.cost, now, refilledAt);
    return this.#isDaySpent(pending, state, now) ? Math.max(wait, dayEndsAt - now) : wait;
  }

  /** Only a tier that was named, or the service's own count, says so for certain. */
  #isDaySpent({ cost }: PendingCall, state: QuotaState, now: number): boolean {
    if (!this.#options.isNamed && now >= this.#dayToldUntil) return false;
    return state.used + cost > this.#perDay;
  }

  /** The state after `cost` requests went out. */
  #spent(state: QuotaState, cost: number, now: number): QuotaState {
    const refilledAt = this.pace.spend(cost, now, state.refilledAt);
    return { ...state, refilledAt, used: state.used + cost };
  }

  /** A store that fails here says so to the next call. */
  #change(change: (state: QuotaState) => Partial<QuotaState>): void {
    const { store, host, clock } = this.#options;
    this.#state = { ...this.#state, ...change(this.#state) };
    if (!store) return;
    const now = clock.now();
    const stored = async (): Promise<unknown> =>
      store.update(host, (state) => {
        const known = today(state, now);
        return { ...known, ...change(known) };
      });
    stored().catch(ignore);
  }
}

/** The state with the day's count at zero if a new day has come; at first that before anything is sent. */
function today(state: QuotaState | undefined, now: number): QuotaState {
  if (state && now < state.dayEndsAt) return state;
  const dayEndsAt = (Math.floor(now / DAY) + 1) * DAY;
  return { refilledAt: 0, blockedUntil: 0, ...state, dayEndsAt, used: 0 };
}

/**
 * Requests that a service is owed at most, by how long it takes to be whole again: a second of it is its burst. A
 * service that takes longer than a call waits is asked again.
 */
function owedAt(resetAfter: number, perSecond: number): number {
  return Math.max(0, (Math.min(PATIENCE / 1_000, resetAfter) - 1) * perSecond);
}
