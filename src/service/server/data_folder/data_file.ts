import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Segment } from "../../../chains/mod.ts";
import { makeFolder, replaceFile } from "../../../durable_files.ts";

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
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Cannot use data folder ${folder}: ${reason}`, { cause });
  }
  return join(folder, name);
}

/** A note about what a process has opened in the data folder, for messages of other processes. */
interface UserNote {
  /** Id of the process that opened it last. */
  readonly process: number;
  /** When that was, in ISO 8601. */
  readonly since: string;
}

/** A note about a segment. */
interface SegmentNote extends UserNote {
  /** Seed of its chain. */
  readonly seed: number;
}

/** An opened part of the folder: the chain of a segment, or the files of a gateway. */
type Part = Segment | "gateway";

type FolderNote = Partial<Record<Part, UserNote & Partial<SegmentNote>>>;

const NAME = "alphadelta.json";

/** The note about a segment. It serves messages alone, so an unreadable one counts as missing. */
export function readNote(folder: string, segment: Segment): SegmentNote | undefined {
  const { seed, ...user } = readAll(folder)[segment] ?? {};
  return typeof seed === "number" && isUser(user) ? { ...user, seed } : undefined;
}

function isUser(note: Partial<UserNote> | undefined): note is UserNote {
  return typeof note?.process === "number" && typeof note.since === "string";
}

/**
 * The error of opening a part of a folder: where another process has it open, it says which one and what to do.
 *
 * @param what Begins the message: `Cannot open store at data/delta.sqlite`.
 */
export function explainUse(error: unknown, what: string, folder: string, part: Part): unknown {
  if (!(error instanceof Error) || !error.message.endsWith("database is locked")) return error;
  const note = readAll(folder)[part];
  // A process that starts has the file before it writes the note: what it finds there may be of one that has ended.
  const user =
    isUser(note) && isRunning(note.process)
      ? `process ${note.process}, since ${note.since}`
      : "another process";
  const message = `${what}: it is in use by ${user}; stop that process or choose another folder`;
  return new Error(message, { cause: error });
}

/** Tells whether there is a process of that id; it may be another user's. */
function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Notes who has opened a part, with the seed of a chain. Never rejects, for the same reason. */
export async function writeNote(folder: string, part: Part, seed?: number): Promise<void> {
  const opened = { [part]: { process: process.pid, since: new Date().toISOString(), seed } };
  const all = { ...readAll(folder), ...opened };
  // A folder that takes no note still takes chains, or says so itself.
  await replaceFile(join(folder, NAME), `${JSON.stringify(all, undefined, 2)}\n`).catch(
    () => undefined,
  );
}

function readAll(folder: string): FolderNote {
  try {
    const parsed: unknown = JSON.parse(readFileSync(join(folder, NAME), "utf8"));
    return typeof parsed === "object" && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}
