import type { SignedTransaction } from "../../../devnet/internal.ts";
import type { Address, Hex } from "../../../units/mod.ts";
import { randomBytes } from "../../crypto.ts";
import type { ProducedBlock } from "../ledger/mod.ts";

/** A transaction that waits for a block, as it is persisted across restarts. */
export interface PendingBytes {
  readonly hash: Hex;
  readonly raw: Uint8Array;
  /** The bytes read, where whoever hands them over has done that. */
  readonly body?: SignedTransaction;
}

/** An event before it has its place in the log. */
export interface EventDraft {
  readonly topic: string;
  /** The payload, as JSON. */
  readonly body: string;
  /** Identifies the event, if it is about a transaction. */
  readonly about?: EventSubject;
}

/** Type and sides of the transaction that an event is of. */
export interface EventSubject {
  readonly type: string;
  readonly from: Address;
  readonly to: Address;
}

export interface LoggedEvent extends EventDraft {
  /** Place in the log, counted up from 1 by one. */
  readonly sequence: number;
}

/** Blocks that were taken off the top of the chain. */
export interface Removal {
  /** Lowest height that was removed. */
  readonly fromHeight: number;
  /** Hash of the head before. */
  readonly oldHead: Hex;
  /** Hash of the head after. */
  readonly newHead: Hex;
}

/** Renders changes as events; the store knows neither topics nor payloads. */
export interface EventRender {
  /** The events of a block. `before` reads the state below it. */
  block(block: ProducedBlock, before: (key: string) => string | undefined): readonly EventDraft[];
  /** The events of a removal of blocks. */
  removal(removal: Removal): readonly EventDraft[];
}

/** Extent of a log at a moment. */
export interface EventBounds {
  /** Sequence from which on no event is forgotten: that of the oldest one in the log, 1 before any is. */
  readonly first: number;
  /** Sequence of the newest event, 0 before there is any. */
  readonly last: number;
}

/** A part of a log, with its bounds at the same moment. */
export interface EventPage extends EventBounds {
  /** In the order of the log. */
  readonly events: readonly LoggedEvent[];
}

/** The events of a log at a moment. */
export interface LogSize {
  readonly events: number;
  /** When the oldest was written, in milliseconds since 1970. */
  readonly since: number;
}

/**
 * The events of a chain since its store was made, in order. It is only ever appended to, in one step with the
 * write that an event tells of, and forgets its oldest events beyond a bound. The newest stays.
 *
 * Each opening of a store begins an epoch. A sequence means the same event to everyone who was told of it within an
 * epoch that the store knows, and up to where the store knows that epoch to have come: a store that was put back to an
 * earlier copy, or lost its last moments with the power, gives the numbers of lost events to others.
 */
export interface EventLog {
  /** The epoch of this opening. */
  readonly epoch: string;
  /** The bounds of the log, for some topics alone: `first` is also above what is missing of any of them. */
  bounds(topics?: readonly string[]): Promise<EventBounds>;
  /**
   * The events of the next `span` sequences above one; of some topics alone where they are named. However rare these
   * are, a page costs no more than `span` events.
   */
  read(after: number, span: number, topics?: readonly string[]): Promise<EventPage>;
  /** Undefined for an empty log. */
  size(): Promise<LogSize | undefined>;
  /** The newest sequence of an epoch, the present one included; `undefined` for one that the store does not know. */
  endOf(epoch: string): Promise<number | undefined>;
}

/** Most epochs that a store knows. */
export const MAX_EPOCHS = 1_000;

/** A name that no other epoch has. */
export function newEpoch(): string {
  return Buffer.from(randomBytes(6)).toString("base64url");
}

/** The extent of a log at a moment. */
export interface LogState {
  /** As of {@linkcode EventBounds}, for all topics together. */
  readonly first: number;
  /** Undefined for an empty log. */
  readonly size: LogSize | undefined;
}

export async function readLogState(log: EventLog): Promise<LogState> {
  const [{ first }, size] = await Promise.all([log.bounds(), log.size()]);
  return { first, size };
}

/** The epoch that marks where the numbers of events begin to be without gaps, in a store that an earlier release made. */
export const DENSE = "dense";

/** Most events that one write forgets, beside as many as it adds: a shorter bound must not hold up a block. */
export const MOST_FORGOTTEN = 1_000;
