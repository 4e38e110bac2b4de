import type { ReadName, WriteName } from "./_statements.ts";
import type { TableName } from "./_tables.ts";

/** Values of a statement; an array where it says so. */
export type Values = readonly unknown[];

/** Runs reads by name; each is one statement, and so of one snapshot. */
export interface Reads {
  /** The rows found. */
  all<Row extends object>(name: ReadName, values?: Values): Promise<Row[]>;
  /** The first of these. */
  one<Row extends object>(name: ReadName, values?: Values): Promise<Row | undefined>;
}

/** The statements of a write, none of which is waited for. */
export interface Write {
  run(name: WriteName, values?: Values): void;
  /** Adds rows; bytes may be hex. Those of `pending` are {@linkcode PendingBytes}. */
  insert(table: TableName, rows: readonly object[]): void;
  /** Tells of the chain as the write leaves it, and keeps everybody else from writing from then on. */
  change(chain: ChangedChain): void;
  /** Begins an epoch of the event log. */
  beginEpoch(name: string): void;
}

/** A chain after blocks were added or taken off. */
export interface ChangedChain {
  readonly height: number;
  /** Transactions in all blocks. */
  readonly transactions: number;
  /** True if blocks were taken off. */
  readonly isRemoval: boolean;
}

/** A write that takes long. */
export interface LongWrite extends Write {
  /** Waits until the reads of its store see what was written; nobody else does before its end. */
  settle(): Promise<void>;
}

/** A moment of the chain, as the newest read or write shows it. */
export interface Moment {
  /** Counted up with each change of the chain. */
  readonly revision: number;
  /** Counted up, not necessarily by one, with each removal of blocks. */
  readonly removals: number;
  /** The counts are compared within one line alone: another begins where the database was put back, or may have changed unseen. */
  readonly line: string;
}

/**
 * Those that a write keeps from writing: nobody at first, and everybody as soon as it has added its blocks (`blocks`), or
 * everybody from the beginning.
 */
export type Exclusion = "blocks" | "all";

/** A database with the tables of one chain. */
export interface Engine extends Reads {
  readonly moment: Moment;
  /** The epoch of the event log. */
  readonly epoch: string;
  /** True during a long write, whose reads see what others do not: none of them is cached. */
  readonly isPrivate: boolean;
  /** Levels of the state tree that a write reads at once: many where a read is a round trip. */
  readonly levels: number;
  /** @throws {Error} If it is closed, or a write failed and cannot be undone. */
  ensureUsable(): void;
  /**
   * A write: all of it, or none. `read` prepares it, of one moment with `work`, which waits for nothing but what its engine
   * gives beside this.
   */
  write<Found>(
    exclusion: Exclusion,
    read: (reads: Reads) => Promise<Found>,
    work: (write: Write, found: Found) => void | Promise<void>,
  ): Promise<void>;
  /** A long write, which all reads are part of meanwhile. */
  fill(work: (write: LongWrite) => Promise<void>): Promise<void>;
  /** The rows of a statement that is run once. */
  ask<Row extends object>(statement: string, values?: Values): Promise<Row[]>;
  close(): Promise<void>;
}
