/** How long a call without a deadline waits for a service that says when to come back. */
export const PATIENCE = 60_000;

/** Tells whether a pause until `time` is longer than a call may wait. */
export function isTooLong(
  time: number,
  { deadlineAt }: { readonly deadlineAt: number },
  now: number,
): boolean {
  return time > Math.max(now, deadlineAt === Infinity ? now + PATIENCE : deadlineAt);
}
