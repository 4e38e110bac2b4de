import type { ReadName, WriteName } from "./_statements.ts";
import type { TableName } from "./_tables.ts";

/** Values of a statement's parameters, some of which are arrays. */
export type Values = readonly unknown[];

/** Runs reads by name. Each read is one statement, and so reads one snapshot. */
export interface Reads {
  /** Returns every row. */
  all<Row extends object>(name: ReadName, values?: Values): Promise<Row[]>;
  /** Returns the first row. */
  one<Row extends object>(name: ReadName, values?: Values): Promise<Row | undefined>;
}

/** Runs the statements of a write, which the caller does not await one by one. */
export interface Write {
  run(name: WriteName, values?: Values): void;
  /** Adds rows; bytes may be hex. The rows of `pending` are {@linkcode PendingBytes}. */
  insert(table: TableName, rows: readonly object[]): void;
  /** Records the chain after the write, and keeps other processes from writing until the commit. */
  change(chain: ChangedChain): void;
  /** Begins an epoch of the event log. */
  beginEpoch(name: string): void;
}

/** A chain after blocks were added or removed. */
export interface ChangedChain {
  readonly height: number;
  /** Transactions in all blocks. */
  readonly transactions: number;
  /** True if blocks were removed. */
  readonly isRemoval: boolean;
}

/** A write in many parts, visible to its own store before the commit. */
export interface LongWrite extends Write {
  /** Waits until the reads of the store see the rows written so far; other processes see them after the commit. */
  settle(): Promise<void>;
}

/** The version of the chain that the newest read or write has seen. */
export interface Moment {
  /** Increases with each change of the chain. */
  readonly revision: number;
  /** Increases, by one or more, with each removal of blocks. */
  readonly removals: number;
  /** Counts are comparable within a timeline; a new one begins if the database was restored or may have changed unseen. */
  readonly timeline: string;
}

/** The point from which a write excludes other writers: once it has added its blocks, or (`all`) from the start. */
export type Exclusion = "blocks" | "all";

/** A database with the tables of one chain. */
export interface Engine extends Reads {
  readonly moment: Moment;
  /** The epoch of the event log. */
  readonly epoch: string;
  /** True during a long write, when reads see uncommitted rows and are not cached. */
  readonly isPrivate: boolean;
  /** Levels of the state tree in one read of a write: several if a read is a round trip, 0 to read level by level. */
  readonly levels: number;
  /** @throws {Error} If the engine is closed, or a write failed and cannot be undone. */
  ensureUsable(): void;
  /** An atomic write. `read` and `work` see one snapshot; `work` awaits nothing but reads of the same transaction. */
  write<Found>(
    exclusion: Exclusion,
    read: (reads: Reads) => Promise<Found>,
    work: (write: Write, found: Found) => void | Promise<void>,
  ): Promise<void>;
  /** An atomic long write; all reads of the store see its rows meanwhile. */
  fill(work: (write: LongWrite) => Promise<void>): Promise<void>;
  /** Runs an ad-hoc query. */
  ask<Row extends object>(statement: string, values?: Values): Promise<Row[]>;
  close(): Promise<void>;
}
