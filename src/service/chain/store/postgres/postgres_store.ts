import { DEFAULT_BOUND, type LogBound } from "../../../event_retention.ts";
import type { Address, Hex } from "../../../../units/mod.ts";
import { ChainStore, NOTHING } from "../_chain_store.ts";
import type { StoreFault } from "../_faults.ts";
import { toBlob, toPending } from "../_rows.ts";
import type { RowOf } from "../_tables.ts";
import { newEpoch } from "../event_log.ts";
import type { PendingBytes, Render } from "../store.ts";
import { PostgresEngine, type SegmentParts } from "./_engine.ts";
import type { SegmentWrite } from "./_segment_write.ts";
import type { View } from "./_segment_reads.ts";
import { addPending, type PendingCheck, pendingCheck, replacePending } from "./pending_check.ts";

/** Location of a store on PostgreSQL, and how it renders its records. */
interface PostgresStoreOptions extends SegmentParts {
  readonly render: Render;
  /** The retention of the event log. @default {DEFAULT_BOUND} */
  readonly bound?: LogBound;
  /** Milliseconds since 1970, by which events age. @default {Date.now} */
  readonly clock?: () => number;
}

/**
 * Opens the store of one segment. Any number of processes may have one open; of those that write, one has the lease.
 *
 * @throws {LeaseLostError} If the lease is of another term.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  const { render, bound = DEFAULT_BOUND, clock = Date.now, ...segment } = options;
  const parts = { render, bound, clock };
  const store = new PostgresStore(new PostgresEngine(segment), parts, [MISCOUNT]);
  await store.refresh();
  if (segment.term !== undefined && render.events) await store.beginEpoch(newEpoch());
  return store;
}

const MISCOUNT: StoreFault = [
  "The chain counts ?",
  `SELECT chain.height || ' as its head, ' || chain.transactions || ' transactions' AS what FROM {}.chain,
      (SELECT coalesce(max(height), -1) AS height, coalesce(max(first_tx + tx_count), 0) AS total FROM {}.block) AS real
    WHERE chain.height <> real.height OR chain.transactions <> real.total`,
];

/** A store over a pool of connections, one of any number on the same tables. */
export class PostgresStore extends ChainStore<PostgresEngine> {
  /** The newest pending transaction that the caller was told of. */
  #seenPending = 0;
  #looking: Promise<View> | undefined;
  #nextLook: Promise<View> | undefined;

  /** The newest moment that a read was of. */
  get view(): View {
    return this.engine.view;
  }

  /** Milliseconds since a read was of that moment or a later one. */
  get viewAge(): number {
    return performance.now() - this.engine.viewedAt;
  }

  /**
   * Reads what moment it is. All who ask during a read share the next one, which begins after they have asked, or fail
   * with the one that runs.
   */
  refresh(): Promise<View> {
    if (this.#looking) return (this.#nextLook ??= this.#looking.then(() => this.refresh()));
    const looking = this.engine.one("view").then(() => this.view);
    this.#looking = looking.finally(() => (this.#looking = this.#nextLook = undefined));
    return this.#looking;
  }

  override async putPending(transactions: readonly PendingBytes[]): Promise<void> {
    await this.engine.write("all", NOTHING, async (write) => {
      this.#seenPending = Math.max(this.#seenPending, await addPending(write, transactions));
    });
  }

  protected override async setPending(
    write: SegmentWrite,
    pending: readonly PendingBytes[],
  ): Promise<void> {
    this.#seenPending = await replacePending(write, pending, this.#seenPending);
  }

  override async listPending(): Promise<PendingBytes[]> {
    this.#seenPending = 0;
    return this.nextPending();
  }

  /** Pending transactions that came after those that this or {@linkcode listPending} gave last. */
  async nextPending(): Promise<PendingBytes[]> {
    const rows = await this.engine.all<RowOf<"pending", Uint8Array>>("pending", [
      this.#seenPending,
    ]);
    this.#seenPending = rows.at(-1)?.seq ?? this.#seenPending;
    return rows.map(toPending);
  }

  /** Transactions that became pending after one of a number, with the number of the last. */
  async pendingAfter(
    number: number,
  ): Promise<{ readonly last: number; readonly transactions: readonly PendingBytes[] }> {
    const rows = await this.engine.all<RowOf<"pending", Uint8Array>>("newPending", [number]);
    const last = Math.max(number, ...rows.map(({ seq }) => seq));
    return { last, transactions: rows.map(toPending) };
  }

  async findPending(hash: Hex): Promise<Uint8Array | undefined> {
    return (await this.engine.one<{ raw: Buffer }>("pendingBytes", [toBlob(hash)]))?.raw;
  }

  countPending(): Promise<number> {
    return pendingCheck(this.engine).count();
  }

  /** Nonces of the pending transactions of a sender, with the revision that they are of. */
  async readNonces(
    sender: Address,
  ): Promise<{ readonly revision: number; readonly nonces: ReadonlySet<number> }> {
    const [row] = await this.engine.reads.viewed<{ nonces: number[] | null }>("nonces", [[sender]]);
    return { revision: row?.v_revision ?? 0, nonces: new Set(row?.nonces) };
  }

  /**
   * Stores what `choose` accepts as pending, none of which is known yet. Nobody else writes meanwhile: what it reads is
   * still so when that is stored. Any process may call this, whoever has the lease.
   */
  async acceptPending(
    choose: (check: PendingCheck) => Promise<readonly PendingBytes[]>,
  ): Promise<void> {
    await this.engine.writePending(
      (reads) => choose(pendingCheck(reads)),
      (write, accepted) => (accepted.length > 0 ? write.insert("pending", accepted) : false),
    );
  }
}
