import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { wrongUse } from "../exit_error.ts";
import { configFolder, writePrivateFile } from "../settings/config_file.ts";
import type { Terminal } from "../terminal.ts";
import { keyFrom } from "../text_file.ts";

/** File in which `serve --dev` leaves its token, for this user's commands to find it by the port. */
function tokenPath(terminal: Terminal, origin: string): string {
  return join(configFolder(terminal), `dev-token-${new URL(origin).port}`);
}

/**
 * Writes the token of a service for its owner alone to read.
 *
 * @returns A function that removes the file.
 */
export async function writeDevToken(
  terminal: Terminal,
  origin: string,
  token: string,
): Promise<() => Promise<void>> {
  const path = tokenPath(terminal, origin);
  await writePrivateFile(path, `${token}\n`);
  return async () => {
    // Another service may have taken the port since.
    const present = await readFile(path, "utf8").catch(() => "");
    if (present.trim() === token) await rm(path, { force: true });
  };
}

/**
 * The token for the service at `endpoint`: of the variable, else of the file named, else of the one that `serve --dev` wrote.
 */
export async function readDevToken(
  terminal: Terminal,
  endpoint: string,
  file: string | undefined,
): Promise<string> {
  const { ALPHADELTA_DEV_TOKEN: given, ALPHADELTA_DEV_TOKEN_FILE: named } = terminal.env;
  const path = file ?? named ?? tokenPath(terminal, endpoint);
  const token = file === undefined && given ? given : await readFile(path, "utf8").catch(() => "");
  if (token.trim() === "")
    throw wrongUse(
      `There is no token in ${path}: start the service with "alphadelta serve --dev", or set ALPHADELTA_DEV_TOKEN.`,
    );
  const key = keyFrom(token, "the token of the devnet");
  terminal.secrets.add(key);
  return key;
}
