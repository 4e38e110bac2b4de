import type { Session } from "../../../postgres.ts";
import type { EventDraft } from "../event_log.ts";
import type { Render } from "../store.ts";
import type { Statements, View } from "./_statements.ts";

/** The row of `chain`, as a write leaves it. */
export type ChainRow = { -readonly [Column in keyof View]: View[Column] } & {
  transactions: number;
};

/** A write that is under way: nobody else writes to the segment until it ends. */
export interface Write {
  readonly session: Session;
  readonly sql: Statements;
  readonly render: Render;
  /** The row of `chain` once the write is done. */
  readonly chain: ChainRow;
  /** Events that the log keeps. */
  readonly maximumEvents: number;
}

/** Adds events to the log and forgets the oldest ones beyond the bound. */
export async function logEvents(
  { session, sql, chain, maximumEvents }: Write,
  drafts: readonly EventDraft[],
): Promise<void> {
  if (drafts.length === 0) return;
  const rows = drafts.map(({ topic, body, about }) => ({
    seq: ++chain.last_event,
    topic,
    type: about?.type,
    sender: about?.from,
    receiver: about?.to,
    body,
  }));
  await session.rows(sql.insertEvents, [JSON.stringify(rows)]);
  await session.rows(sql.forgetEvents, [chain.last_event - maximumEvents]);
}
