import type { LogBound } from "../../event_retention.ts";
import type { ReadCache } from "./_cache.ts";
import type { Engine, Write } from "./_engine.ts";
import { type EventRow, toEvent } from "./_rows.ts";
import {
  type EventBounds,
  type EventDraft,
  type EventLog,
  type EventPage,
  type LogSize,
  MAX_EPOCHS,
  MOST_FORGOTTEN,
} from "./event_log.ts";

/** An event with the bounds of its log; these alone where there is none. */
type FoundEvent = (EventRow | { readonly seq: null }) & EventBounds;

/** The event log of a store. */
export class StoredEventLog implements EventLog {
  readonly #engine: Engine;
  readonly #cache: ReadCache;

  constructor(engine: Engine, cache: ReadCache) {
    this.#engine = engine;
    this.#cache = cache;
  }

  /** That of the newest read: what has been read is of it, or of one before, which it continues. */
  get epoch(): string {
    return this.#engine.epoch;
  }

  async bounds(): Promise<EventBounds> {
    const { first, last } = await this.read(0, 0);
    return { first, last };
  }

  /** Cached: many subscriptions begin at the same place. */
  async read(after: number, span: number, topics?: readonly string[]): Promise<EventPage> {
    this.#engine.ensureUsable();
    return this.#cache.moving(`events ${after} ${span} ${topics?.join(" ") ?? "*"}`, async () => {
      const values = [after, after + span];
      const rows = topics
        ? await this.#engine.all<FoundEvent>("eventsOfTopics", [...values, topics])
        : await this.#engine.all<FoundEvent>("events", values);
      const [{ first, last } = NO_BOUNDS] = rows;
      return { first, last, events: rows.flatMap((row) => (row.seq === null ? [] : toEvent(row))) };
    });
  }

  async size(): Promise<LogSize | undefined> {
    const row = await this.#engine.one<LogSize>("logSize");
    return row && { events: row.events, since: row.since };
  }

  async endOf(epoch: string): Promise<number | undefined> {
    return (await this.#engine.one<{ readonly end: number }>("epochEnd", [epoch]))?.end;
  }
}

const NO_BOUNDS: EventBounds = { first: 1, last: 0 };

/** The log below a write; the size is null of an empty one. */
export interface LogEnd {
  /** The newest number that was given. */
  readonly last_event: number;
  readonly events: number | null;
  readonly since: number | null;
}

/** What bounds a log, and the clock that its events age by, in milliseconds since 1970. */
export interface LogRetention {
  readonly bound: LogBound;
  readonly clock: () => number;
}

/** Adds events to the log and forgets the oldest ones beyond the bound. */
export function logEvents(
  write: Write,
  drafts: readonly EventDraft[],
  { last_event, events, since }: LogEnd,
  { bound, clock }: LogRetention,
): void {
  if (drafts.length === 0) return;
  const at = clock();
  const rows = drafts.map(({ topic, body, about }, index) => {
    const { type, from: sender, to: receiver } = about ?? {};
    return { seq: last_event + index + 1, at, topic, type, sender, receiver, body };
  });
  write.insert("event", rows);
  const excess = (events ?? 0) + drafts.length - bound.events;
  const oldest = Math.max(0, at - bound.age);
  if (excess > 0 || (since ?? at) < oldest) {
    const most = Math.min(excess > 0 ? excess : Infinity, MOST_FORGOTTEN + drafts.length);
    const left = Math.min(bound.events, Number.MAX_SAFE_INTEGER);
    write.run("forgetEvents", [most, left, oldest]);
  }
}

/** Begins an epoch of the log after its newest event. */
export function beginEpoch(write: Write, name: string, { last_event }: LogEnd): void {
  write.run("insertEpoch", [name, last_event + 1]);
  write.run("forgetEpochs", [MAX_EPOCHS]);
  write.beginEpoch(name);
}
