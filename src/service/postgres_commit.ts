import { setTimeout as delay } from "node:timers/promises";
import { prepare, type Session } from "./postgres_connection.ts";

/** Thrown where nobody can tell whether a transaction took effect: it may have, and may yet. */
class UnknownOutcomeError extends Error {
  override readonly name = "UnknownOutcomeError";

  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`Cannot tell whether a write took effect: its commit was not answered: ${reason}`, {
      cause,
    });
  }
}

/** Milliseconds in which a transaction whose commit was not answered has to come to an end. */
export const OUTCOME_PATIENCE = 3_000;
/** Milliseconds from one look at it to the next. */
const LOOK_AGAIN = 100;

/**
 * For how long the number of a transaction is its own. A replica that takes over, in a timeline of its own, and a server
 * that crashed, which begins its statistics anew, give numbers again that never reached the disk.
 */
const AGE = `concat_ws(' ', left(pg_walfile_name(pg_current_wal_insert_lsn()), 8),
  extract(epoch FROM pg_stat_get_bgwriter_stat_reset_time()))`;
/** Names the transaction that it runs in, a {@linkcode TransactionId}. */
export const IDENTIFY = prepare(`SELECT pg_current_xact_id()::text AS id, ${AGE} AS age`);
const OUTCOME = prepare(`SELECT CASE WHEN ${AGE} = $2 THEN pg_xact_status($1::xid8) END AS status`);

export interface TransactionId {
  readonly id: string;
  readonly age: string;
}

/** As PostgreSQL names it; null where it does not know. */
type CommitOutcome = "committed" | "aborted" | "in progress" | null;

/**
 * The outcome of a transaction whose commit was not answered. It may be under way for a while.
 *
 * @param cause Why it was not answered.
 * @param ask Asks on a connection of its own.
 * @throws {UnknownOutcomeError} If the database cannot tell.
 */
export async function outcomeOf(
  { id, age }: TransactionId,
  cause: unknown,
  ask: Session["rows"],
): Promise<"committed" | "aborted"> {
  const deadline = performance.now() + OUTCOME_PATIENCE;
  for (;;) {
    const asked = ask<{ status: CommitOutcome }>(OUTCOME, [id, age]);
    const [row] = await asked.catch(() => [{ status: "in progress" } as const]);
    if (row?.status === "committed" || row?.status === "aborted") return row.status;
    if (!row?.status || performance.now() > deadline) throw new UnknownOutcomeError(cause);
    await delay(LOOK_AGAIN);
  }
}
