import { type ErrorContext, QuotaExhaustedError } from "../errors/mod.ts";
import { OWN_LIMITS } from "../generated/limits.gen.ts";
import { isTooLong } from "./_is_too_long.ts";
import { readRetryAfter } from "./_read_retry_after.ts";
import type { Answer } from "./answer.ts";
import type { Clock } from "./clock.ts";

/** What is asked of an own limit for a request. */
interface Claim {
  /** Name of the limit that the request's operation has for itself. */
  readonly ownLimit: string | undefined;
  readonly deadlineAt: number;
  readonly context: ErrorContext;
}

/** When a refusal came and until when it holds: milliseconds since 1970. */
interface Closure {
  readonly from: number;
  readonly until: number;
}

/** Name of the limit that the operation of a request has for itself, by the specs; most have none. */
export function ownLimitOf(method: string, url: string): string | undefined {
  return OWN_LIMITS.find((own) => own.method === method && own.url.test(url))?.limit;
}

/**
 * Limits that operations have for themselves at one API host, beside that of the tier. A refusal closes its own limit
 * alone, in this transport alone: other processes that share a store may send from other addresses.
 */
export class OwnLimits {
  readonly #host: string;
  readonly #clock: Clock;
  readonly #closures = new Map<string, Closure>();

  constructor(host: string, clock: Clock) {
    this.#host = host;
    this.#clock = clock;
  }

  /** The service refused: the limit is closed for as long as it said, and not at all where it said nothing. */
  close(limit: string, answer: Answer | undefined): void {
    const from = this.#clock.now();
    const wait = (answer && readRetryAfter(answer.headers, from)) ?? 0;
    this.#closures.set(limit, { from, until: from + wait });
  }

  /** Milliseconds until a request may go out; 0 where its operation has no limit of its own. */
  waitOf({ ownLimit }: Claim): number {
    const closure = ownLimit === undefined ? undefined : this.#closures.get(ownLimit);
    if (!closure) return 0;
    const now = this.#clock.now();
    // Where the clock was set back, nobody knows how long the rest is: the service is asked anew.
    return now < closure.from ? 0 : Math.max(0, closure.until - now);
  }

  /** Why a request would have to wait for longer than it may; undefined where it need not. */
  refusalOf(claim: Claim): QuotaExhaustedError | undefined {
    const wait = this.waitOf(claim);
    const now = this.#clock.now();
    if (wait === 0 || !isTooLong(now + wait, claim, now)) return undefined;
    const reason = `the limit ${claim.ownLimit} at ${this.#host} is spent`;
    const retryAfter = Math.ceil(wait / 1_000);
    return new QuotaExhaustedError(reason, new Date(now + wait), { ...claim.context, retryAfter });
  }
}
