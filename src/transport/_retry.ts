import { isTransientStatus } from "../errors/internal.ts";
import { isAlphadeltaError } from "../errors/mod.ts";
import type { Clock } from "./clock.ts";
import type { CallOutcome, PendingCall, Sender } from "./pending_call.ts";

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

  function sendRetried(pending: PendingCall): void {
    pending.send(send, receive);
  }

  function receive(pending: PendingCall, outcome: CallOutcome): void {
    pending.tries += 1;
    const { tries, policy } = pending;
    if (tries > policy.retries || !isTransient(pending, outcome)) return pending.settle(outcome);
    const { sharedPause } = outcome;
    const now = clock.now();
    const pause = sharedPause?.delay ?? pauseAfter(outcome, tries, now);
    if (!pending.mayWaitUntil(now + pause, now)) return pending.settle(outcome);
    if (sharedPause) sharedPause.begin(pause);
    else pending.trace?.retry(pending, outcome, pause);
    if (pause <= 0) sendRetried(pending);
    else if (sharedPause) pending.wait<void>((goOn) => sharedPause.wait(clock, goOn), sendRetried);
    else pending.sleep(pause, clock, sendRetried);
  }

  return sendRetried;
}

/** Tells whether the same call may succeed later. */
function isTransient({ call }: PendingCall, outcome: CallOutcome): boolean {
  const { isError, error, answer, isFinal, again } = outcome;
  if (!call.safe || isFinal) return false;
  if (isError) return again !== undefined || (isAlphadeltaError(error) && error.retryable);
  return answer?.ok === false && isTransientStatus(answer.status);
}
