import { isAlphadeltaError } from "../errors/mod.ts";
import { ignore } from "../notify.ts";
import { sleep, SYSTEM_CLOCK } from "../transport/internal.ts";
import type { Clock } from "../transport/mod.ts";
import { reasonOf } from "../validation/mod.ts";
import { DeliveryError } from "./delivery_error.ts";
import type { DeliveryAttempt } from "./progress.ts";
import type { Sink } from "./sink.ts";
import type { PendingBatch } from "./state.ts";

/** When a batch that failed is sent again. Times are in milliseconds. */
export interface DeliveryRetries {
  /** Time after which a receiver that fails is given up. @default {259_200_000} */
  readonly giveUp: number | undefined;
  /**
   * Longest pause after the first failure, which doubles with each further one, and the longest of all; each is drawn at
   * random from half of that on. @default {{ base: 1_000, cap: 300_000 }}
   */
  readonly backoff: { readonly base?: number; readonly cap?: number } | undefined;
  /** The clock of these times; by default the runtime's own. */
  readonly clock: Clock | undefined;
}

interface SendParts extends Partial<DeliveryRetries> {
  readonly sink: Sink;
  readonly signal?: AbortSignal | undefined;
  /** Called after each attempt. */
  readonly onAttempt: (attempt: DeliveryAttempt, failingSince: number) => Promise<void>;
}

const DAYS_3 = 259_200_000;

/** Longest pause that a timer of the runtime takes. */
const LONGEST = 2_147_483_647;

/**
 * Sends a batch until it is acknowledged: true; false if the signal aborts while it waits to send it again.
 *
 * @throws {DeliveryError} If it is given up, or the sink says that no attempt will help.
 */
export async function sendUntilAcknowledged(
  batch: PendingBatch,
  { sink, signal, giveUp = DAYS_3, backoff, clock = SYSTEM_CLOCK, onAttempt }: SendParts,
): Promise<boolean> {
  let failingSince = batch.failingSince;
  for (let failures = 1; ; failures++) {
    const begun = performance.now();
    const outcome = await sendOnce(sink, batch);
    const took = performance.now() - begun;
    if (!("error" in outcome)) {
      await onAttempt({ ...outcome, took }, 0);
      return true;
    }
    const { error } = outcome;
    failingSince ??= clock.now();
    const left = failingSince + giveUp - clock.now();
    const isFinal = isAlphadeltaError(error) && !error.retryable;
    const retryIn =
      isFinal || left <= 0 ? undefined : Math.min(pauseOf(error, failures, backoff), left);
    await onAttempt(attemptOf(error, took, retryIn), failingSince);
    if (isFinal) throw error;
    if (retryIn === undefined) throw givenUp(error, failures, failingSince);
    await sleep(retryIn, clock, signal).catch(ignore);
    if (signal?.aborted) return false;
  }
}

/** The status of an attempt, or its error: what its listener does is neither. */
async function sendOnce(
  sink: Sink,
  batch: PendingBatch,
): Promise<{ readonly status: number | undefined } | { readonly error: unknown }> {
  try {
    return { status: (await sink.send(batch)) ?? undefined };
  } catch (error) {
    return { error };
  }
}

function attemptOf(error: unknown, took: number, retryIn: number | undefined): DeliveryAttempt {
  const { status } = error as { readonly status?: number };
  const known = error instanceof Error ? error : new Error(reasonOf(error));
  return { status, took, error: known, ...(retryIn !== undefined && { retryIn }) };
}

function pauseOf(error: unknown, failures: number, backoff: DeliveryRetries["backoff"]): number {
  const { base = 1_000, cap = 300_000 } = backoff ?? {};
  const { retryAfter = 0 } = error as { readonly retryAfter?: number };
  const bound = Math.min(cap, base * 2 ** Math.min(failures - 1, 30));
  // A random part of the pause on top: a receiver that names a time names the same one to all.
  return Math.min(LONGEST, retryAfter * 1_000 + bound * (0.5 + Math.random() / 2));
}

function givenUp(cause: unknown, attempts: number, failingSince: number): DeliveryError {
  const since = new Date(failingSince).toISOString();
  const message = `Gave up: the receiver fails since ${since}: ${reasonOf(cause)}. The state keeps what is not acknowledged: start again once the receiver works.`;
  return new DeliveryError("given_up", message, { attempts, cause });
}
