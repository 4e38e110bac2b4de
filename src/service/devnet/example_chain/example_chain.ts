import { sha256 } from "../../crypto.ts";
import type { DevnetOptions } from "../producer/mod.ts";

/** Constant time of the example chain, in milliseconds since 1970. */
const TIME: number = Date.UTC(2026, 0, 1);

/** Devnet options of the example chain, which `playExamples` adds to. */
export const EXAMPLE_CHAIN: Pick<
  Required<DevnetOptions>,
  "blockTime" | "clock" | "history" | "mode" | "seed" | "traffic"
> = {
  seed: 0,
  history: 40,
  blockTime: 2,
  clock: () => TIME,
  mode: "manual",
  traffic: false,
};

/** Epoch of its event log; constant, so that cursors are reproducible. */
export const EXAMPLE_EPOCH = "1";

/** The 32 bytes of the API key that it issues to an email; anyone can derive them, so they protect nothing. */
export function exampleSecret(email: string): Uint8Array {
  return sha256(JSON.stringify(["alphadelta example key", email]));
}
