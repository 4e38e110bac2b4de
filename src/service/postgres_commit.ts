import { setTimeout as delay } from "node:timers/promises";
import { prepare, type Session } from "./postgres_connection.ts";

/** The outcome of a transaction is unknown: it may have taken effect, or may do so later. */
class UnknownOutcomeError extends Error {
  override readonly name = "UnknownOutcomeError";

  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`Cannot tell whether a write took effect: its commit was not answered: ${reason}`, {
      cause,
    });
  }
}

/** Milliseconds to wait for the end of a transaction whose commit was not answered. */
export const OUTCOME_PATIENCE = 3_000;
/** Milliseconds between reads of its outcome. */
const POLL_INTERVAL = 100;

/**
 * Identifies the period in which the id of a transaction is unique. A promoted replica, on a new timeline, and a server after
 * a crash, with new statistics, reuse ids that never reached the disk.
 */
const AGE = `concat_ws(' ', left(pg_walfile_name(pg_current_wal_insert_lsn()), 8),
  extract(epoch FROM pg_stat_get_bgwriter_stat_reset_time()))`;
/** Reads the {@linkcode TransactionId} of the transaction in which it runs. */
export const IDENTIFY = prepare(`SELECT pg_current_xact_id()::text AS id, ${AGE} AS age`);
const OUTCOME = prepare(`SELECT CASE WHEN ${AGE} = $2 THEN pg_xact_status($1::xid8) END AS status`);

export interface TransactionId {
  readonly id: string;
  readonly age: string;
}

/** Status of a transaction in PostgreSQL; null if unknown. */
type CommitOutcome = "committed" | "aborted" | "in progress" | null;

/**
 * Reads the outcome of a transaction whose commit was not answered, and waits while it is in progress.
 *
 * @param cause The error of the commit.
 * @param readRows Reads on another connection.
 * @throws {UnknownOutcomeError} If the database does not know the outcome.
 */
export async function outcomeOf(
  { id, age }: TransactionId,
  cause: unknown,
  readRows: Session["rows"],
): Promise<"committed" | "aborted"> {
  const deadline = performance.now() + OUTCOME_PATIENCE;
  for (;;) {
    const rows = readRows<{ status: CommitOutcome }>(OUTCOME, [id, age]);
    const [row] = await rows.catch(() => [{ status: "in progress" } as const]);
    if (row?.status === "committed" || row?.status === "aborted") return row.status;
    if (!row?.status || performance.now() > deadline) throw new UnknownOutcomeError(cause);
    await delay(POLL_INTERVAL);
  }
}
