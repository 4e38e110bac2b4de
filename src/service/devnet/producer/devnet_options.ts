import type { Segment } from "../../../chains/mod.ts";
import { DEV_ACCOUNT_COUNT } from "../../../devnet/internal.ts";
import type { Hex } from "../../../units/mod.ts";
import type { SubmissionOutcome } from "../../chain/block_source.ts";
import type { LedgerBlock, PreparedTransaction, ProducedBlock } from "../../chain/ledger/mod.ts";
import type { PendingBytes, Store } from "../../chain/store/mod.ts";
import {
  CHAIN_ROWS,
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
  const own = Object.fromEntries(names.map((name) => [name, options[name]]));
  const settings = resolveOptions("Cannot open devnet", own, ROWS);
  const { onError = (error: unknown) => console.error(error) } = options;
  return { ...options, ...settings, onError };
}
