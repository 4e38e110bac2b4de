import { type EventBounds, type EventLog, type EventPage, type LogSize } from "../event_log.ts";
import { type EventRow, toEvent } from "../_rows.ts";
import type { Reader } from "./_reader.ts";
import type { View } from "./_statements.ts";

/** An event with the bounds of its log; without one the bounds alone. */
type FoundEvent = (EventRow | { readonly seq: null }) & Pick<EventBounds, "first">;

/** Pages that are kept: many subscriptions begin at the same place. */
const MAX_PAGES = 16;

/** The event log of one segment. Every process that reads it gives the same cursors. */
export class PostgresEventLog implements EventLog {
  readonly #reader: Reader;
  /** Pages as of a moment, each read once however many ask for it. */
  #pages = new Map<string, Promise<EventPage>>();
  #moment: View | undefined;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** The epoch that the last read was told: what has been read is of it, or of one before, which it continues. */
  get epoch(): string {
    return this.#reader.view.epoch;
  }

  async bounds(): Promise<EventBounds> {
    const { first, last } = await this.read(0, 0);
    return { first, last };
  }

  async size(): Promise<LogSize | undefined> {
    const size = await this.#reader.one<LogSize>("logSize");
    return size && { events: size.events, since: size.since };
  }

  read(after: number, span: number, topics?: readonly string[]): Promise<EventPage> {
    const { view } = this.#reader;
    if (this.#moment !== view || this.#pages.size >= MAX_PAGES) this.#pages = new Map();
    this.#moment = view;
    const pages = this.#pages;
    const name = `${after} ${span} ${topics?.join(" ") ?? "*"}`;
    const page = pages.get(name) ?? this.#readPage(after, span, topics);
    pages.set(name, page);
    page.catch(() => pages.delete(name));
    return page;
  }

  async #readPage(
    after: number,
    span: number,
    topics: readonly string[] | undefined,
  ): Promise<EventPage> {
    const values = [after, after + span, topics ?? null];
    const [head, ...others] = await this.#reader.all<FoundEvent>("events", values);
    if (!head) throw new Error("Cannot read events: the segment has no chain");
    const events = [head, ...others].flatMap((row) => (row.seq === null ? [] : [toEvent(row)]));
    return { first: head.first, last: head.v_last_event, events };
  }

  async endOf(epoch: string): Promise<number | undefined> {
    return (await this.#reader.one<{ readonly end: number }>("epochEnd", [epoch]))?.end;
  }
}
