import { setTimeout as delay } from "node:timers/promises";
import type { Segment } from "../../../chains/mod.ts";
import type { Backend } from "../backend.ts";
import type { ServedChain } from "../data_folder/mod.ts";

/** Most milliseconds that a request waits for its chain to be opened. */
const LONGEST_WAIT = 10_000;

/** The chain of a served segment, once it is open; undefined where that takes too long, or it cannot be opened. */
export async function waitForChain(
  segment: Segment,
  { chains, opening }: Pick<Backend, "chains" | "opening">,
): Promise<ServedChain | undefined> {
  const tooLong = delay(LONGEST_WAIT, undefined, { ref: false });
  await Promise.race([opening.get(segment), tooLong]).catch(() => undefined);
  return chains.get(segment);
}

/** Says that a chain was waited for in vain. */
export function notOpenText(segment: Segment): string {
  return `The chain of ${segment} is not open yet, its first history takes a while: try again later`;
}
