import type { Segment } from "../../../chains/mod.ts";
import { DEV_ACCOUNT_COUNT } from "../../../devnet/internal.ts";
import type { Address, Amount, Hex, UnixSeconds } from "../../../units/mod.ts";
import type { BlockSource, SubmissionOutcome } from "../../chain/block_source.ts";
import type { LedgerBlock, PreparedTransaction, ProducedBlock } from "../../chain/ledger/mod.ts";
import type { PendingBytes, Store } from "../../chain/store/mod.ts";
import {
  CHAIN_ROWS,
  type ProducerMode,
  type OptionTable,
  type Resolved,
  resolveOptions,
  type ServiceOptions,
  wholeNumber,
} from "../../options/mod.ts";

/** Says how much of a history is made. */
export function historyText(height: number, history: number): string {
  return `block ${height} of ${history} of its history is made`;
}

export interface DevnetOptions extends Pick<ServiceOptions, keyof typeof CHAIN_ROWS> {
  /** Chain and network. */
  readonly segment: Segment;
  /** Store of the chain. An empty one is filled with a history, any other is continued. */
  readonly store: Store;
  /** Aborted to give up the history that is being made; opening then rejects with the signal's reason as the cause. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the height of each block of the history that is being made. */
  readonly onHistory?: ((height: number) => void) | undefined;
  /** Dev accounts that genesis funds. @default {10} */
  readonly accounts?: number;
  /** A mempool that other processes add transactions to. @default one of its own */
  readonly shared?: SharedMempool | undefined;
  /**
   * Called when a block could not be produced, a listener threw, or a pending transaction found on opening can never be
   * included; the devnet continues. @default {console.error}
   */
  readonly onError?: (error: unknown) => void;
}

/**
 * Milliseconds from an accepted submission to its block in mode `on-submit`. Submissions accepted within that time
 * share the block.
 */
export const ON_SUBMIT_DELAY = 2;

/** Options of a reorganisation. */
export interface ReorganiseOptions {
  /** Number of replacing blocks, more than are removed and at most 2000. @default one more than are removed */
  readonly blocks?: number;
  /**
   * Transactions that the replacing blocks leave out: hashes, or all of the removed blocks. They stay pending for later
   * blocks, as do the transactions that depend on them, such as the sender's next nonces.
   */
  readonly leaveOut?: "all" | readonly Hex[];
}

export interface Reorganisation {
  readonly fromHeight: number;
  /** Head before the reorganisation. */
  readonly oldHead: LedgerBlock;
  /** The highest remaining block, the parent of the first replacing one. */
  readonly newHead: LedgerBlock;
  /** The replacing blocks, by ascending height. */
  readonly blocks: readonly ProducedBlock[];
}

/** A mempool that several processes add transactions to, of which one produces blocks. */
interface SharedMempool {
  /** Accepts a transaction with valid bytes, or refuses it. */
  accept(transaction: PreparedTransaction): Promise<SubmissionOutcome>;
  /** Transactions added since the last call, or since the store listed the pending ones. */
  next(): Promise<readonly PendingBytes[]>;
}

/**
 * A block source that produces its blocks itself, from submitted transactions, and that can be controlled.
 *
 * Calls, submissions included, run one after the other in the order they were made.
 */
export interface Devnet extends BlockSource {
  /** Seed of the chain's accounts, validators and traffic. */
  readonly seed: number;

  /** Blocks that could not be produced, in a row; 0 once one was. */
  readonly failedBlocks: number;

  /** Seconds by which the next automatic block is late; 0 where none is due. */
  readonly overdue: number;

  /** Its mode, seconds between blocks, clock in Unix seconds, and the ids of its snapshots. */
  readonly state: {
    readonly mode: ProducerMode;
    readonly seconds: number;
    readonly timestamp: UnixSeconds;
    readonly snapshots: string[];
  };

  /**
   * Produces one block of pending transactions at once, in any mode.
   *
   * If not all of them fit, senders are served round-robin, starting with the longest-waiting one. Transactions run in
   * order of arrival.
   *
   * @throws {Error} If the devnet is closed or the store fails; the chain is then unchanged.
   */
  produceBlock(): Promise<ProducedBlock>;

