import type { Segment } from "../../chains/mod.ts";
import { type Database, prepare } from "../postgres.ts";
import type { Carrier } from "../../telemetry.ts";
import type { Hex } from "../../units/mod.ts";
import { isObject } from "../../validation/mod.ts";

/** The notice to the writer of a submission that is about to come. */
interface SubmissionNotice {
  readonly segment: Segment;
  readonly hash: Hex;
  /** Carries the span that it is submitted in. */
  readonly carrier: Carrier;
}

const NOTIFY = prepare("SELECT pg_notify('alphadelta', $1)", "notify");

/** Begins a notice of a submission; any other names a segment that has changed. */
const MARK = "trace ";

/** Most characters of a notice; PostgreSQL takes 8,000 bytes. */
const LONGEST = 4_000;

/**
 * Tells every process of a fleet which trace a submission is in, so that the block that takes it can be linked. Sent before
 * the submission is stored, and once: it is no part of it, and a writer that begins later does not know it.
 */
export async function notifySubmission(
  database: Database,
  notice: SubmissionNotice,
): Promise<void> {
  const text = MARK + JSON.stringify(notice);
  if (text.length > LONGEST) return;
  await database.rows(NOTIFY, [text]).catch(() => undefined);
}

/** Reads a notice; undefined of any other text, such as one that somebody has sent by hand. */
export function readSubmissionNotice(text: string | undefined): SubmissionNotice | undefined {
  if (!text?.startsWith(MARK)) return undefined;
  try {
    const notice: unknown = JSON.parse(text.slice(MARK.length));
    return isObject(notice) ? (notice as unknown as SubmissionNotice) : undefined;
  } catch {
    return undefined;
  }
}
