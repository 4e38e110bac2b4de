import { readFileSync } from "node:fs";
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Segment } from "../../../chains/mod.ts";

/**
 * Path of a file in the data folder, which is made where there is none; SQLite's name for memory without a folder.
 *
 * @throws {Error} If the folder cannot be used; the message names it.
 */
export async function dataFile(folder: string | undefined, name: string): Promise<string> {
  if (folder === undefined) return ":memory:";
  try {
    await makeFolder(folder);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Cannot use data folder ${folder}: ${reason}`, { cause });
  }
  return join(folder, name);
}

/**
 * Makes a folder with those above it, where there is none. Node's own recursion never ends below a folder in which the
 * system takes no further ones, such as `/proc`.
 *
 * @throws {Error} If it cannot be made, or is something else than a folder.
 */
async function makeFolder(path: string): Promise<void> {
  const parent = dirname(path);
  try {
    await makeOne(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || parent === path) throw error;
    await makeFolder(parent);
    await makeOne(path);
  }
}

/** Another process may make it at the same moment. */
async function makeOne(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EEXIST" || !(await stat(path)).isDirectory()) throw error;
  }
}

/** A note about a segment in the data folder, for messages of other processes. */
interface SegmentNote {
  /** Id of the process that opened it last. */
  readonly process: number;
  /** When that was, in ISO 8601. */
  readonly since: string;
  /** Seed of its chain. */
  readonly seed: number;
}

type FolderNote = Partial<Record<Segment, SegmentNote>>;

const NAME = "alphadelta.json";

/** The note about a segment. It serves messages alone, so an unreadable one counts as missing. */
export function readNote(folder: string, segment: Segment): SegmentNote | undefined {
  const note = readAll(folder)[segment];
  return typeof note?.seed === "number" && typeof note.process === "number" ? note : undefined;
}

/** Notes who has opened these segments. Never rejects, for the same reason. */
export async function writeNote(
  folder: string,
  segments: Iterable<Segment>,
  seed: number,
): Promise<void> {
  const note: SegmentNote = { process: process.pid, since: new Date().toISOString(), seed };
  const opened = Object.fromEntries([...segments].map((segment) => [segment, note]));
  const part = join(folder, `${NAME}.${process.pid}`);
  try {
    await writeFile(part, `${JSON.stringify({ ...readAll(folder), ...opened }, undefined, 2)}\n`);
    await rename(part, join(folder, NAME));
  } catch {
    // A folder that takes no note still takes chains, or says so itself.
    await rm(part, { force: true }).catch(() => undefined);
  }
}

function readAll(folder: string): FolderNote {
  try {
    const parsed: unknown = JSON.parse(readFileSync(join(folder, NAME), "utf8"));
    return typeof parsed === "object" && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}
