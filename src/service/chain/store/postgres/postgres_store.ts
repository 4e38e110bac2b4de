import { DEFAULT_BOUND } from "../../../event_retention.ts";
import type { Address, Hex } from "../../../../units/mod.ts";
import type { ProducedBlock } from "../../ledger/mod.ts";
import { MAX_EPOCHS, newEpoch } from "../event_log.ts";
import { type Fault, findFaults } from "../_faults.ts";
import { fromBlob, toBlob } from "../_rows.ts";
import type { BlockGround, PendingBytes, Store } from "../store.ts";
import type { RowOf } from "../_tables.ts";
import { ChainReads } from "./_chain_reads.ts";
import { PostgresEventLog } from "./_event_log.ts";
import { Reader } from "./_reader.ts";
import { qualified, statementsOf, type View } from "./_statements.ts";
import {
  type Lock,
  lockAll,
  lockBlocks,
  lockPending,
  type Reads,
  transact,
  type Write,
  type WriteParts,
} from "./transact.ts";
import { addBlocks, fillEmpty, makeBlock, removeBlocks } from "./_write_blocks.ts";
import {
  addFresh,
  addPending,
  type PendingCheck,
  pendingCheck,
  replacePending,
} from "./pending_check.ts";

/** Location of a store on PostgreSQL, and how it renders its records. @default no lease, and `DEFAULT_BOUND` */
interface PostgresStoreOptions
  extends
    Pick<WriteParts, "database" | "schema" | "render">,
    Partial<Pick<WriteParts, "term" | "bound" | "clock">> {}

/**
 * Opens the store of one segment. Any number of processes may have one open; of those that write, one has the lease.
 *
 * @throws {LeaseLostError} If the lease is of another term.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  const { database, schema, render, term, bound = DEFAULT_BOUND, clock = Date.now } = options;
  const sql = statementsOf(schema);
  const store = new PostgresStore({ database, schema, sql, render, term, bound, clock });
  await store.refresh();
  if (term !== undefined && render.events) await store.beginEpoch(newEpoch());
  return store;
}

const MISCOUNT: Fault = [
  "The chain counts ?",
  `SELECT chain.height || ' as its head, ' || chain.transactions || ' transactions' AS what FROM {}.chain,
      (SELECT coalesce(max(height), -1) AS height, coalesce(max(first_tx + tx_count), 0) AS total FROM {}.block) AS real
    WHERE chain.height <> real.height OR chain.transactions <> real.total`,
];

/** A store over a pool of connections, one of any number on the same tables. */
export class PostgresStore extends ChainReads implements Store {
  readonly events = new PostgresEventLog(this.reader);
  readonly #parts: WriteParts;
  /** The newest pending transaction that the caller was told of. */
  #seenPending = 0;
  /** The moment after its last write. */
  #written: View | undefined;

  constructor(parts: WriteParts) {
    super(new Reader(parts.database, parts.sql));
    this.#parts = parts;
  }

