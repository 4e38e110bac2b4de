import type { Client } from "../client/mod.ts";
import { type ChainHints, type ConnectionFlags, readSettings } from "./settings/read_settings.ts";
import type { Terminal } from "./terminal.ts";

/** Makes the client that a command calls with, by its flags and the settings. */
export async function openClient(
  terminal: Terminal,
  flags: ConnectionFlags,
  hints?: ChainHints,
): Promise<Client> {
  const { segment, endpoint, apiKey, tier } = await readSettings(terminal, flags, hints);
  const { createClient } = await import("../client/mod.ts");
  return createClient(segment, { endpoints: endpoint, apiKey, tier });
}
