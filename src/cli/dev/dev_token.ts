import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { wrongUse } from "../exit_error.ts";
import { configFolder, writePrivateFile } from "../settings/config_file.ts";
import type { Terminal } from "../terminal.ts";
import { keyFrom, namedBy, readNamedFile } from "../text_file.ts";

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
  const key =
    file !== undefined
      ? await tokenIn("--token-file", file)
      : given
        ? keyFrom(given, "the token in ALPHADELTA_DEV_TOKEN")
        : named
          ? await tokenIn("ALPHADELTA_DEV_TOKEN_FILE", named)
          : await writtenToken(tokenPath(terminal, endpoint));
  terminal.secrets.add(key);
  return key;
}

async function tokenIn(source: string, file: string): Promise<string> {
  const text = await readNamedFile(source, file, "the token in ");
  return keyFrom(text, `the token in ${namedBy(source, file)}`);
}

async function writtenToken(path: string): Promise<string> {
  const text = await readFile(path, "utf8").catch(() => "");
  if (text.trim() !== "") return keyFrom(text, `the token in ${path}`);
  throw wrongUse(
    `There is no token in ${path}: start the service with "alphadelta serve --dev", or set ALPHADELTA_DEV_TOKEN.`,
  );
}
