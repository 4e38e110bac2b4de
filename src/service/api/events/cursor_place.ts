import type { EventLog } from "../../chain/store/mod.ts";
import { formatCursor, reaches, readCursor } from "./event_frames.ts";
import type { TopicName } from "./topics.ts";

/** Where a subscription begins in the log. */
export interface LogPlace {
  /** Sequence of the event before the first. */
  readonly sequence: number;
  readonly oldest: string;
}

/**
 * The place after a cursor, or after the newest event without one.
 *
 * @throws {CursorExpired} If the log does not know the cursor, or no longer has its events.
 */
export async function placeOf(
  log: EventLog,
  topic: TopicName,
  after: string | undefined,
): Promise<LogPlace> {
  const { first, last } = await log.bounds([topic]);
  const oldest = formatCursor({ epoch: log.epoch, sequence: first - 1 });
  if (after === undefined) return { sequence: last, oldest };
  const place = readCursor(after);
  if (place && place.sequence >= first - 1 && (await reaches(log, place)))
    return { sequence: place.sequence, oldest };
  throw new CursorExpired(after, oldest);
}

/** Most characters of a cursor that a message repeats. */
const SHOWN = 40;

/** Thrown for a cursor of an unknown epoch or one older than the log, and for a string that is no cursor. */
export class CursorExpired extends Error {
  override readonly name = "CursorExpired";

  /** @param oldest The cursor before the oldest event of the log. */
  constructor(given: string, oldest: string) {
    const shown = JSON.stringify(given.slice(0, SHOWN));
    super(
      readCursor(given)
        ? `The log begins at the cursor ${oldest}`
        : `${shown} is no cursor of this service: subscribe after the oldest one, ${oldest}, or without one`,
    );
  }
}
