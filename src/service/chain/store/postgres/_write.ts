import type { Transaction } from "../../../postgres.ts";
import type { EventDraft } from "../event_log.ts";
import type { Render } from "../store.ts";
import type { Statements, View } from "./_statements.ts";

/** The row of `chain`, as a write leaves it. */
export type ChainRow = { -readonly [Column in keyof View]: View[Column] } & {
  transactions: number;
};

/** A write that is under way. */
export interface Write {
  readonly session: Transaction;
  readonly schema: string;
  readonly sql: Statements;
  readonly render: Render;
  /** The row of `chain` once the write is done, but for `last_event`. */
  readonly chain: ChainRow;
  /** Events to log once it is done. */
  readonly events: EventDraft[];
  /** Events that the log keeps. */
  readonly maximumEvents: number;
}
