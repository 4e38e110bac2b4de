import { isTransientStatus } from "../errors/internal.ts";
import { isAlphadeltaError } from "../errors/mod.ts";
import type { Clock } from "./clock.ts";
import { type CallOutcome, type PendingCall, type Sender, UNSENT } from "./pending_call.ts";

/** Milliseconds of the longest first backoff; each further one may be twice as long. */
const FIRST_BACKOFF = 250;
const LONGEST_BACKOFF = 8_000;

/**
 * Retries calls that are safe to repeat after a transient error: after the pause that the service asks for, else after
 * a random one (full jitter), so that clients that failed together do not come back together. A pause that ends after
 * the deadline is not begun: the call ends with the error. Calls whose request failed have one pause for all, and so go out
 * together again.
 */
export function retry(
  send: Sender,
  { clock, random }: { readonly clock: Clock; readonly random: () => number },
): Sender {
  function pauseAfter({ answer, again }: CallOutcome, tries: number, now: number): number {
    if (again === "now") return 0;
    const backoff = Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** (tries - 1));
    return answer?.retryAfter(now) ?? random() * backoff;
  }

  return async function sendRetried(pending) {
    for (let tries = 1; ; tries += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after another
      const outcome = await send(pending);
      if (outcome === UNSENT) {
        tries -= 1;
        continue;
      }
      if (tries > pending.policy.retries || !isTransient(pending, outcome)) return outcome;
      const { shared } = outcome;
      const now = clock.now();
      const pause = shared?.delay ?? pauseAfter(outcome, tries, now);
      if (!pending.mayWaitUntil(now + pause, now)) return outcome;
      if (shared) shared.begin(pause);
      else pending.trace?.retry(pending, outcome, pause);
      // oxlint-disable-next-line no-await-in-loop -- one after another
      if (pause > 0) await (shared ? shared.wait(pending, clock) : pending.sleep(pause, clock));
    }
  };
}

/** Tells whether the same call may succeed later. */
function isTransient({ call }: PendingCall, outcome: CallOutcome): boolean {
  const { isError, error, answer, isFinal, again } = outcome;
  if (!call.safe || isFinal) return false;
  if (isError) return again !== undefined || (isAlphadeltaError(error) && error.retryable);
  return isTransientStatus(answer?.status);
}
