import { gasNeeded, type SignedTransaction } from "../../../devnet/internal.ts";
import type { Address, Amount, Hex } from "../../../units/mod.ts";
import {
  blockKeys,
  comingKeys,
  describeTransaction,
  type KeyFinder,
  type LedgerBlock,
  type PendingClaims,
  type PreparedTransaction,
  readStateFor,
  type Recheck,
  recheckPending,
  type StateSource,
  type WorkingState,
} from "../../chain/ledger/mod.ts";
import type { Store } from "../../chain/store/mod.ts";
import type { StateWrite } from "../../chain/state_tree/mod.ts";

/** Nonces and serial numbers that pending transactions claim. */
export class Claims implements PendingClaims {
  readonly #nonces = new Map<Address, Set<number>>();
  readonly #serialNumbers: Set<Hex>;

  /** @param nonces Nonces of pending transactions by sender, and the serial numbers that they spend. */
  constructor(
    nonces: Iterable<readonly [Address, Iterable<number>]> = [],
    serialNumbers: Iterable<Hex> = [],
  ) {
    for (const [sender, own] of nonces) this.#nonces.set(sender, new Set(own));
    this.#serialNumbers = new Set(serialNumbers);
  }

  nextNonce(sender: Address, nonce: number): number {
    const nonces = this.#nonces.get(sender);
    let next = nonce;
    while (nonces?.has(next)) next++;
    return next;
  }

  isSpent(serialNumber: Hex): boolean {
    return this.#serialNumbers.has(serialNumber);
  }

  claim({ body }: PreparedTransaction): void {
    const { from, nonce } = body;
    const nonces = this.#nonces.get(from);
    if (nonces) nonces.add(nonce);
    else this.#nonces.set(from, new Set([nonce]));
    for (const serialNumber of spentBy(body)) this.#serialNumbers.add(serialNumber);
  }

  release({ body }: PreparedTransaction): void {
    const nonces = this.#nonces.get(body.from);
    nonces?.delete(body.nonce);
    if (nonces?.size === 0) this.#nonces.delete(body.from);
    for (const serialNumber of spentBy(body)) this.#serialNumbers.delete(serialNumber);
  }
}

/** Serial numbers of the records that a transaction spends; none on delta. */
export function spentBy(body: SignedTransaction): readonly Hex[] {
  return "serialNumbers" in body ? body.serialNumbers : [];
}

/** Accepted transactions that are not in a block yet, in order of arrival. */
export class Mempool extends Claims {
  readonly #byHash = new Map<Hex, PreparedTransaction>();

  get size(): number {
    return this.#byHash.size;
  }

  add(transaction: PreparedTransaction): void {
    this.#byHash.set(transaction.hash, transaction);
    this.claim(transaction);
  }

