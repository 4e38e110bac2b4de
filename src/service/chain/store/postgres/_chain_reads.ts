import type { Address, Hex } from "../../../../units/mod.ts";
import type { ExecutedTransaction } from "../../ledger/mod.ts";
import type { StateChange, TreeNodes } from "../../state_tree/mod.ts";
import { DIRECTION } from "../_lists.ts";
import {
  type BlockRow,
  type ChangeRow,
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
import type { RowOf } from "../_tables.ts";
import { NO_BOUND, type Reader, ViewCache } from "./_reader.ts";
import type { Statements, View } from "./_statements.ts";

interface PageRow {
  readonly total: number;
  readonly items: string | null;
}

interface StateRow {
  readonly key: string;
  readonly value: string;
}

/**
 * The reads of a store: each is one statement, and so one snapshot; what it answers is cached until the chain is known to
 * have changed.
 */
export class ChainReads {
  protected readonly reader: Reader;
  readonly #cache: ViewCache;
  #looking: Promise<View> | undefined;
  #nextLook: Promise<View> | undefined;

  constructor(reader: Reader) {
    this.reader = reader;
    this.#cache = new ViewCache(() => reader.view);
  }

  /** The newest moment that a read was of. */
  get view(): View {
    return this.reader.view;
  }

  get revision(): number {
    return this.view.revision;
  }

  /** Milliseconds since a read was of that moment or a later one. */
  get viewAge(): number {
    return performance.now() - this.reader.viewedAt;
  }

  /**
   * Reads what moment it is. All who ask during a read share the next one, which begins after they have asked, or fail
   * with the one that runs.
   */
  refresh(): Promise<View> {
    if (this.#looking) return (this.#nextLook ??= this.#looking.then(() => this.refresh()));
    const looking = this.reader.all("view").then(() => this.view);
    this.#looking = looking.finally(() => (this.#looking = this.#nextLook = undefined));
    return this.#looking;
  }

  /** Forgets cached reads: the chain may have changed unseen. */
  protected forget(): void {
    this.#cache.clear();
  }

  head(): Promise<StoredBlock | undefined> {
    return this.#moving("head", async () => toBlock(await this.reader.one("head")));
  }

  findBlock(identifier: number | Hex): Promise<StoredBlock | undefined> {
    const [name, key] = blockStatement("blockByHeight", "blockByHash", identifier);
    return this.#lasting(`block ${identifier}`, async () =>
      toBlock(await this.reader.one(name, [key])),
    );
  }

  renderBlock(identifier: number | Hex): Promise<Rendered | undefined> {
    const [name, key] = blockStatement("blockBody", "blockBodyByHash", identifier);
    return this.#lasting(`body ${identifier}`, async () =>
      toBody(await this.reader.one(name, [key])),
    );
  }

  async listBlocks({ order, offset, limit }: BlockFilter): Promise<RenderedPage> {
    return this.#page(order === "asc" ? "summariesUp" : "summariesDown", [offset, limit]);
  }

  async listBlockTransactions(
    height: number,
    { offset, limit }: Window,
  ): Promise<RenderedPage | undefined> {
    return this.#lasting(`bodies ${height} ${offset} ${limit}`, async () => {
      const row = await this.reader.one<PageRow>("blockBodies", [height, offset, limit]);
      return row && toPage(row);
    });
  }

  async listBlockHashes(hash: Hex): Promise<RenderedPage | undefined> {
    return this.#lasting(`hashes ${hash}`, async () => {
      const row = await this.reader.one<PageRow>("blockHashes", [toBlob(hash)]);
      return row && toPage(row);
    });
  }

  async readBlockTransactions(height: number): Promise<ExecutedTransaction[]> {
    const rows = await this.reader.found<TransactionRow>("blockTransactions", [height]);
    return rows.map((row) => toTransaction(row).transaction);
  }

  findTransaction(hash: Hex): Promise<StoredTransaction | undefined> {
    return this.#lasting(`tx ${hash}`, async () => {
      const row = await this.reader.one<TransactionRow>("transactionByHash", [toBlob(hash)]);
      return row && toTransaction(row);
    });
  }

  renderTransaction(hash: Hex): Promise<Rendered | undefined> {
    return this.#lasting(`text ${hash}`, async () =>
      toBody(await this.reader.one("transactionBody", [toBlob(hash)])),
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
    const rows = await this.reader.found<TransactionRow>("listTransactions", list);
    return rows.map((row) => toTransaction(row).transaction);
  }

  readAccount(address: Address): Promise<AccountReading | undefined> {
    return this.#moving(`account ${address}`, async () => {
      const row = await this.reader.one<RowOf<"account">>("account", [address]);
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
    return this.#moving(`state ${height} ${keys.join(" ")}`, () =>
      this.reader.readState(keys, height),
    );
  }

  async readChanges(height: number): Promise<StateChange[]> {
    const rows = await this.reader.found<ChangeRow>("changes", [height, height]);
    return rows.map(toChange);
  }

  async listState({
    after = "",
    limit,
    height = NO_BOUND,
  }: StateWindow): Promise<readonly StateEntry[]> {
    const rows = await this.reader.found<StateRow>("stateAfter", [after, height, limit]);
    return rows.map(({ key, value }) => [key, value]);
  }

  async readTreeNodes(paths: readonly string[]): Promise<TreeNodes> {
    return this.reader.readTreeNodes(paths);
  }

  async #page(name: keyof Statements, values: readonly unknown[]): Promise<RenderedPage> {
    return this.#moving(`${name} ${values.join(" ")}`, async () => {
      const row = await this.reader.one<PageRow>(name, values);
      return row ? toPage(row) : { items: "[]" as Rendered, total: 0 };
    });
  }

  async #moving<T>(name: string, read: () => Promise<T>): Promise<T> {
    this.reader.ensureOpen();
    return this.reader.isPrivate ? read() : this.#cache.moving(name, read);
  }

  async #lasting<T>(name: string, read: () => Promise<T | undefined>): Promise<T | undefined> {
    this.reader.ensureOpen();
    return this.reader.isPrivate ? read() : this.#cache.lasting(name, read);
  }
}

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
  return row && (row as { readonly body: Rendered }).body;
}

function toPage({ items, total }: PageRow): RenderedPage {
  return { items: `[${items ?? ""}]` as Rendered, total };
}
