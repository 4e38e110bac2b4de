import type { Address, Hex } from "../../../../units/mod.ts";
import type { Database, Session } from "../../../postgres.ts";
import type { ExecutedTransaction, ProducedBlock } from "../../ledger/mod.ts";
import type { StateChange, TreeNode, TreeNodes } from "../../state_tree/mod.ts";
import { DIRECTION } from "../_lists.ts";
import {
  type BlockRow,
  type ChangeRow,
  fromBlob,
  toBlob,
  toStoredBlock,
  toStoredTransaction,
  type TransactionRow,
} from "../_rows.ts";
import { type Rendered, rendered } from "../rendered.ts";
import type {
  AccountFilter,
  AccountReading,
  PendingBytes,
  Render,
  RenderedPage,
  StateEntry,
  StateReading,
  StateWindow,
  Store,
  StoredBlock,
  StoredTransaction,
  TransactionFilter,
  Window,
} from "../store.ts";
import { PostgresEventLog } from "./_event_log.ts";
import { findFaults } from "./_find_faults.ts";
import { addBlocks, insertBlocks } from "./_insert_blocks.ts";
import { addPending } from "./_pending.ts";
import { Reader } from "./_reader.ts";
import { removeBlocks, replacePending } from "./_remove_blocks.ts";
import type { Statements, View } from "./_statements.ts";
import { toTreeNodes, writeTree } from "./_tree.ts";
import { ViewCache } from "./_view_cache.ts";
import type { ChainRow, Write } from "./_write.ts";
import { LeaseLostError } from "./lease_lost_error.ts";
import { type PendingCheck, pendingCheck } from "./pending_check.ts";

/** Dependencies of a store on PostgreSQL. */
export interface PostgresStoreParts {
  readonly database: Database;
  /** Schema of the segment. */
  readonly schema: string;
  readonly sql: Statements;
  readonly render: Render;
  readonly maximumEvents: number;
  /** Term of the lease by which it writes; without one it writes pending transactions alone. */
  readonly term: number | undefined;
}

interface PageRow {
  readonly total: number;
  readonly items: string | null;
}

interface PendingRow {
  readonly seq: number;
  readonly hash: Buffer;
  readonly raw: Buffer;
}

/** Stands for the highest height there may be. */
const NO_BOUND = Number.MAX_SAFE_INTEGER;
/** Blocks of a first chain that are written together, where nobody reads in between. */
const FILLED_TOGETHER = 100;
/** Epochs that are kept. */
const MAX_EPOCHS = 1_000;

/**
 * A store over a pool of connections, one of any number on the same tables. Each read is one statement, and so one
 * snapshot; what it answers is cached until the chain is known to have changed.
 */
export class PostgresStore implements Store {
  readonly events: PostgresEventLog;
  readonly #parts: PostgresStoreParts;
  readonly #reader: Reader;
  readonly #cache: ViewCache;
  /** The newest pending transaction that the caller was told of. */
  #seenPending = 0;

