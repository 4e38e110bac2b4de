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
 * Reads the token for the service at `endpoint`: from the file of the flag, from the variables, or from the file that
 * `serve --dev` wrote.
 */
export async function readDevToken(
  terminal: Terminal,
  endpoint: string,
  file: string | undefined,
): Promise<string> {
  const token = await findToken(terminal, endpoint, file);
  terminal.secrets.add(token);
  return token;
}

async function findToken(terminal: Terminal, endpoint: string, file?: string): Promise<string> {
  const { ALPHADELTA_DEV_TOKEN: value, ALPHADELTA_DEV_TOKEN_FILE: path } = terminal.env;
  if (file !== undefined) return tokenIn("--token-file", file);
  if (value) return keyFrom(value, "the token in ALPHADELTA_DEV_TOKEN");
  if (path) return tokenIn("ALPHADELTA_DEV_TOKEN_FILE", path);
  return writtenToken(tokenPath(terminal, endpoint));
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
