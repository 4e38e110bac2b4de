import type { Address, Hex, UnixSeconds } from "../../../units/mod.ts";
import type { LedgerBlock, ExecutedTransaction, ProducedBlock } from "../ledger/mod.ts";
import type { StateWrite, TreeNodes, TreeUpdate } from "../state_tree/mod.ts";
import type { EventLog, EventRender, PendingBytes } from "./event_log.ts";

declare const RENDERED: unique symbol;

/** A JSON text that stands in an answer as it is, so that it is made once and never parsed again. */
export type Rendered = string & { readonly [RENDERED]: true };

export type { PendingBytes } from "./event_log.ts";

/** Renders immutable records as JSON; the store knows nothing of their shapes. */
export interface Render {
  /** A block in detail. */
  block(block: LedgerBlock): string;
  /** A block as an item of a list. */
  blockSummary(block: LedgerBlock): string;
  /** A transaction, as an item of a list and alone. */
  transaction(transaction: ExecutedTransaction): string;
  /** Prefix of the state keys of accounts; the address follows. */
  readonly accountPrefix: string;
  /** Renders events; without it none are logged. */
  readonly events?: EventRender;
}

/** A part of a list: `offset` items are skipped, at most `limit` follow. Both are whole numbers from 0. */
export interface Window {
  readonly offset: number;
  readonly limit: number;
}

/** A part of a list with the exact number of items in the whole list, both of one moment. */
export interface StoredPage<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

/** A part of a list whose records are rendered for an answer. */
export interface RenderedPage {
  /** The records as one JSON array. */
  readonly items: Rendered;
  /** As of a {@linkcode StoredPage}. */
  readonly total: number;
}

/** A block as the store has it. */
export interface StoredBlock {
  readonly block: LedgerBlock;
  /** The block in detail. */
  readonly rendered: Rendered;
  /** Transactions in all blocks up to this one, itself included. */
  readonly totalTransactions: number;
}

/** A transaction in a block, as the store has it. */
export interface StoredTransaction {
  readonly transaction: ExecutedTransaction;
  readonly rendered: Rendered;
}

/** Side of a transaction that an account is on: `out` sender, `in` receiver, `all` either. */
export type Direction = "in" | "out" | "all";

/** Selects blocks to list. */
export interface BlockFilter extends Window {
  /** By height, upwards (`asc`) or downwards. */
  readonly order: "asc" | "desc";
}

/** Selects transactions to list. */
export interface TransactionFilter extends Window {
  readonly type?: string;
  /** Sender or receiver. */
  readonly address?: Address;
}

/** Selects transactions of one account to list. */
export interface AccountWindow extends Window {
  readonly direction: Direction;
}

/** State values of one height. */
export interface StateReading {
  /** Height the values are of; -1 in an empty store. */
  readonly height: number;
  /** A value for every key that has one. */
  readonly values: ReadonlyMap<string, string>;
}

/** State and activity of an address. */
export interface AccountReading {
  /** Height of the head. */
  readonly height: number;
  /** The account's state value at the head, if it has one. */
  readonly state: string | undefined;
  /** Transactions in which the address is sender or receiver. */
  readonly txCount: number;
  /** Time of the first transaction or state change. */
  readonly firstSeen: UnixSeconds;
  /** Time of the last transaction or state change. */
  readonly lastSeen: UnixSeconds;
}

/** The head, as the maker of the next block reads it. */
export interface BlockReads {
  /** Reads state values; keys without one are left out. */
  readonly readState: (keys: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** The state tree after the changes of the block, which has these transactions; to be called once, as the last read. */
  readonly updateTree: (
    changes: readonly StateWrite[],
    transactions: readonly Pick<ExecutedTransaction, "type" | "from" | "to">[],
  ) => Promise<TreeUpdate>;
}

/**
 * One chain and network, persisted.
 *
 * Heights are dense from 0. Every call reads one snapshot: a page and its total, a value and its height always belong
 * together. Totals are exact, and a page costs the same at any depth. A write is all or nothing, and persisted when
 * its promise resolves. One that rejects may have taken effect: its commit may have failed or gone unanswered after it
 * was decided, and reads from then on tell. There is one writer; how its calls follow each other is the caller's matter.
 * Any call after `close` rejects.
 */
export interface Store {
  /** The event log, in order. A write and its events are atomic. */
  readonly events: EventLog;

  /**
   * Counted up with each change of the chain, in one step with it, also where blocks are taken off: what is read while
   * it stays the same is of one moment. Starts anew with each opening of the store.
   */
  readonly revision: number;