  constructor(parts: PostgresStoreParts) {
    this.#parts = parts;
    this.#reader = new Reader(parts.database, parts.sql);
    this.#cache = new ViewCache(() => this.#reader.view);
    this.events = new PostgresEventLog(this.#reader);
  }

  /** The newest moment that a read was of. */
  get view(): View {
    return this.#reader.view;
  }

  get revision(): number {
    return this.view.revision;
  }

  /** Reads what moment it is. */
  async refresh(): Promise<View> {
    await this.#reader.all("view");
    return this.view;
  }

  head(): Promise<StoredBlock | undefined> {
    return this.#moving("head", async () => toBlock(await this.#reader.one("head")));
  }

  findBlock(identifier: number | Hex): Promise<StoredBlock | undefined> {
    const [name, key] = blockStatement("blockByHeight", "blockByHash", identifier);
    return this.#lasting(`block ${identifier}`, async () =>
      toBlock(await this.#reader.one(name, [key])),
    );
  }

  renderBlock(identifier: number | Hex): Promise<Rendered | undefined> {
    const [name, key] = blockStatement("blockBody", "blockBodyByHash", identifier);
    return this.#lasting(`body ${identifier}`, async () =>
      toBody(await this.#reader.one(name, [key])),
    );
  }

  async listBlocks({
    order,
    offset,
    limit,
  }: Window & { readonly order: "asc" | "desc" }): Promise<RenderedPage> {
    return this.#page(order === "asc" ? "summariesUp" : "summariesDown", [offset, limit]);
  }

  async listBlockTransactions(
    height: number,
    { offset, limit }: Window,
  ): Promise<RenderedPage | undefined> {
    return this.#lasting(`bodies ${height} ${offset} ${limit}`, async () => {
      const row = await this.#reader.one<PageRow>("blockBodies", [height, offset, limit]);
      return row && toPage(row);
    });
  }

  async readBlockTransactions(height: number): Promise<ExecutedTransaction[]> {
    const rows = await this.#reader.found<TransactionRow>("blockTransactions", [height]);
    return rows.map((row) => toTransaction(row).transaction);
  }

  async readBlockHashes(height: number): Promise<Hex[]> {
    const rows = await this.#reader.found<{ hash: Buffer }>("blockHashes", [height]);
    return rows.map(({ hash }) => fromBlob(hash));
  }

  findTransaction(hash: Hex): Promise<StoredTransaction | undefined> {
    return this.#lasting(`tx ${hash}`, async () => {
      const row = await this.#reader.one<TransactionRow>("transaction", [toBlob(hash)]);
      return row && toTransaction(row);
    });
  }

  renderTransaction(hash: Hex): Promise<Rendered | undefined> {
    return this.#lasting(`text ${hash}`, async () =>
      toBody(await this.#reader.one("transactionBody", [toBlob(hash)])),
    );
  }

  async listTransactions({
    type,
    address,
    offset,
    limit,
  }: TransactionFilter): Promise<RenderedPage> {
    if (type === undefined && address === undefined)
      return this.#page("bodiesDown", [offset, limit]);
    return this.#page("listBodies", [address ?? null, type ?? null, DIRECTION.all, offset, limit]);
  }

  async listAccountTransactions(
    address: Address,
    { direction, offset, limit }: AccountFilter,
  ): Promise<RenderedPage> {
    return this.#page("listBodies", [address, null, DIRECTION[direction], offset, limit]);
  }

  async readAccountTransactions(
    address: Address,
    { direction, offset, limit }: AccountFilter,
  ): Promise<ExecutedTransaction[]> {
    const list = [address, null, DIRECTION[direction], offset, limit];
    const rows = await this.#reader.found<TransactionRow>("listTransactions", list);
    return rows.map((row) => toTransaction(row).transaction);
  }

  readAccount(address: Address): Promise<AccountReading | undefined> {
    return this.#moving(`account ${address}`, async () => {
      const row = await this.#reader.one<AccountRow>("account", [address]);
      if (!row) return undefined;
      const {
        v_height: height,
        tx_count: txCount,
        first_seen: firstSeen,
        last_seen: lastSeen,
      } = row;
      return { height, state: row.state ?? undefined, txCount, firstSeen, lastSeen };
    });
  }

  readState(keys: readonly string[], height = NO_BOUND): Promise<StateReading> {
    return this.#moving(`state ${height} ${keys.join(" ")}`, async () => {
      const rows = await this.#reader.all<ChangeRow>("state", [keys, height]);
      const values = new Map(
        rows.flatMap(({ key, value }) => (value === null ? [] : [[key, value]])),
      );
      return { height: Math.min(height, rows[0]?.v_height ?? -1), values };
    });
  }

  async readChanges(height: number): Promise<StateChange[]> {
    const rows = await this.#reader.found<ChangeRow>("changes", [height]);
    return rows.map(({ key, value }) => ({ key, value: value ?? undefined }));
  }

  async listState({
    after = "",
    limit,
    height = NO_BOUND,
  }: StateWindow): Promise<readonly StateEntry[]> {
    const rows = await this.#reader.found<StateRow>("stateAfter", [after, height, limit]);
    return rows.map(({ key, value }) => [key, value]);
  }

  async readTreeNodes(paths: readonly string[]): Promise<TreeNodes> {
    return toTreeNodes(await this.#reader.all("treeNodes", [paths]));
  }

  async apply(blocks: readonly ProducedBlock[]): Promise<void> {
    await this.#write(async (write) => {
      await addBlocks(write, blocks);
      write.chain.revision++;
    });
  }

  async fill(blocks: AsyncIterable<ProducedBlock>): Promise<void> {
    try {
      await this.#write((write) => this.#fillEmpty(write, blocks));
    } finally {
      this.#reader.use(this.#parts.database);
    }
  }

  async truncate(height: number, pending?: readonly PendingBytes[]): Promise<void> {
    await this.#write(async (write) => {
      await removeBlocks(write, height);
      if (pending) this.#seenPending = await replacePending(write, pending, this.#seenPending);
      write.chain.revision++;
    });
  }

  async putPending(transactions: readonly PendingBytes[]): Promise<void> {
    await this.#write(async (write) => {
      this.#seenPending = Math.max(this.#seenPending, await addPending(write, transactions));
    });
  }

  async removePending(hashes: readonly Hex[]): Promise<void> {
    await this.#write(async ({ session, sql }) => {
      await session.rows(sql.deletePending, [hashes.map(toBlob)]);
    });
  }

  async listPending(): Promise<PendingBytes[]> {
    this.#seenPending = 0;
    return this.nextPending();
  }

  /** Pending transactions that came after those that this or {@linkcode listPending} gave last. */
  async nextPending(): Promise<PendingBytes[]> {
    const rows = await this.#reader.found<PendingRow>("pending", [this.#seenPending]);
    this.#seenPending = rows.at(-1)?.seq ?? this.#seenPending;
    return rows.map(({ hash, raw }) => ({ hash: fromBlob(hash), raw: Uint8Array.from(raw) }));
  }

  /** The bytes of a pending transaction. */
  async findPending(hash: Hex): Promise<Uint8Array | undefined> {
    return (await this.#reader.one<{ raw: Buffer }>("pendingBytes", [toBlob(hash)]))?.raw;
  }

  /** Number of pending transactions. */
  async countPending(): Promise<number> {
    return (await this.#reader.one<{ total: number }>("pendingCount"))?.total ?? 0;
  }

  /** Nonces of the pending transactions of a sender, with the revision that they are of. */
  async readNonces(
    sender: Address,
  ): Promise<{ readonly revision: number; readonly nonces: ReadonlySet<number> }> {
    const [row] = await this.#reader.all<{ nonces: number[] | null }>("nonces", [[sender]]);
    return { revision: row?.v_revision ?? 0, nonces: new Set(row?.nonces) };
  }

  /**
   * Stores what `choose` accepts as pending. Nobody else writes meanwhile: what it reads is still so when that is
   * stored. Any process may call this, whoever has the lease.
   */
  async acceptPending(
    choose: (check: PendingCheck) => Promise<readonly PendingBytes[]>,
  ): Promise<void> {
    await this.#write(async (write) => {
      await addPending(write, await choose(pendingCheck(write)));
    }, lockForPending);
  }

  /** Begins an epoch of the event log, as each writer does. */
  async beginEpoch(epoch: string): Promise<void> {
    await this.#write(async ({ session, sql, chain }) => {
      chain.epoch = epoch;
      await session.rows(sql.insertEpoch, [epoch, chain.last_event + 1]);
      await session.rows(sql.forgetEpochs, [MAX_EPOCHS]);
    });
  }

  async *inspect(): AsyncGenerator<string> {
    this.#reader.ensureOpen();
    const { database, schema, sql, render } = this.#parts;
    yield* findFaults(database, { schema, sql, prefix: render.accountPrefix });
  }

  async close(): Promise<void> {
    this.#reader.close();
  }

  /** Head and state tree last, so that of the branches that every block changes only the last is written. */
  async #fillEmpty(write: Write, blocks: AsyncIterable<ProducedBlock>): Promise<void> {
    const { chain, session } = write;
    if (chain.height >= 0) {
      throw new RangeError(
        `Cannot fill the store: it must be empty, and it has blocks up to ${chain.height}`,
      );
    }
    await session.rows(this.#parts.sql.takeTime);
    let waiting: ProducedBlock[] = [];
    const flush = async (): Promise<void> => {
      const taken = waiting;
      waiting = [];
      await insertBlocks(write, taken);
      await this.#unlock(write);
    };
    this.#reader.use(session, flush);
    const tree = new Map<string, TreeNode>();
    for await (const block of blocks) {
      waiting.push(block);
      if (waiting.length >= FILLED_TOGETHER) await flush();
      for (const node of block.treeNodes) tree.set(node.path, node);
    }
    await flush();
    await writeTree(write, [...tree.values()]);
    chain.revision++;
  }

  /** A write: all of it, or none; what it changed is what the store knows from then on. */
  async #write(work: (write: Write) => Promise<void>, lock: Lock = lockForBlocks): Promise<void> {
    this.#reader.ensureOpen();
    const { database, sql, render, maximumEvents } = this.#parts;
    const chain = await database.transaction(async (session) => {
      const write = {
        session,
        sql,
        render,
        maximumEvents,
        chain: await lock(session, this.#parts),
      };
      await work(write);
      await this.#unlock(write);
      return write.chain;
    });
    this.#reader.observe({
      v_revision: chain.revision,
      v_removals: chain.removals,
      v_height: chain.height,
      v_epoch: chain.epoch,
      v_last_event: chain.last_event,
    });
  }

  async #unlock({ session, sql, chain }: Write): Promise<void> {
    const { revision, removals, height, transactions, last_event, epoch } = chain;
    const values = [
      revision,
      removals,
      height,
      transactions,
      last_event,
      epoch,
      this.#parts.schema,
    ];
    await session.rows(sql.unlock, values);
  }

  async #page(name: keyof Statements, values: readonly unknown[]): Promise<RenderedPage> {
    return this.#moving(`${name} ${values.join(" ")}`, async () => {
      const row = await this.#reader.one<PageRow>(name, values);
      return row ? toPage(row) : { items: rendered("[]"), total: 0 };
    });
  }

  async #moving<T>(name: string, read: () => Promise<T>): Promise<T> {
    this.#reader.ensureOpen();
    return this.#reader.isPrivate ? read() : this.#cache.moving(name, read);
  }

  async #lasting<T>(name: string, read: () => Promise<T | undefined>): Promise<T | undefined> {
    this.#reader.ensureOpen();
    return this.#reader.isPrivate ? read() : this.#cache.lasting(name, read);
  }
}

