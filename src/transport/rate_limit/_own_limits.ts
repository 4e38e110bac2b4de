import { OWN_LIMITS } from "../../generated/limits.gen.ts";
import type { Answer } from "../answer.ts";
import type { Clock } from "../clock.ts";
import type { PendingCall } from "../_pending_call.ts";
import { type Refusal, refusal } from "./_quota.ts";

/** A request, and the limit that its operation has for itself. */
interface OwnClaim {
  readonly pending: PendingCall;
  readonly ownLimit: string | undefined;
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
    const wait = answer?.retryAfter(from) ?? 0;
    this.#closures.set(limit, { from, until: from + wait });
  }

  /** Milliseconds until a request may go out; 0 where its operation has no limit of its own. */
  waitOf({ ownLimit }: OwnClaim): number {
    const closure = ownLimit === undefined ? undefined : this.#closures.get(ownLimit);
    if (!closure) return 0;
    const now = this.#clock.now();
    // Where the clock was set back, nobody knows how long the rest is: the service is asked anew.
    return now < closure.from ? 0 : Math.max(0, closure.until - now);
  }

  /** Why a request would have to wait for longer than its call may; undefined where it need not. */
  refusalOf(claim: OwnClaim): Refusal | undefined {
    const wait = this.waitOf(claim);
    const now = this.#clock.now();
    if (wait === 0 || claim.pending.mayWaitUntil(now + wait, now)) return undefined;
    return refusal(`the limit ${claim.ownLimit} at ${this.#host} is reached`, now + wait, now);
  }
}
