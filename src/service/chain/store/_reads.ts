import type { Address, Hex } from "../../../units/mod.ts";
import type { ExecutedTransaction } from "../ledger/mod.ts";
import type { StateWrite, TreeNodes } from "../state_tree/mod.ts";
import { ReadCache } from "./_cache.ts";
import type { Engine, Reads, Values } from "./_engine.ts";
import {
  type BlockRow,
  type ChangeRow,
  fromBlob,
  toBlob,
  toChange,
  toPending,
  toStoredBlock,
  toStoredTransaction,
  type TransactionRow,
} from "./_rows.ts";
import type { ReadName } from "./_statements.ts";
import type { RowOf } from "./_tables.ts";
import type {
  AccountWindow,
  AccountReading,
  BlockFilter,
  Direction,
  PendingBytes,
  Rendered,
  RenderedPage,
  StateReading,
  StoredBlock,
  StoredTransaction,
  TransactionFilter,
  Window,
} from "./store.ts";

/** Codes of the directions in the keys of lists. */
const DIRECTION: Readonly<Record<Direction, number>> = { all: 0, in: 1, out: 2 };

/** A height above every block, to read the state at the head. */
const ANY_HEIGHT = Number.MAX_SAFE_INTEGER;

/** Maximum number of keys of a cached state reading. Only a block producer reads more, and reads them once. */
const MAX_CACHED_KEYS = 100;

/** A page of a list: JSON of the items, joined by commas, or null for no items. */
interface PageRow {
  readonly total: number;
  readonly items: string | null;
}

type AccountRow = Omit<RowOf<"account">, "address"> & { readonly height: number };

/** The reads of a store. Each runs one statement, so that its parts are of one snapshot. */
export class StoreReads<Database extends Engine = Engine> {
  /** The database. @internal */
  readonly engine: Database;
  protected readonly cache: ReadCache;

  constructor(engine: Database) {
    this.engine = engine;
    this.cache = new ReadCache(() => engine.moment);
  }

  get revision(): number {
    return this.engine.moment.revision;
  }

  derive<T>(name: string, make: () => Promise<T>): Promise<T> {
    return this.#untilChange(`derived ${name}`, make);
  }

  head(): Promise<StoredBlock | undefined> {
    return this.#untilChange("head", async () => toBlock(await this.engine.one("head")));
  }

