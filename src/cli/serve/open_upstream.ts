import type { Upstream } from "../../service/mod.ts";
import type { UpstreamOptions } from "../../upstream/mod.ts";
import { EXIT, ExitError } from "../exit_error.ts";
import { readConfig } from "../settings/config_file.ts";
import { readKey } from "../settings/connection.ts";
import type { Terminal } from "../terminal.ts";

/** The upstream that the flags name, with its key. */
export async function openUpstream(
  terminal: Terminal,
  keyFile: string | undefined,
  options: UpstreamOptions,
): Promise<Upstream> {
  const { upstreamOf } = await import("../../upstream/mod.ts");
  const apiKey = await readKey(
    terminal,
    keyFile === undefined ? {} : { keyFile },
    await readConfig(terminal),
  );
  return upstreamOf({ ...options, ...(apiKey !== undefined && { apiKey }) });
}

/** The failure to use an upstream, with what to do about it in terms of the command line; any other as it is. */
export function adviseOnUpstream(error: unknown): unknown {
  const { name, code, message } = error as Error & { readonly code?: unknown };
  if (name === "UnusableUpstreamError")
    return failed(message, "See --upstream, --chain for what it serves, and --key-file.");
  // Without the client's own advice, which is for its programs.
  const reasons = message.replace(/\. Is a service running there, [^?]*\?/g, "");
  if (code === "network") return failed(reasons, "Is it running? See --upstream.");
  return error;
}

function failed(message: string, advice: string): ExitError {
  return new ExitError(EXIT.failed, `${message.replace(/\.$/, "")}. ${advice}`);
}
