import { setTimeout as delay } from "node:timers/promises";
import type { Segment } from "../../../chains/mod.ts";
import type { RoutingParts } from "./routed_request.ts";

/** Most milliseconds that a request waits for its chain to be opened. */
const LONGEST_WAIT = 30_000;

/** Resolves to true once the chain of a served segment is open; to false where it cannot be, or that takes too long. */
export async function waitForChain(
  segment: Segment,
  { chains, opening }: Pick<RoutingParts, "chains" | "opening">,
): Promise<boolean> {
  const tooLong = delay(LONGEST_WAIT, undefined, { ref: false });
  await Promise.race([opening.get(segment)?.opened, tooLong]).catch(() => undefined);
  return chains.has(segment);
}

/** Says that a chain was waited for in vain. */
export function notOpenText(segment: Segment): string {
  return `The chain of ${segment} is not open yet, retry later; writing its first history takes a while`;
}
