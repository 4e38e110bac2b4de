import type { Address, Hex } from "../../../../units/mod.ts";
import type { ExecutedTransaction } from "../../ledger/mod.ts";
import type { StateChange, TreeNodes } from "../../state_tree/mod.ts";
import { ANY, DIRECTION, type ListKey } from "../_lists.ts";
import { RecentValues, sizeOfText } from "../../../recent_values.ts";
import {
  type BlockRow,
  type ChangeRow,
  fromBlob,
  toBlob,
  toChange,
  toStoredBlock,
  toStoredTransaction,
  type TransactionRow,
} from "../_rows.ts";
import {
  type AccountFilter,
  type AccountReading,
  type BlockFilter,
  type PendingBytes,
  type Rendered,
  type RenderedPage,
  type StateEntry,
  type StateReading,
  type StateWindow,
  type StoredBlock,
  type StoredTransaction,
  type TransactionFilter,
  type Window,
} from "../store.ts";
import { valueOf, valuesOf } from "./_row_values.ts";
import { listLength, nameId, readTree, stateAt, type Statements } from "./_statements.ts";
import type { Writer } from "./_writer.ts";

/** Statements that give the texts of a range of positions. */
type PageStatement =
  | "summariesUp"
  | "summariesDown"
  | "hashesUp"
  | "bodiesUp"
  | "bodiesDown"
  | "listBodies";

/**
 * The reads of a store. SQLite answers synchronously, so no write can come between the statements of one call: that is
 * what makes each call a snapshot.
 */
export class SqliteReads {
  protected readonly writer: Writer;
  /** The head, as long as nothing is written: almost every answer depends on it. */
  #head: { readonly row: BlockRow; readonly stored: StoredBlock } | undefined;
  /** A page is named by its positions: what stands there stays until blocks are removed. */
  readonly #recentPages = new RecentValues<string, Rendered>(4_000_000);
  /** True while the first blocks come: what is read then is remembered nowhere. */
  protected isFilling = false;
  #isClosed = false;

  constructor(writer: Writer) {
    this.writer = writer;
  }

  async head(): Promise<StoredBlock | undefined> {
    return this.#readHead()?.stored;
  }

  async findBlock(identifier: number | Hex): Promise<StoredBlock | undefined> {
    const row =
      typeof identifier === "number"
        ? this.#blockRow(identifier)
        : (this.sql().blockByHash.get(toBlob(identifier)) as BlockRow | undefined);
    return row && toStoredBlock(row);
  }

  async renderBlock(identifier: number | Hex): Promise<Rendered | undefined> {
    const { blockBody, blockBodyByHash } = this.sql();
    const row =
      typeof identifier === "number"
        ? blockBody.get(identifier)
        : blockBodyByHash.get(toBlob(identifier));
    return row && bodyOf(row);
  }