  reset(transactions: readonly PreparedTransaction[]): void {
    for (const hash of [...this.#byHash.keys()]) this.remove(hash);
    for (const transaction of transactions) this.add(transaction);
  }

  /** Removes a transaction; an unknown hash is ignored. */
  remove(hash: Hex): void {
    const transaction = this.#byHash.get(hash);
    if (!transaction) return;
    this.#byHash.delete(hash);
    this.release(transaction);
  }

  get(hash: Hex): PreparedTransaction | undefined {
    return this.#byHash.get(hash);
  }

  /** Every transaction in the order of arrival, which is also the order of nonces for each sender. */
  list(): PreparedTransaction[] {
    return [...this.#byHash.values()];
  }

  /** Upper bound of values and fees of a sender's pending transactions, in base units. */
  outlayOf(sender: Address): Amount {
    const own = this.list().filter(({ body }) => body.from === sender);
    return own
      .map(describeTransaction)
      .reduce((sum, { value, gasLimit, gasPrice }) => sum + value + gasLimit * gasPrice, 0n);
  }
}

/**
 * Chooses the transactions of the next block, from a list in order of arrival in which each sender's nonces ascend.
 *
 * All of them if their gas fits. If not, senders are served round-robin, starting with the longest-waiting one: each
 * adds one transaction per round, until it has none left or its next one does not fit. One sender's volume thus does
 * not delay the others. The chosen transactions run in order of arrival.
 */
export function chooseFairly(
  transactions: readonly PreparedTransaction[],
  gasLimit: Amount,
): PreparedTransaction[] {
  const gas = transactions.map(({ body }) => gasNeeded(body.chain, body));
  if (gas.reduce((sum, needed) => sum + needed, 0n) <= gasLimit) return [...transactions];
  const bySender = new Map<Address, number[]>();
  transactions.forEach(({ body }, index) => {
    const queue = bySender.get(body.from);
    if (queue) queue.push(index);
    else bySender.set(body.from, [index]);
  });
  const chosen = new Set<number>();
  let gasLeft = gasLimit;
  let queues = [...bySender.values()];
  for (let round = 0; queues.length > 0; round++) {
    queues = queues.filter((queue) => {
      const index = queue[round];
      const need = index === undefined ? undefined : gas[index];
      if (index === undefined || need === undefined || need > gasLeft) return false;
      gasLeft -= need;
      chosen.add(index);
      return true;
    });
  }
  return transactions.filter((_, index) => chosen.has(index));
}

/** Splits pending transactions into those a block on top of `parent` could include and those it could not. */
export async function recheck(
  store: Store,
  waiting: readonly PreparedTransaction[],
  parent: LedgerBlock,
): Promise<Recheck> {
  const chain = waiting[0]?.body.chain;
  if (!chain) return { kept: [], dropped: [] };
  // Any validator works: the keys that transactions read do not depend on it.
  const block = { chain, parent, validator: parent.validator, transactions: waiting };
  const state = await readWorkingState(store, (known) => blockKeys(block, known), parent.height);
  return recheckPending(waiting, { state, height: parent.height + 1 });
}

/**
 * Reads state, of a height or of the head. Nothing may be written between its reads, which the devnet's queue
 * guarantees.
 */
export function readWorkingState(
  store: Store,
  findKeys: KeyFinder,
  height?: number,
): Promise<WorkingState> {
  return readStateFor(async (keys) => (await store.readState(keys, height)).values, findKeys);
}

/** Most cached values; beyond them the whole cache is cleared. About 20 MB. */
const MAX_VALUES = 100_000;

/** Cache of state values at the head. The block producer is the only writer, so the values stay valid. */
export class StateMemory {
  /** A key without a value is there too. */
  readonly #values = new Map<string, string | undefined>();
  /** True once the keys of the blocks to come were read. */
  #isAhead = false;

  /** Reads state; asks the store for unknown values alone. */
  read(findKeys: KeyFinder, source: StateSource): Promise<WorkingState> {
    const values = this.#values;
    return readStateFor(async (keys) => {
      const missing = keys.filter((key) => !values.has(key));
      if (missing.length > 0) {
        const found = await source(missing);
        for (const key of missing) values.set(key, found.get(key));
      }
      return new Map(
        keys.flatMap((key) => {
          const value = values.get(key);
          return value === undefined ? [] : [[key, value]];
        }),
      );
    }, findKeys);
  }

  /** Reads state for a block; the first time also for the payments and votes that are due in later blocks. */
  async readForBlock(
    block: Parameters<typeof blockKeys>[0],
    source: StateSource,
  ): Promise<WorkingState> {
    const coming = this.#isAhead ? () => [] : (known: WorkingState) => comingKeys(block, known);
    const state = await this.read(
      (known) => [...blockKeys(block, known), ...coming(known)],
      source,
    );
    this.#isAhead = true;
    return state;
  }

  follow(changes: readonly StateWrite[]): void {
    if (this.#values.size > MAX_VALUES) return this.clear();
    for (const { key, value } of changes) this.#values.set(key, value);
  }

  clear(): void {
    this.#values.clear();
    this.#isAhead = false;
  }
}
