import { readFileSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Segment } from "../../../chains/mod.ts";

/** A note about a segment in the data folder, for messages of other processes. */
export interface SegmentNote {
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
