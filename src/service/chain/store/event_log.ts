import type { SignedTransaction } from "../../../devnet/internal.ts";
import type { Address, Hex } from "../../../units/mod.ts";
import { randomBytes } from "../../crypto.ts";
import type { ProducedBlock } from "../ledger/mod.ts";

/** A pending transaction, as it is persisted across restarts. */
export interface PendingBytes {
  readonly hash: Hex;
  readonly raw: Uint8Array;
  /** The decoded transaction, if the caller has decoded the bytes. */
  readonly body?: SignedTransaction;
}

/** An event without a sequence yet. */
export interface EventDraft {
  readonly topic: string;
  /** The payload, as JSON. */
  readonly body: string;
  /** The transaction of the event, if it is about one. */
  readonly about?: EventSubject;
}

/** Type, sender and receiver of the transaction of an event. */
export interface EventSubject {
  readonly type: string;
  readonly from: Address;
  readonly to: Address;
}

export interface LoggedEvent extends EventDraft {
  /** Position in the log, from 1. */
  readonly sequence: number;
}

/** A removal of the highest blocks of a chain. */
export interface Removal {
  /** Lowest removed height. */
  readonly fromHeight: number;
  /** Hash of the head before. */
  readonly oldHead: Hex;
  /** Hash of the head after. */
  readonly newHead: Hex;
}

/** Renders changes as events; the store knows neither topics nor payloads. */
export interface EventRender {
  /** The events of a block. `before` reads a state value before the block. */
  block(block: ProducedBlock, before: (key: string) => string | undefined): readonly EventDraft[];
  /** The events of a removal of blocks. */
  removal(removal: Removal): readonly EventDraft[];
}

/** Bounds of a log at a moment. */
export interface EventBounds {
  /** Sequence of the oldest event in the log; 1 in an empty log. */
  readonly first: number;
  /** Sequence of the newest event; 0 before the first event. */
  readonly last: number;
}

/** A part of a log, with the bounds of the log at the same moment. */
export interface EventPage extends EventBounds {
  /** Events in the order of the log. */
  readonly events: readonly LoggedEvent[];
}

/** The size of a log at a moment. */
export interface LogSize {
  readonly events: number;
  /** Time of the oldest event, in milliseconds since 1970. */
  readonly since: number;
}

/**
 * The events of a chain in order. Each write appends its events atomically. Retention deletes the oldest events beyond
 * its limits, but never the newest event.
 *
 * Each opening of a store begins an epoch. A sequence identifies an event only within an epoch that the store knows, up
 * to the end of that epoch in the store: a store that was restored from a copy, or that lost its last writes with the
 * power, reuses the sequences of lost events.
 */
export interface EventLog {
  /** The epoch of this opening. */
  readonly epoch: string;
  /** The bounds of the log. With topics, `first` is also above every missing event of these topics. */
  bounds(topics?: readonly string[]): Promise<EventBounds>;
  /**
   * Reads the events of the next `span` sequences after one, or those of some topics among them. A page of rare topics
   * costs no more than `span` events.
   */
  read(after: number, span: number, topics?: readonly string[]): Promise<EventPage>;
  /** Undefined for an empty log. */
  size(): Promise<LogSize | undefined>;
  /** The newest sequence of an epoch; undefined for an epoch that the store does not know. */
  endOf(epoch: string): Promise<number | undefined>;
}

/** Maximum number of epochs that a store remembers. */
export const MAX_EPOCHS = 1_000;

/** Makes a unique name of an epoch. */
export function newEpoch(): string {
  return Buffer.from(randomBytes(6)).toString("base64url");
}

/** The state of a log at a moment. */
export interface LogState {
  /** Sequence of the oldest event, as in {@linkcode EventBounds}. */
  readonly first: number;
  /** Undefined for an empty log. */
  readonly size: LogSize | undefined;
}

export async function readLogState(log: EventLog): Promise<LogState> {
  const [{ first }, size] = await Promise.all([log.bounds(), log.size()]);
  return { first, size };
}

/** Name of the epoch from which on sequences have no gaps, in a store of an earlier release. */
export const DENSE = "dense";

/** Maximum number of events that a write deletes beyond the number it adds: a lowered limit must not delay a block. */
export const MAX_FORGOTTEN = 1_000;