  /**
   * A value that follows from the chain, made anew only after a change of it; under a name that says all that it depends on
   * beside.
   */
  derive<T>(name: string, make: () => Promise<T>): Promise<T>;

  /** The highest block, or `undefined` in an empty store. */
  head(): Promise<StoredBlock | undefined>;

  /** The block of a height or a hash. */
  findBlock(identifier: number | Hex): Promise<StoredBlock | undefined>;

  /** The JSON of a block as `findBlock` has it; cheaper to read than the record. */
  renderBlock(identifier: number | Hex): Promise<Rendered | undefined>;

  /** Summaries of blocks. */
  listBlocks(filter: BlockFilter): Promise<RenderedPage>;

  /** Transactions of a block in block order; `undefined` if there is no such block. */
  listBlockTransactions(height: number, window: Window): Promise<RenderedPage | undefined>;

  /** Every transaction of a block in block order; empty if there is no such block. */
  readBlockTransactions(height: number): Promise<ExecutedTransaction[]>;

  /** Hashes of all transactions of a block, in block order; `undefined` if there is no block of this hash. */
  listBlockHashes(hash: Hex): Promise<RenderedPage | undefined>;

  /** The transaction of a hash, if it is in a block. */
  findTransaction(hash: Hex): Promise<StoredTransaction | undefined>;

  /** The JSON of a transaction as `findTransaction` has it; cheaper to read than the record. */
  renderTransaction(hash: Hex): Promise<Rendered | undefined>;

  /** Transactions newest first: all, those of a type, of an address, or of both. */
  listTransactions(filter: TransactionFilter): Promise<RenderedPage>;

  /** Transactions of one account, newest first. One from an account to itself is once in each direction's list. */
  listAccountTransactions(address: Address, filter: AccountWindow): Promise<RenderedPage>;

  /** The list of `listAccountTransactions` as full records. */
  readAccountTransactions(address: Address, filter: AccountWindow): Promise<ExecutedTransaction[]>;

  /** State and activity of an address; `undefined` if it is in no transaction and its state was never set. */
  readAccount(address: Address): Promise<AccountReading | undefined>;

  /** State values as of `height`, at the head by default. A height above the head reads the head. */
  readState(keys: readonly string[], height?: number): Promise<StateReading>;

  /** State changes of a block, in the order in which they were given; empty if there is no such block. */
  readChanges(height: number): Promise<StateWrite[]>;

  /**
   * Branches of the state tree at the head; one that does not exist is absent. There are none of other heights: the tree
   * of a height follows from the state of that height, and truncating takes the tree back to it.
   */
  readTreeNodes(paths: readonly string[]): Promise<TreeNodes>;

  /**
   * Adds the block that `make` makes on top of the head, as `apply` does, with as few steps as the store can: what `make`
   * reads is of one moment.
   *
   * @throws {RangeError} If the block does not follow the head.
   */
  add(make: (base: BlockReads) => Promise<ProducedBlock>): Promise<ProducedBlock>;

  /**
   * Adds blocks on top of the head, all or none, and takes their transactions off the pending ones.
   *
   * @throws {RangeError} If a block does not follow the one below it.
   */
  apply(blocks: readonly ProducedBlock[]): Promise<void>;

  /**
   * Gives an empty store a chain, from its first block on, taking one block at a time: all of them or none, even if the
   * process ends in between. Until it is done nobody may call the store.
   *
   * @throws {RangeError} If the store is not empty, or a block does not follow the one before it.
   */
  fill(blocks: AsyncIterable<ProducedBlock>): Promise<void>;

  /**
   * Removes every block above `height` with all that follows from it: the store is then as if it had never been told
   * of them. -1 removes every block. Pending transactions stay as they are, or with `pending` are these alone from then
   * on, in this order: what fell out of the blocks can wait again without a moment in which it is nowhere.
   */
  truncate(height: number, pending?: readonly PendingBytes[]): Promise<void>;

  /** Persists pending transactions; one that is there already stays in its place. */
  putPending(transactions: readonly PendingBytes[]): Promise<void>;

  /** Forgets pending transactions; unknown hashes are ignored. */
  removePending(hashes: readonly Hex[]): Promise<void>;

  /** Every pending transaction in the order of arrival. */
  listPending(): Promise<PendingBytes[]>;

  /**
   * Looks through everything there is for what does not fit together: gaps in lists, entries that lead nowhere, totals
   * that are no counts. Gives a sentence for each fault, none for a sound store. Nothing may be written meanwhile.
   */
  inspect(): AsyncIterable<string>;

  /** Ends the store. A second call does nothing. */
  close(): Promise<void>;
}
