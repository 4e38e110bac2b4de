import { RpcServiceError } from "../context/mod.ts";
import type { ReorgNotice, SubscriptionEvent } from "../../../generated/types.gen.ts";
import { NOTIFICATION_METHOD } from "../../../generated/topics.gen.ts";
import type { EventDraft, EventLog, LoggedEvent, LogState } from "../../chain/store/mod.ts";
import type { TopicName } from "./topics.ts";

/** A position in an event log. */
export interface Place {
  readonly epoch: string;
  /** Sequence of the last event seen; 0 before the first. */
  readonly sequence: number;
}

/** Formats a position as the opaque cursor that clients store. */
export function formatCursor({ epoch, sequence }: Place): string {
  return btoa(`${epoch}:${sequence}`).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Names the oldest cursor from which every topic can be resumed. */
export function eventsFrom({ first }: LogState, { epoch }: Pick<EventLog, "epoch">): string {
  return `oldest cursor ${formatCursor({ epoch, sequence: first - 1 })}`;
}

/** Parses a cursor; `undefined` for a string that this service never issued. */
export function readCursor(text: string): Place | undefined {
  if (text.length > 64 || !/^[\w-]+$/.test(text)) return undefined;
  let decoded: string;
  try {
    decoded = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return undefined;
  }
  const { epoch, sequence } =
    /^(?<epoch>[\w-]+):(?<sequence>\d{1,15})$/.exec(decoded)?.groups ?? {};
  return epoch && sequence ? { epoch, sequence: Number(sequence) } : undefined;
}

/** Tells whether a log has the events up to a position; one that was put back to an earlier state has lost the last. */
export async function reaches(log: EventLog, { epoch, sequence }: Place): Promise<boolean> {
  return sequence <= ((await log.endOf(epoch)) ?? -1);
}

const HEAD = `{"jsonrpc":"2.0","method":${JSON.stringify(NOTIFICATION_METHOD)},"params":{`;
const SUBSCRIPTION = jsonKey("subscription" satisfies keyof SubscriptionEvent);
const RESULT = jsonKey("result" satisfies keyof SubscriptionEvent);
const CURSOR = jsonKey("cursor" satisfies keyof SubscriptionEvent);
const REORG = jsonKey("reorg" satisfies keyof ReorgNotice);

/** An event of a log, or of a live topic, which has no place in one. */
export type SentEvent = EventDraft & Partial<Pick<LoggedEvent, "sequence">>;

/** The cursor of an event, and its notifications; each is serialised once for all connections. */
export class EventFrames {
  readonly event: SentEvent;
  readonly #epoch: string;
  readonly #tails = new Map<boolean, string>();
  readonly #frames = new Map<string, Uint8Array>();

  constructor(event: SentEvent, epoch: string) {
    this.event = event;
    this.#epoch = epoch;
  }

  /** The notification, as UTF-8; subscriptions of one id on many connections share it. As a notice it is a reorg's. */
  frame(subscription: string, isNotice: boolean): Uint8Array {
    const key = isNotice ? `${subscription}!` : subscription;
    const known = this.#frames.get(key);
    if (known) return known;
    const head = `${HEAD}${SUBSCRIPTION}"${subscription}",`;
    const frame = new TextEncoder().encode(head + this.#tail(isNotice));
    this.#frames.set(key, frame);
    return frame;
  }

  #tail(isNotice: boolean): string {
    const known = this.#tails.get(isNotice);
    if (known !== undefined) return known;
    const { body, sequence } = this.event;
    const result = isNotice ? `{${REORG}${body}}` : body;
    const cursor =
      sequence === undefined ? "" : `,${CURSOR}"${formatCursor({ epoch: this.#epoch, sequence })}"`;
    const tail = `${RESULT}${result}${cursor}}}`;
    this.#tails.set(isNotice, tail);
    return tail;
  }
}

function jsonKey(name: string): string {
  return `"${name}":`;
}

/** Where a subscription begins in the log. */
export interface LogPlace {
  /** Sequence of the event before the first. */
  readonly sequence: number;
  readonly oldest: string;
}

/**
 * The place after a cursor, or after the newest event without one.
 *
 * @throws {RpcServiceError} If the log does not know the cursor, or no longer has its events.
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
  throw cursorExpired(after, oldest);
}

/** Maximum number of characters of a cursor in a message. */
const SHOWN = 40;

/** The refusal of a cursor that is older than the log or of an unknown epoch, or of a string that is no cursor. */
function cursorExpired(cursor: string, oldest: string): RpcServiceError {
  const shown = JSON.stringify(cursor.slice(0, SHOWN));
  const text = readCursor(cursor)
    ? `The log begins at the cursor ${oldest}`
    : `${shown} is no cursor of this service: subscribe after the oldest one, ${oldest}, or without one`;
  return new RpcServiceError("CursorExpired", text);
}
