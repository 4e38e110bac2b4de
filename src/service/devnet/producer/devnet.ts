import type { Address, Amount, UnixSeconds } from "../../../units/mod.ts";
import type { Block, ProducedBlock, Refusal } from "../../chain/ledger/mod.ts";
import type { BlockSource, Submission } from "../../chain/block_source.ts";
import type { Reorganisation, ReorganiseOptions } from "./reorganisation.ts";

/**
 * A source that makes its blocks itself, of what was submitted to it, and that can be told what to do.
 *
 * Every call takes effect on its own, in the order of the calls, submissions included.
 */
export interface Devnet extends BlockSource {
  /** Seconds from one block to the next that the devnet aims at; as last set while none come by themselves. */
  readonly blockTime: number;

  /**
   * Makes one block of what is pending, at once, whatever the mode.
   *
   * If not all of it fits, the senders take turns: each puts in its next transaction, round after round, the one whose
   * first transaction waits longest begins. Transactions run in the order of arrival.
   *
   * @throws {Error} If the devnet is closed or the store fails; the chain is then as it was.
   */
  produceBlock(): Promise<ProducedBlock>;

  /**
   * Replaces the newest `depth` blocks, 1 to 1000, by others, at least one more, so that the longer chain wins. Genesis
   * stays. No replacing block has the hash of a removed one: the first of them is at least a second younger than the
   * one it replaces.
   *
   * What was in the removed blocks is pending again, in its order and ahead of what waited, even beyond the size of the
   * mempool. What can run neither on the blocks that stay nor after the others is dropped: a record it spends is not
   * there, as that of a removed block's fees, or an earlier nonce of its sender is missing. All this is one step of the
   * store: a process that is killed before the replacing blocks are there goes on from the shorter chain with nothing
   * lost. Snapshots of removed blocks are forgotten.
   *
   * Announced are `removed`, then `pending` for each that is so again, `dropped` for each that is not, then the blocks.
   *
   * @throws {RangeError} If a number is out of range; nothing has changed then.
   * @throws {Error} If the devnet is closed or the store fails. The blocks removed so far stay so.
   */
  reorganise(depth: number, options?: ReorganiseOptions): Promise<Reorganisation>;

  /**
   * Remembers the head and what is pending, until the devnet is closed.
   *
   * @returns The id to go back by, such as `snap-1`; it is never given again.
   * @throws {RangeError} If there are 1000 snapshots.
   */
  snapshot(): Promise<string>;

  /**
   * Goes back to a snapshot: its head is the head, and what was pending is pending, nothing else. Later snapshots are
   * forgotten; this one stays. The clock and the mode stay as they are.
   *
   * Announced are `removed` if blocks went, `pending` for each that is so again, and `dropped` for each that was
   * pending and is not. What came into blocks and was submitted after the snapshot goes with them, unannounced.
   *
   * @returns The head afterwards.
   * @throws {RangeError} If there is no such snapshot.
   */
  revert(id: string): Promise<Block>;

  /**
   * Makes a block every `seconds` from then on, whatever the mode was; 0 ends blocks by themselves, so that
   * `produceBlock` alone makes them. A restart goes by the options again.
   *
   * @returns The interval in force.
   * @throws {RangeError} If `seconds` is not from 0 to 86400.
   */
  setInterval(seconds: number): number;

  /**
   * Sets the clock, which goes on from there; the times of the next blocks follow from it, none before its parent's. A
   * restart goes by the real clock again.
   *
   * @returns The clock afterwards, in Unix seconds.
   * @throws {RangeError} If `timestamp` is no whole number or before the newest block.
   */
  setTime(timestamp: UnixSeconds): Promise<UnixSeconds>;

  /**
   * Pays an address out of the funds of the traffic accounts, whether or not there is traffic: by a transaction that is
   * submitted at once, all of it from one account. Those accounts start with a million tokens each, and on alpha what
   * one of them holds is spread over its records, a payment taking one where one is enough.
   *
   * @returns Where it stands, or why not: no account has that much left, or the mempool is full.
   * @throws {RangeError} If `to` is no address of the chain, or `value` is below 1.
   */
  fund(to: Address, value: Amount): Promise<Submission | Refusal>;

  /** Tells that another process has put something in a shared mempool. */
  wake(): void;
}
