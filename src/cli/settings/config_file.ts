import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { makeFolder, replaceFile } from "../../durable_files.ts";
import { parseJson } from "../../argument_text.ts";
import type { Terminal } from "../terminal.ts";
import { decodeText } from "../text_file.ts";

/** Names of the settings that the file may hold. */
export const CONFIG_NAMES = ["chain", "endpoint", "tier", "key-file", "key"] as const;

export type ConfigName = (typeof CONFIG_NAMES)[number];

export type Config = Readonly<Partial<Record<ConfigName, string>>>;

/** Folder of this program's files below the user's own, by the rules of XDG. */
export function configFolder({ env }: Terminal): string {
  const base = env.XDG_CONFIG_HOME || join(env.HOME ?? homedir(), ".config");
  return join(base, "alphadelta");
}

export function configPath(terminal: Terminal): string {
  return join(configFolder(terminal), "config.json");
}

/**
 * Reads the file; without one, no settings.
 *
 * @throws {Error} If it holds something else than settings. The message repeats nothing of it.
 */
export async function readConfig(terminal: Terminal): Promise<Config> {
  const path = configPath(terminal);
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new Error(`Cannot read ${path}: ${error.code}.`, { cause: error });
  });
  if (!bytes) return {};
  const config = parseObject(decodeText(bytes, path));
  if (!config) throw new Error(`Cannot read ${path}: expected a JSON object of strings.`);
  return config;
}

/** Writes the file whole, for its owner alone to read. */
export async function writeConfig(terminal: Terminal, config: Config): Promise<void> {
  const path = configPath(terminal);
  await writePrivateFile(path, `${JSON.stringify(config, undefined, 2)}\n`);
}

/** Writes a file that its owner alone can read, in one step. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  makeFolder(dirname(path), 0o700);
  await replaceFile(path, text, 0o600);
}

function parseObject(text: string): Config | undefined {
  const value = parseJson(text);
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  const isConfig = isObject && Object.values(value).every((one) => typeof one === "string");
  return isConfig ? value : undefined;
}
