import type { TopicName } from "../../../generated/topics.gen.ts";
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
  /** The events of a transaction that is pending from then on. */
  pending(transaction: PendingBytes): readonly EventDraft[];
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

/** The topic whose events are a part of the log by themselves, so that they push out no others. */
export const PENDING = "pending_transactions" satisfies TopicName;

/** The parts of a log: the events of pending transactions, and all others. */
export type LogPart = "chain" | "pending";

/** The extent of a part of a log at a moment. */
export interface LogSize {
  readonly events: number;
  /** When the oldest was written, in milliseconds since 1970. */
  readonly since: number;
}

/**
 * The events of a chain since its store was made, in order. It is only ever appended to, in one step with the
 * write that an event tells of, and forgets its oldest events beyond a bound, {@linkcode PENDING} ones and others each
 * by themselves. The newest of both stays.
 *
 * Each opening of a store begins an epoch. A sequence means the same event to everyone who was told of it within an
 * epoch that the store knows, and up to where the store knows that epoch to have come: a store that was put back to an
 * earlier copy, or lost its last moments with the power, gives the numbers of lost events to others.
 */
export interface EventLog {
  /** The epoch of this opening. */
  readonly epoch: string;
  /** The bounds of the log, for some topics alone: `first` is also above the newest {@linkcode GAP} of any of them. */
  bounds(topics?: readonly string[]): Promise<EventBounds>;
  /**
   * The events of the next `span` sequences above one; of some topics alone where they are named. However rare these
   * are, a page costs no more than `span` events.
   */
  read(after: number, span: number, topics?: readonly string[]): Promise<EventPage>;
  /** The extent of each part that is not empty. */
  sizes(): Promise<Readonly<Partial<Record<LogPart, LogSize>>>>;
  /** The newest sequence of an epoch, the present one included; `undefined` for one that the store does not know. */
  endOf(epoch: string): Promise<number | undefined>;
}

/**
 * The topic of a mark in the log of a chain that is followed from elsewhere: events of the topics that are its body may
 * be missing before it, so that their subscriptions are not resumed across it.
 */
export const GAP = "gap";

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
  /** Undefined for an empty part. */
  readonly sizes: Readonly<Partial<Record<LogPart, LogSize>>>;
}

export async function readLogState(log: EventLog): Promise<LogState> {
  const [{ first }, sizes] = await Promise.all([log.bounds(), log.sizes()]);
  return { first, sizes };
}

/** The part of a log that the events of a topic are in. */
export function partOf(topic: string): LogPart {
  return topic === PENDING ? "pending" : "chain";
}

/** Where the parts of a log begin, null of an empty one. */
export interface PartBegins {
  readonly chain_first: number | null;
  readonly pending_first: number | null;
}

/**
 * The sequence from which on no event of some topics is forgotten. What one part still has from before the other begins
 * does not count: an event of a pending transaction that an earlier release wrote is in the other part.
 */
export function firstOf(begins: PartBegins, topics: readonly string[] = [PENDING]): number {
  const chain = begins.chain_first ?? 1;
  return topics.includes(PENDING) ? Math.max(chain, begins.pending_first ?? 1) : chain;
}

/** Most events that one write forgets of each part, beside as many as it adds: a shorter bound must not hold up a block. */
export const MOST_FORGOTTEN = 1_000;
