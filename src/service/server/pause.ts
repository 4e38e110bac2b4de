import { setTimeout } from "node:timers/promises";

/** Waits, or until `signal` is aborted; never rejects. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds === 0) return;
  await setTimeout(milliseconds, undefined, { signal }).catch(() => undefined);
}
