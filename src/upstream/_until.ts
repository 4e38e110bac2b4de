import { sleep } from "../transport/internal.ts";
import type { Clock } from "../transport/mod.ts";

const STEP = 20;

/** Waits until a condition holds, at most so many milliseconds; tells whether it does then. */
export async function until(
  holds: () => boolean,
  patience: number,
  clock: Pick<Clock, "setTimeout" | "clearTimeout">,
  signal?: AbortSignal,
): Promise<boolean> {
  for (let waited = 0; ; waited += STEP) {
    if (holds()) return true;
    if (waited >= patience) return false;
    await sleep(STEP, clock, signal);
  }
}
