import {
  type EventBounds,
  type EventDraft,
  type EventLog,
  type EventPage,
  MAX_EPOCHS,
  newEpoch,
} from "../event_log.ts";
import { type EventRow, toEvent } from "../_rows.ts";
import type { EventStatements } from "./_statements.ts";
import type { Transactions } from "./_connection.ts";

export class SqliteEventLog implements EventLog {
  readonly epoch: string;
  readonly #statements: EventStatements;
  readonly #transactions: Transactions;
  readonly #maximum: number;

  /** `maximum` is how many events the log holds. */
  constructor(
    statements: EventStatements,
    transactions: Transactions,
    maximum: number,
    epoch: string = newEpoch(),
  ) {
    this.epoch = epoch;
    this.#statements = statements;
    this.#transactions = transactions;
    this.#maximum = maximum;
  }

  /** Begins an epoch, as part of the write that is under way. */
  begin(): void {
    const { insertEpoch, forgetEpochs } = this.#statements;
    insertEpoch.run(this.epoch, this.#bounds().last + 1);
    forgetEpochs.run(MAX_EPOCHS);
  }

  async bounds(): Promise<EventBounds> {
    this.#transactions.ensureWhole();
    return this.#bounds();
  }

  async read(after: number, limit: number, topics?: readonly string[]): Promise<EventPage> {
    this.#transactions.ensureWhole();
    const { eventsAfter, eventsOfTopics } = this.#statements;
    const rows = (topics
      ? eventsOfTopics.all(after, JSON.stringify(topics), limit)
      : eventsAfter.all(after, limit)) as unknown as EventRow[];
    return { ...this.#bounds(), events: rows.map(toEvent) };
  }

  async endOf(epoch: string): Promise<number | undefined> {
    this.#transactions.ensureWhole();
    const row = this.#statements.epochEnd.get(epoch) as { readonly end: number } | undefined;
    return row?.end;
  }

  /** Adds events, as part of the write that is under way, and forgets the oldest ones beyond the bound. */
  append(drafts: readonly EventDraft[]): void {
    if (drafts.length === 0) return;
    const { insertEvent, forgetEvents } = this.#statements;
    for (const { topic, body, about } of drafts) {
      insertEvent.run(topic, about?.type ?? null, about?.from ?? null, about?.to ?? null, body);
    }
    forgetEvents.run(this.#maximum);
  }

  #bounds(): EventBounds {
    return this.#statements.eventBounds.get() as unknown as EventBounds;
  }
}
