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
  MAX_FORGOTTEN,
} from "./event_log.ts";

/** An event with the bounds of its log; a row without an event has the bounds alone. */
type FoundEvent = (EventRow | { readonly seq: null }) & EventBounds;

export class StoredEventLog implements EventLog {
  readonly #engine: Engine;
  readonly #cache: ReadCache;

  constructor(engine: Engine, cache: ReadCache) {
    this.#engine = engine;
    this.#cache = cache;
  }

  /** The epoch of the newest read; earlier reads are of this epoch, or of one that it continues. */
  get epoch(): string {
    return this.#engine.epoch;
  }

  async bounds(): Promise<EventBounds> {
    const { first, last } = await this.read(0, 0);
    return { first, last };
  }

  /** Results are cached, since many subscriptions begin at the same event. */
  async read(after: number, span: number, topics?: readonly string[]): Promise<EventPage> {
    this.#engine.ensureUsable();
    const name = `events ${after} ${span} ${topics?.join(" ") ?? "*"}`;
    return this.#cache.untilChange(name, async () => {
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

/** The end of the log before a write; `events` and `since` are null for an empty log. */
export interface LogEnd {
  /** The highest sequence so far. */
  readonly last_event: number;
  readonly events: number | null;
  readonly since: number | null;
}

/** The limits of a log, and the clock for the age of events. */
export interface LogRetention {
  readonly bound: LogBound;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** Appends events to the log, and deletes the oldest events beyond the limits. */
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
    const maximum = Math.min(excess > 0 ? excess : Infinity, MAX_FORGOTTEN + drafts.length);
    const remaining = Math.min(bound.events, Number.MAX_SAFE_INTEGER);
    write.run("forgetEvents", [maximum, remaining, oldest]);
  }
}

/** Begins an epoch of the log after its newest event. */
export function beginEpoch(write: Write, name: string, { last_event }: LogEnd): void {
  write.run("insertEpoch", [name, last_event + 1]);
  write.run("forgetEpochs", [MAX_EPOCHS]);
  write.beginEpoch(name);
}
