/**
 * One suite for every runtime: plain functions over the package as it is installed, without a test framework.
 *
 * @module
 */
import { batch } from "./batches.ts";
import { abortEvents, poll, reconnect, reorganise } from "./events.ts";
import { abort, breakOff, refuse, refuseUnsent, timeOut } from "./failures.ts";
import { walkAlpha, walkDelta } from "./lists.ts";
import { readAlpha, readByHand, readDelta, readStakes, useKey } from "./reads.ts";
import { submit } from "./submission.ts";
import type { World } from "./world.ts";

export type { World } from "./world.ts";

/** Result of a scenario. */
export interface Outcome {
  readonly name: string;
  /** Why it failed; null if it did not. */
  readonly fault: string | null;
}

/** The scenarios, in the order in which they run. */
export const SCENARIOS: Readonly<Record<string, (world: World) => Promise<void>>> = {
  "typed reads, delta": readDelta,
  "validators, stakes, proposals": readStakes,
  "typed reads, alpha": readAlpha,
  "rest.GET, fetch, schemas": readByHand,
  "a key": useKey,
  "every list, delta": walkDelta,
  "every list, alpha": walkAlpha,
  batches: batch,
  "sign, send, receipt": submit,
  "events, a lost connection": reconnect,
  "events, a reorganisation": reorganise,
  "events by polling": poll,
  "abort a subscription": abortEvents,
  "abort a call": abort,
  "timeouts and deadlines": timeOut,
  refusals: refuse,
  "lost and odd answers": breakOff,
  "refused unsent": refuseUnsent,
};

/** Milliseconds that a scenario may take. */
const LIMIT = 60_000;

/** Runs every scenario, one after the other. */
export async function runSuite(world: World): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [name, run] of Object.entries(SCENARIOS)) {
    outcomes.push({ name, fault: await faultOf(run(world)) });
  }
  return outcomes;
}

async function faultOf(run: Promise<void>): Promise<string | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Not done after ${LIMIT} ms`)), LIMIT);
  });
  try {
    await Promise.race([run, late]);
    return null;
  } catch (error) {
    return error instanceof Error ? `${error.message}\n${error.stack}` : String(error);
  } finally {
    clearTimeout(timer);
  }
}