interface AccountRow {
  readonly tx_count: number;
  readonly state: string | null;
  readonly first_seen: number;
  readonly last_seen: number;
}

interface StateRow {
  readonly key: string;
  readonly value: string;
}

/** Keeps everybody else from writing until a transaction ends. */
type Lock = (session: Session, parts: PostgresStoreParts) => Promise<ChainRow>;

/** Whoever has the lease of its term alone changes blocks. */
const lockForBlocks: Lock = async (session, { sql, term }) => {
  if (term === undefined) throw new Error("Cannot write: this store has no lease");
  const [row] = await session.rows<ChainRow>(sql.lockAsWriter, [term]);
  if (!row) throw new LeaseLostError(term);
  return { ...row };
};

/** Anyone adds pending transactions. */
const lockForPending: Lock = async (session, { sql }) => {
  const [row] = await session.rows<ChainRow>(sql.lockChain);
  if (!row) throw new Error("Cannot write: the segment has no chain");
  return { ...row };
};

function blockStatement(
  byHeight: keyof Statements,
  byHash: keyof Statements,
  identifier: number | Hex,
): [keyof Statements, number | Uint8Array] {
  return typeof identifier === "number" ? [byHeight, identifier] : [byHash, toBlob(identifier)];
}

function toBlock(row: object | undefined): StoredBlock | undefined {
  return row && toStoredBlock(row as BlockRow);
}

/** The bytes are copied: those of a row are a part of what came over the network with it. */
function toTransaction(row: TransactionRow): StoredTransaction {
  return toStoredTransaction({ ...row, raw: Uint8Array.from(row.raw) });
}

function toBody(row: object | undefined): Rendered | undefined {
  return row && rendered((row as { readonly body: string }).body);
}

function toPage({ items, total }: PageRow): RenderedPage {
  return { items: rendered(`[${items ?? ""}]`), total };
}