  async apply(blocks: readonly ProducedBlock[]): Promise<void> {
    await this.#write(lockBlocks, async (write) => {
      await addBlocks(write, blocks);
      write.chain.revision++;
    });
  }

  async add(make: (ground: BlockGround) => Promise<ProducedBlock>): Promise<ProducedBlock> {
    let added: ProducedBlock | undefined;
    await this.#writeAfter(
      (reads) => makeBlock(reads, make),
      lockBlocks,
      async (write, { block, ground }) => {
        await addBlocks(write, [block], ground);
        write.chain.revision++;
        added = block;
      },
    );
    return added as ProducedBlock;
  }

  async fill(blocks: AsyncIterable<ProducedBlock>): Promise<void> {
    try {
      await this.#write(lockAll, (write) => fillEmpty(write, blocks, this.reader));
    } finally {
      this.reader.use(this.#parts.database);
    }
    // Without statistics it works too.
    const { database, sql } = this.#parts;
    await database.rows(sql.analyze).catch(() => undefined);
  }

  async truncate(height: number, pending?: readonly PendingBytes[]): Promise<void> {
    await this.#write(lockAll, async (write) => {
      await removeBlocks(write, height);
      if (pending) this.#seenPending = await replacePending(write, pending, this.#seenPending);
      write.chain.revision++;
    });
  }

  async putPending(transactions: readonly PendingBytes[]): Promise<void> {
    await this.#write(lockAll, async (write) => {
      this.#seenPending = Math.max(this.#seenPending, await addPending(write, transactions));
    });
  }

  async removePending(hashes: readonly Hex[]): Promise<void> {
    await this.#write(lockAll, async ({ session, sql }) => {
      session.run(sql.deletePending, [hashes.map(toBlob)]);
    });
  }

  async listPending(): Promise<PendingBytes[]> {
    this.#seenPending = 0;
    return this.nextPending();
  }

  /** Pending transactions that came after those that this or {@linkcode listPending} gave last. */
  async nextPending(): Promise<PendingBytes[]> {
    const rows = await this.reader.found<RowOf<"pending", Uint8Array>>("pending", [
      this.#seenPending,
    ]);
    this.#seenPending = rows.at(-1)?.seq ?? this.#seenPending;
    return rows.map(({ hash, raw }) => ({ hash: fromBlob(hash), raw: Uint8Array.from(raw) }));
  }

  /** Transactions that became pending after one of a number, with the number of the last. */
  async pendingAfter(
    number: number,
  ): Promise<{ readonly last: number; readonly transactions: readonly PendingBytes[] }> {
    const rows = await this.reader.found<RowOf<"pending", Uint8Array>>("newPending", [number]);
    const transactions = rows.map(({ hash, raw }) => ({
      hash: fromBlob(hash),
      raw: Uint8Array.from(raw),
    }));
    return { last: Math.max(number, ...rows.map(({ seq }) => seq)), transactions };
  }

  async findPending(hash: Hex): Promise<Uint8Array | undefined> {
    return (await this.reader.one<{ raw: Buffer }>("pendingBytes", [toBlob(hash)]))?.raw;
  }

  countPending(): Promise<number> {
    return pendingCheck(this.reader).count();
  }

  /** Nonces of the pending transactions of a sender, with the revision that they are of. */
  async readNonces(
    sender: Address,
  ): Promise<{ readonly revision: number; readonly nonces: ReadonlySet<number> }> {
    const [row] = await this.reader.all<{ nonces: number[] | null }>("nonces", [[sender]]);
    return { revision: row?.v_revision ?? 0, nonces: new Set(row?.nonces) };
  }

  /**
   * Stores what `choose` accepts as pending, none of which is known yet. Nobody else writes meanwhile: what it reads is
   * still so when that is stored. Any process may call this, whoever has the lease.
   */
  async acceptPending(
    choose: (check: PendingCheck) => Promise<readonly PendingBytes[]>,
  ): Promise<void> {
    this.reader.ensureOpen();
    const view = await transact(
      this.#parts,
      lockPending,
      ({ reader }) => choose(pendingCheck(reader)),
      (write, accepted) => (accepted.length > 0 ? addFresh(write, accepted) : false),
    );
    if (view) this.reader.observe(view);
  }

  /** Begins an epoch of the event log, as each writer does. */
  async beginEpoch(epoch: string): Promise<void> {
    await this.#write(lockAll, async ({ session, sql, chain }) => {
      chain.epoch = epoch;
      session.run(sql.insertEpoch, [epoch, chain.last_event + 1]);
      session.run(sql.forgetEpochs, [MAX_EPOCHS]);
    });
  }

  async *inspect(): AsyncGenerator<string> {
    this.reader.ensureOpen();
    const { database, schema, render } = this.#parts;
    yield* findFaults({
      accountPrefix: render.accountPrefix,
      ownFaults: [MISCOUNT],
      ask: (text, values) => database.rows({ name: "", text: qualified(text, schema) }, values),
      readTreeNodes: (paths) => this.readTreeNodes(paths),
    });
  }

  async close(): Promise<void> {
    this.reader.close();
  }

  #write(lock: Lock, work: (write: Write) => Promise<void>): Promise<void> {
    return this.#writeAfter(async () => undefined, lock, work);
  }

  /**
   * A write: all of it, or none; what it changed is what the store knows from then on. Where that is not known, the next
   * reads ask the database.
   */
  async #writeAfter<Found>(
    read: (reads: Reads) => Promise<Found>,
    lock: Lock,
    work: (write: Write, found: Found) => Promise<void> | false | void,
  ): Promise<void> {
    this.reader.ensureOpen();
    const last = this.#written;
    try {
      const view = await transact(this.#parts, lock, read, (write, found) => {
        const { epoch, revision } = write.chain;
        // The database lost writes that this process has seen.
        if (last && last.epoch === epoch && last.revision > revision)
          throw new Error("Cannot write: the database was put back to an earlier state");
        return work(write, found);
      });
      if (view) this.reader.observe((this.#written = view));
      else this.forget();
    } catch (error) {
      this.forget();
      throw error;
    }
  }
}
