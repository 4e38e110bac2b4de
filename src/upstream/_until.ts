import { sleep } from "../transport/internal.ts";
import type { Clock } from "../transport/mod.ts";

const STEP = 20;

/** Waits until a condition holds, at most so many milliseconds. */
export async function until(
  holds: () => boolean,
  patience: number,
  clock: Pick<Clock, "setTimeout" | "clearTimeout">,
): Promise<void> {
  for (let waited = 0; waited < patience && !holds(); waited += STEP)
    // oxlint-disable-next-line no-await-in-loop -- one step after another
    await sleep(STEP, clock, undefined);
}