  /**
   * Replaces the newest `depth` blocks, 1 to 1000, with at least one more, so that the longer chain wins. Genesis is
   * never replaced. No replacing block has the hash of a removed one: the first is at least a second younger than the
   * block it replaces.
   *
   * The transactions of the removed blocks are pending again, in their order and ahead of other pending ones, even
   * beyond the size of the mempool. A transaction that can no longer run is dropped: a record it spends does not exist,
   * such as that of a removed block's fees, or an earlier nonce of its sender is missing. Removal and mempool change in
   * one transaction of the store: a process killed before the replacing blocks exist continues from the shorter chain
   * without losing any. Snapshots of removed blocks are dropped.
   *
   * Announces `removed`, then `pending` for each transaction that is pending again, `dropped` for each that was
   * dropped, then the blocks.
   *
   * @throws {RangeError} If a number is out of range; nothing changes then.
   * @throws {Error} If the devnet is closed or the store fails. Blocks removed by then remain removed.
   */
  reorganise(depth: number, options?: ReorganiseOptions): Promise<Reorganisation>;

  /**
   * Saves the head and the pending transactions, until the devnet is closed.
   *
   * @returns The id for `revert`, such as `snap-1`; it is never reused.
   * @throws {RangeError} If there are 1000 snapshots.
   */
  snapshot(): Promise<string>;

  /**
   * Restores the head and the pending transactions of a snapshot. Later snapshots are dropped; this one can be used
   * again. The clock and the mode are unchanged.
   *
   * Announces `removed` if blocks were removed, `pending` for each transaction that is pending again, and `dropped` for
   * each that no longer is. Transactions submitted after the snapshot and included in a removed block are not
   * announced.
   *
   * @returns The head afterwards.
   * @throws {RangeError} If there is no such snapshot.
   */
  revert(id: string): Promise<LedgerBlock>;

  /**
   * Produces a block every `seconds` from now on, in any mode; with 0 only `produceBlock` does. A restart uses the
   * options again.
   *
   * @returns The interval in force.
   * @throws {RangeError} If `seconds` is not from 0 to 86400.
   */
  setInterval(seconds: number): number;

  /**
   * Sets the clock, which runs on from there and gives the times of new blocks, none before its parent's. A restart
   * uses the real clock again.
   *
   * @returns The clock afterwards, in Unix seconds.
   * @throws {RangeError} If `timestamp` is not a whole number or before the newest block.
   */
  setTime(timestamp: UnixSeconds): Promise<UnixSeconds>;

  /**
   * Submits a payment from one of the traffic accounts, even without traffic. Each of them starts with a million
   * tokens. On alpha a payment spends a single record if one is large enough.
   *
   * @returns The submission, or a refusal: no account has that much left, or the mempool is full.
   * @throws {RangeError} If `to` is not an address of the chain, or `value` is below 1.
   */
  fund(to: Address, value: Amount): Promise<SubmissionOutcome>;

  /** Called when another process has added transactions to a shared mempool. */
  wake(): void;
}

const ROWS = {
  ...CHAIN_ROWS,
  accounts: { ...wholeNumber(0, 10_000), default: DEV_ACCOUNT_COUNT },
} as const satisfies OptionTable;

/** Options of a devnet with every default filled in. */
export type ResolvedOptions = DevnetOptions &
  Resolved<typeof ROWS> &
  Required<Pick<DevnetOptions, "onError">>;

/**
 * Checks the options of a devnet, and fills in the defaults.
 *
 * @throws {TypeError | RangeError} If one is not what it must be; the message names it.
 */
export function resolveDevnetOptions(options: DevnetOptions): ResolvedOptions {
  const names = Object.keys(ROWS) as (keyof typeof ROWS)[];
  const given = Object.fromEntries(names.map((name) => [name, options[name]]));
  const settings = resolveOptions("Cannot open devnet", given, ROWS);
  const { onError = (error: unknown) => console.error(error) } = options;
  return { ...options, ...settings, onError };
}
