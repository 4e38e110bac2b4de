import type { LogBound } from "../../../event_retention.ts";
import {
  type EventBounds,
  type EventDraft,
  type EventLog,
  type EventPage,
  type LogSize,
  MAX_EPOCHS,
  MOST_FORGOTTEN,
  newEpoch,
} from "../event_log.ts";
import { type EventRow, toEvent } from "../_rows.ts";
import type { EventStatements } from "./_statements.ts";
import type { Transactions } from "../../../sqlite.ts";

/** The parts of a log of its own. */
interface SqliteEventLogParts {
  readonly statements: EventStatements;
  readonly transactions: Transactions;
  readonly bound: LogBound;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly epoch?: string | undefined;
}

export class SqliteEventLog implements EventLog {
  readonly epoch: string;
  readonly #parts: SqliteEventLogParts;
  readonly #statements: EventStatements;

  constructor(parts: SqliteEventLogParts) {
    this.epoch = parts.epoch ?? newEpoch();
    this.#parts = parts;
    this.#statements = parts.statements;
  }

  /** Begins an epoch, as part of the write that is under way. */
  begin(): void {
    const { insertEpoch, forgetEpochs } = this.#statements;
    insertEpoch.run(this.epoch, this.#bounds().last + 1);
    forgetEpochs.run(MAX_EPOCHS);
  }

  async bounds(): Promise<EventBounds> {
    this.#parts.transactions.ensureWhole();
    return this.#bounds();
  }

  async read(after: number, span: number, topics?: readonly string[]): Promise<EventPage> {
    this.#parts.transactions.ensureWhole();
    const { events, eventsOfTopics } = this.#statements;
    const rows = (topics
      ? eventsOfTopics.all(after, after + span, JSON.stringify(topics))
      : events.all(after, after + span)) as unknown as EventRow[];
    return { ...this.#bounds(), events: rows.map(toEvent) };
  }

  async size(): Promise<LogSize | undefined> {
    this.#parts.transactions.ensureWhole();
    return this.#size();
  }

  async endOf(epoch: string): Promise<number | undefined> {
    this.#parts.transactions.ensureWhole();
    const row = this.#statements.epochEnd.get(epoch) as { readonly end: number } | undefined;
    return row?.end;
  }

  /** Adds events, as part of the write that is under way, and forgets the oldest ones beyond the bound. */
  append(drafts: readonly EventDraft[]): void {
    if (drafts.length === 0) return;
    const { insertEvent } = this.#statements;
    const { last } = this.#bounds();
    const at = this.#parts.clock();
    drafts.forEach(({ topic, body, about }, index) => {
      const { type = null, from = null, to = null } = about ?? {};
      insertEvent.run(last + index + 1, at, topic, type, from, to, body);
    });
    this.#forget(at, drafts.length);
  }

  #forget(now: number, added: number): void {
    const { bound } = this.#parts;
    const { events, since } = this.#size() ?? { events: 0, since: now };
    const excess = events - bound.events;
    if (excess <= 0 && since >= now - bound.age) return;
    const most = Math.min(excess > 0 ? excess : Infinity, MOST_FORGOTTEN + added);
    this.#statements.forgetEvents.run(most, bound.events, now - bound.age);
  }

  #size(): LogSize | undefined {
    return this.#statements.logSize.get() as LogSize | undefined;
  }

  #bounds(): EventBounds {
    return { ...(this.#statements.eventBounds.get() as unknown as EventBounds) };
  }
}
