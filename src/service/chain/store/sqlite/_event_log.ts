import type { LogBound } from "../../../event_retention.ts";
import {
  type EventBounds,
  type EventDraft,
  type EventLog,
  type EventPage,
  firstOf,
  type LogPart,
  type LogSize,
  MAX_EPOCHS,
  MOST_FORGOTTEN,
  newEpoch,
  type PartBegins,
  partOf,
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

  async bounds(topics?: readonly string[]): Promise<EventBounds> {
    this.#parts.transactions.ensureWhole();
    return this.#bounds(topics);
  }

  async read(after: number, span: number, topics?: readonly string[]): Promise<EventPage> {
    this.#parts.transactions.ensureWhole();
    const { events, eventsOfTopics } = this.#statements;
    const rows = (topics
      ? eventsOfTopics.all(after, after + span, JSON.stringify(topics))
      : events.all(after, after + span)) as unknown as EventRow[];
    return { ...this.#bounds(topics), events: rows.map(toEvent) };
  }

  async sizes(): Promise<Partial<Record<LogPart, LogSize>>> {
    this.#parts.transactions.ensureWhole();
    const chain = this.#sizeOf("chain");
    const pending = this.#sizeOf("pending");
    return { ...(chain && { chain }), ...(pending && { pending }) };
  }

  async endOf(epoch: string): Promise<number | undefined> {
    this.#parts.transactions.ensureWhole();
    const row = this.#statements.epochEnd.get(epoch) as { readonly end: number } | undefined;
    return row?.end;
  }

  /** Adds events, as part of the write that is under way, and forgets the oldest ones beyond the bound. */
  append(drafts: readonly EventDraft[]): void {
    if (drafts.length === 0) return;
    const { newestEvents, insertChainEvent, insertPendingEvent } = this.#statements;
    const newest = newestEvents.get() as Record<LogPart | "last", number>;
    const at = this.#parts.clock();
    drafts.forEach(({ topic, body, about }, index) => {
      const part = partOf(topic);
      const insert = part === "chain" ? insertChainEvent : insertPendingEvent;
      const { type = null, from = null, to = null } = about ?? {};
      insert.run(newest.last + index + 1, ++newest[part], at, topic, type, from, to, body);
    });
    this.#forget("chain", at, drafts.length);
    this.#forget("pending", at, drafts.length);
  }

  #forget(part: LogPart, now: number, added: number): void {
    const { forgetChainEvents, forgetPendingEvents } = this.#statements;
    const { bound } = this.#parts;
    const { events, since } = this.#sizeOf(part) ?? { events: 0, since: now };
    const excess = events - bound.events;
    if (excess <= 0 && since >= now - bound.age) return;
    const most = Math.min(excess > 0 ? excess : Infinity, MOST_FORGOTTEN + added);
    const forget = part === "chain" ? forgetChainEvents : forgetPendingEvents;
    forget.run(most, bound.events, now - bound.age);
  }

  #sizeOf(part: LogPart): LogSize | undefined {
    const { chainSize, pendingSize } = this.#statements;
    return (part === "chain" ? chainSize : pendingSize).get() as LogSize | undefined;
  }

  #bounds(topics?: readonly string[]): EventBounds {
    const { last, ...begins } = this.#statements.eventBounds.get() as unknown as PartBegins & {
      readonly last: number;
    };
    return { first: firstOf(begins, topics), last };
  }
}