  async listBlocks(options: BlockFilter): Promise<RenderedPage> {
    const total = (this.#headRow()?.height ?? -1) + 1;
    const isUp = options.order === "asc";
    const range = isUp ? rangeUp(options, 0, total) : rangeDown(options, total);
    return { items: this.#items(isUp ? "summariesUp" : "summariesDown", range), total };
  }

  async listBlockTransactions(height: number, window: Window): Promise<RenderedPage | undefined> {
    return this.#blockPage("bodiesUp", this.sql().blockSpan.get(height), window);
  }

  async listBlockHashes(hash: Hex): Promise<RenderedPage | undefined> {
    const row = this.sql().blockSpanByHash.get(toBlob(hash));
    return this.#blockPage("hashesUp", row, { offset: 0, limit: Infinity });
  }

  async readBlockTransactions(height: number): Promise<ExecutedTransaction[]> {
    const rows = this.sql().blockTransactions.all(height);
    return rows.map((row) => toStoredTransaction(row as unknown as TransactionRow).transaction);
  }

  async findTransaction(hash: Hex): Promise<StoredTransaction | undefined> {
    const row = this.sql().transactionByHash.get(toBlob(hash));
    return row && toStoredTransaction(row as unknown as TransactionRow);
  }

  async renderTransaction(hash: Hex): Promise<Rendered | undefined> {
    const row = this.sql().transactionBody.get(toBlob(hash));
    return row && bodyOf(row);
  }

  async listTransactions(filter: TransactionFilter): Promise<RenderedPage> {
    const { type, address } = filter;
    if (type === undefined && address === undefined) return this.#listAll(filter);
    const account = address === undefined ? ANY : nameId(this.sql(), address);
    const kind = type === undefined ? ANY : nameId(this.sql(), type);
    if (account === undefined || kind === undefined) return { items: NO_ITEMS, total: 0 };
    const list: ListKey = [account, kind, DIRECTION.all];
    return this.#listPage(list, listLength(this.sql(), list), filter);
  }

  async listAccountTransactions(address: Address, filter: AccountFilter): Promise<RenderedPage> {
    const direction = DIRECTION[filter.direction];
    const row = this.sql().accountList.get(direction, address);
    if (!row) return { items: NO_ITEMS, total: 0 };
    const [account, total] = valuesOf(row) as [account: number, total: number];
    return this.#listPage([account, ANY, direction], total, filter);
  }

  async readAccountTransactions(
    address: Address,
    filter: AccountFilter,
  ): Promise<ExecutedTransaction[]> {
    const account = nameId(this.sql(), address);
    if (account === undefined) return [];
    const list: ListKey = [account, ANY, DIRECTION[filter.direction]];
    const { listTransactions, transactionBySeq } = this.sql();
    const range = rangeDown(filter, listLength(this.sql(), list));
    return listTransactions.all(...list, ...range).map(({ tx }) => {
      const row = transactionBySeq.get(Number(tx)) as unknown as TransactionRow;
      return toStoredTransaction(row).transaction;
    });
  }

  async readAccount(address: Address): Promise<AccountReading | undefined> {
    const row = this.sql().account.get(address);
    if (!row) return undefined;
    const [txCount, state, firstSeen, lastSeen] = valuesOf(row) as AccountRow;
    const height = this.#headRow()?.height ?? -1;
    return { height, state: state ?? undefined, txCount, firstSeen, lastSeen };
  }

  async readState(keys: readonly string[], height = Infinity): Promise<StateReading> {
    const at = Math.min(height, this.#headRow()?.height ?? -1);
    const values = new Map<string, string>();
    const sql = this.sql();
    for (const key of keys) {
      const value = stateAt(sql, key, at);
      if (value !== undefined) values.set(key, value);
    }
    return { height: at, values };
  }

  async readChanges(height: number): Promise<StateChange[]> {
    const rows = this.sql().changes.all(height, height) as unknown as ChangeRow[];
    return rows.map(toChange);
  }

  async listState({ after = "", limit, height }: StateWindow): Promise<readonly StateEntry[]> {
    const rows = this.sql().stateAfter.all(after, height ?? Number.MAX_SAFE_INTEGER, limit);
    return rows.map(({ key, value }) => [String(key), String(value)]);
  }

  async readTreeNodes(paths: readonly string[]): Promise<TreeNodes> {
    return this.readTree(paths);
  }

  async listPending(): Promise<PendingBytes[]> {
    const rows = this.sql().pending.all() as unknown as { hash: Uint8Array; raw: Uint8Array }[];
    return rows.map(({ hash, raw }) => ({ hash: fromBlob(hash), raw }));
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    // Closing undoes a transaction that is still open.
    this.writer.database.close();
  }

  /** Forgets the head, as each write has to. */
  protected forgetHead(): void {
    this.#head = undefined;
  }

  /** Forgets pages, as a removal of blocks has to. */
  protected forgetPages(): void {
    this.#recentPages.clear();
  }

  /** A part of a block's transactions, out of the row that says where these are. */
  #blockPage(
    name: PageStatement,
    row: object | undefined,
    window: Window,
  ): RenderedPage | undefined {
    if (!row) return undefined;
    const { first_tx: first, tx_count: total } = row as Pick<BlockRow, "first_tx" | "tx_count">;
    return { items: this.#items(name, rangeUp(window, first, total)), total };
  }

  #listAll(window: Window): RenderedPage {
    const head = this.#headRow();
    const total = head ? head.first_tx + head.tx_count : 0;
    return { items: this.#items("bodiesDown", rangeDown(window, total)), total };
  }

  #listPage(list: ListKey, total: number, window: Window): RenderedPage {
    return { items: this.#items("listBodies", [...list, ...rangeDown(window, total)]), total };
  }

  /** The texts at a range of positions. */
  #items(name: PageStatement, range: readonly number[]): Rendered {
    const read = (): Rendered => itemsOf(this.sql()[name].get(...range));
    if (this.isFilling) return read();
    const place = `${name} ${range.join(" ")}`;
    const known = this.#recentPages.get(place);
    if (known !== undefined) return known;
    const page = read();
    return this.#recentPages.set(place, page, sizeOfText(place, page.length));
  }

  #headRow(): BlockRow | undefined {
    return this.#readHead()?.row;
  }

  #readHead(): { readonly row: BlockRow; readonly stored: StoredBlock } | undefined {
    const { head } = this.sql();
    if (this.#head) return this.#head;
    const row = head.get() as BlockRow | undefined;
    const found = row && { row, stored: toStoredBlock(row) };
    if (!this.isFilling) this.#head = found;
    return found;
  }

  #blockRow(height: number): BlockRow | undefined {
    return this.sql().blockByHeight.get(height) as BlockRow | undefined;
  }

  /** The statements, where they can be run. */
  protected sql(): Statements {
    if (this.#isClosed) throw new Error("Cannot use the store: it is closed");
    this.writer.transactions.ensureWhole();
    return this.writer.statements;
  }

  /** Reads branches of the state tree. */
  protected readTree(paths: readonly string[]): Map<string, string> {
    return readTree(this.sql(), paths);
  }
}

/** Lowest and highest position of a part of a list that starts at `first` and is `length` long, read upwards. */
function rangeUp({ offset, limit }: Window, first: number, length: number): [number, number] {
  return [first + offset, first + Math.min(offset + limit, length) - 1];
}

/** Lowest and highest position of a part of a list of `length` that starts at 0 and is read downwards. */
function rangeDown({ offset, limit }: Window, length: number): [number, number] {
  return [Math.max(length - offset - limit, 0), length - offset - 1];
}

/** The text of such a row, ready for an answer. */
function bodyOf(row: object): Rendered {
  return String(valueOf(row)) as Rendered;
}

/** The items of a list without any. */
const NO_ITEMS = "[]" as Rendered;

/** The items of a list, out of the row that holds their texts together. */
function itemsOf(row: object | undefined): Rendered {
  const texts = valueOf(row);
  return typeof texts === "string" ? (`[${texts}]` as Rendered) : NO_ITEMS;
}

/** A row of `account` without its address. */
type AccountRow = readonly [
  txCount: number,
  state: string | null,
  firstSeen: number,
  lastSeen: number,
];
