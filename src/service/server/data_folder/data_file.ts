import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Segment } from "../../../chains/mod.ts";
import { makeFolder, replaceFile } from "../../../durable_files.ts";
import { type FileLock, isHeld, isRunning, lockFile } from "../../../file_lock.ts";

/**
 * Path of a file in the data folder, which is made where there is none; SQLite's name for memory without a folder.
 *
 * @throws {Error} If the folder cannot be used; the message names it.
 */
export async function dataFile(folder: string | undefined, name: string): Promise<string> {
  if (folder === undefined) return ":memory:";
  try {
    makeFolder(folder);
  } catch (cause) {
    throw unusable(folder, cause);
  }
  return join(folder, name);
}

function unusable(folder: string, cause: unknown): Error {
  const { code = "", message } = cause as NodeJS.ErrnoException;
  const isFile = code === "EEXIST" || code === "ENOTDIR";
  const reason = isFile ? "it is a file; choose another folder" : message;
  return new Error(`Cannot use data folder ${folder}: ${reason}`, { cause });
}

/** The file whose lock is the right of one process to write chains in its folder. */
const LOCK = "alphadelta.lock";

/**
 * Takes the lock of a data folder, which is made where there is none, or nothing without a folder.
 *
 * @throws {Error} If the folder cannot be used, or another process has its lock; the message says which one.
 */
export async function lockFolder(folder: string | undefined): Promise<FileLock> {
  if (folder === undefined) return { release: () => undefined };
  const path = await dataFile(folder, LOCK);
  try {
    const lock = lockFile(path);
    await changeNote(folder, { user: { process: process.pid, since: new Date().toISOString() } });
    return lock;
  } catch (error) {
    throw unusable(folder, explained(error, folder));
  }
}

/** Explains that another process has the lock: names the process, and what to do. */
function explained(error: unknown, folder: string): unknown {
  if (!isHeld(error)) return error;
  const { user } = readAll(folder);
  // A process takes the lock before it writes the note, so the note may name a process that has ended.
  const holder =
    isUser(user) && isRunning(user.process)
      ? `process ${user.process}, since ${user.since}`
      : "another process";
  const remedy = "stop that process or choose another folder";
  return new Error(`it is in use by ${holder}; ${remedy}`, { cause: error });
}

/** What a data folder notes for messages, beside the chains. */
type FolderNote = Partial<Record<Segment, { readonly seed?: unknown }>> & {
  /** The process that took the lock last. */
  readonly user?: Partial<FolderUser>;
};

interface FolderUser {
  readonly process: number;
  /** When it took the lock, in ISO 8601. */
  readonly since: string;
}

const NOTE = "alphadelta.json";

/** Seed of the chain of a segment. The note serves messages alone, so an unreadable one counts as missing. */
export function readSeed(folder: string, segment: Segment): number | undefined {
  const seed = readAll(folder)[segment]?.seed;
  return typeof seed === "number" ? seed : undefined;
}

function isUser(user: Partial<FolderUser> | undefined): user is FolderUser {
  return typeof user?.process === "number" && typeof user.since === "string";
}

/** Notes the seed of a chain. Never rejects, for the same reason. */
export function writeSeed(folder: string, segment: Segment, seed: number): Promise<void> {
  return changeNote(folder, { [segment]: { seed } });
}

async function changeNote(folder: string, changes: FolderNote): Promise<void> {
  const all = { ...readAll(folder), ...changes };
  // A folder that takes no note still takes chains, or says so itself.
  await replaceFile(join(folder, NOTE), `${JSON.stringify(all, undefined, 2)}\n`).catch(
    () => undefined,
  );
}

function readAll(folder: string): FolderNote {
  try {
    const parsed: unknown = JSON.parse(readFileSync(join(folder, NOTE), "utf8"));
    return typeof parsed === "object" && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}
