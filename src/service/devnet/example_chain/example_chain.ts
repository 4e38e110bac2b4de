import { sha256 } from "../../crypto.ts";
import type { DevnetOptions } from "../producer/mod.ts";

/** Moment at which the clock of the example chain stands, in milliseconds since 1970. */
const TIME: number = Date.UTC(2026, 0, 1);

/** How the example chain is opened on each segment, on top of which `playExamples` acts. */
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

/** Epoch of its event log, so that its cursors are the same for everyone. */
export const EXAMPLE_EPOCH = "1";

/** The 32 bytes of the API key that it issues to an email: everyone can know them, so they protect nothing. */
export function exampleSecret(email: string): Uint8Array {
  return sha256(JSON.stringify(["alphadelta example key", email]));
}