  findBlock(identifier: number | Hex): Promise<StoredBlock | undefined> {
    return this.#untilRemoval(`block ${identifier}`, async () => {
      const [name, key] = lookup("blockByHeight", "blockByHash", identifier);
      return toBlock(await this.engine.one(name, [key]));
    });
  }

  renderBlock(identifier: number | Hex): Promise<Rendered | undefined> {
    return this.#untilRemoval(`body ${identifier}`, async () => {
      const [name, key] = lookup("blockBody", "blockBodyByHash", identifier);
      return (await this.engine.one<{ body: Rendered }>(name, [key]))?.body;
    });
  }

  async listBlocks({ order, offset, limit }: BlockFilter): Promise<RenderedPage> {
    return this.#page(order === "asc" ? "summariesUp" : "summariesDown", [offset, limit]);
  }

  listBlockTransactions(
    height: number,
    { offset, limit }: Window,
  ): Promise<RenderedPage | undefined> {
    return this.#untilRemoval(`bodies ${height} ${offset} ${limit}`, async () => {
      const row = await this.engine.one<PageRow>("blockBodies", [height, offset, limit]);
      return row && toPage(row);
    });
  }

  listBlockHashes(hash: Hex): Promise<RenderedPage | undefined> {
    return this.#untilRemoval(`hashes ${hash}`, async () => {
      const row = await this.engine.one<PageRow>("blockHashes", [toBlob(hash)]);
      return row && toPage(row);
    });
  }

  async readBlockTransactions(height: number): Promise<ExecutedTransaction[]> {
    const rows = await this.engine.all<TransactionRow>("blockTransactions", [height]);
    return rows.map((row) => toStoredTransaction(row).transaction);
  }

  findTransaction(hash: Hex): Promise<StoredTransaction | undefined> {
    return this.#untilRemoval(`transaction ${hash}`, async () => {
      const row = await this.engine.one<TransactionRow>("transactionByHash", [toBlob(hash)]);
      return row && toStoredTransaction(row);
    });
  }

  renderTransaction(hash: Hex): Promise<Rendered | undefined> {
    return this.#untilRemoval(`text ${hash}`, async () => {
      return (await this.engine.one<{ body: Rendered }>("transactionBody", [toBlob(hash)]))?.body;
    });
  }

  async listTransactions(filter: TransactionFilter): Promise<RenderedPage> {
    const { type = null, address = null, offset, limit } = filter;
    if (type === null && address === null) return this.#page("bodiesDown", [offset, limit]);
    return this.#page("listBodies", [address, type, DIRECTION.all, offset, limit]);
  }

  listAccountTransactions(address: Address, filter: AccountWindow): Promise<RenderedPage> {
    return this.#page("listBodies", listValues(address, filter));
  }

  async readAccountTransactions(
    address: Address,
    filter: AccountWindow,
  ): Promise<ExecutedTransaction[]> {
    const values = listValues(address, filter);
    const rows = await this.engine.all<TransactionRow>("listTransactions", values);
    return rows.map((row) => toStoredTransaction(row).transaction);
  }

  readAccount(address: Address): Promise<AccountReading | undefined> {
    return this.#untilChange(`account ${address}`, async () => {
      const row = await this.engine.one<AccountRow>("account", [address]);
      if (!row) return undefined;
      const { height, tx_count: txCount, first_seen: firstSeen, last_seen: lastSeen } = row;
      return { height, state: row.state ?? undefined, txCount, firstSeen, lastSeen };
    });
  }

  async readState(keys: readonly string[], height?: number): Promise<StateReading> {
    const read = (): Promise<StateReading> => readState(this.engine, keys, height);
    if (keys.length > MAX_CACHED_KEYS) return read();
    return this.#untilChange(`state ${height} ${keys.join(" ")}`, read);
  }

  async readChanges(height: number): Promise<StateWrite[]> {
    return (await this.engine.all<ChangeRow>("changes", [height])).map(toChange);
  }

  async readTreeNodes(paths: readonly string[]): Promise<TreeNodes> {
    return readTreeNodes(this.engine, paths);
  }

  async listPending(): Promise<PendingBytes[]> {
    return (await this.engine.all<RowOf<"pending", Uint8Array>>("pending", [0])).map(toPending);
  }

  #page(name: ReadName, values: Values): Promise<RenderedPage> {
    return this.#untilChange(`${name} ${values.join(" ")}`, async () => {
      const row = await this.engine.one<PageRow>(name, values);
      return row ? toPage(row) : { items: "[]" as Rendered, total: 0 };
    });
  }

  async #untilChange<T>(name: string, read: () => Promise<T>): Promise<T> {
    this.engine.ensureUsable();
    return this.engine.isPrivate ? read() : this.cache.untilChange(name, read);
  }

  async #untilRemoval<T>(name: string, read: () => Promise<T | undefined>): Promise<T | undefined> {
    this.engine.ensureUsable();
    return this.engine.isPrivate ? read() : this.cache.untilRemoval(name, read);
  }
}

/** Reads state values at a height, or at the head if the head is lower. */
export async function readState(
  reads: Reads,
  keys: readonly string[],
  height = ANY_HEIGHT,
): Promise<StateReading> {
  type Row = {
    readonly height: number;
    readonly key: string | null;
    readonly value: string | null;
  };
  const rows = await reads.all<Row>("state", [keys, height]);
  const values = new Map<string, string>();
  for (const { key, value } of rows) if (key !== null && value !== null) values.set(key, value);
  return { height: Math.min(height, rows[0]?.height ?? -1), values };
}

export async function readTreeNodes(reads: Reads, paths: readonly string[]): Promise<TreeNodes> {
  type Row = { readonly path: string; readonly bytes: Uint8Array };
  const rows = await reads.all<Row>("treeNodes", [paths]);
  return new Map(rows.map(({ path, bytes }) => [path, fromBlob(bytes).slice(2)]));
}

/** The statement that finds a record by an identifier, and the value of its parameter. */
function lookup(
  byHeight: ReadName,
  byHash: ReadName,
  identifier: number | Hex,
): [ReadName, number | Uint8Array] {
  return typeof identifier === "number" ? [byHeight, identifier] : [byHash, toBlob(identifier)];
}

function listValues(address: Address, { direction, offset, limit }: AccountWindow): Values {
  return [address, null, DIRECTION[direction], offset, limit];
}

function toBlock(row: object | undefined): StoredBlock | undefined {
  return row && toStoredBlock(row as BlockRow);
}

function toPage({ items, total }: PageRow): RenderedPage {
  return { items: `[${items ?? ""}]` as Rendered, total };
}
