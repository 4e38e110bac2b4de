import { gasNeeded, type SignedTransaction } from "../../../devnet/mod.ts";
import type { Address, Amount, Hex } from "../../../units/mod.ts";
import {
  type LedgerBlock,
  blockKeys,
  describeTransaction,
  type KeyFinder,
  type PreparedTransaction,
  readStateFor,
  type Recheck,
  recheckPending,
  type WorkingState,
} from "../../chain/ledger/mod.ts";
import type { Store } from "../../chain/store/mod.ts";

/** Accepted transactions that are not in a block yet, in order of arrival. */
export class Mempool {
  readonly #byHash = new Map<Hex, PreparedTransaction>();
  readonly #nonces = new Map<Address, Set<number>>();
  readonly #serialNumbers = new Set<Hex>();

  /** Number of pending transactions. */
  get size(): number {
    return this.#byHash.size;
  }

  /** Adds a transaction behind the others. */
  add(transaction: PreparedTransaction): void {
    const { from, nonce } = transaction.body;
    this.#byHash.set(transaction.hash, transaction);
    const nonces = this.#nonces.get(from);
    if (nonces) nonces.add(nonce);
    else this.#nonces.set(from, new Set([nonce]));
    for (const serialNumber of spentBy(transaction.body)) this.#serialNumbers.add(serialNumber);
  }

  /** Replaces the content. */
  reset(transactions: readonly PreparedTransaction[]): void {
    this.#byHash.clear();
    this.#nonces.clear();
    this.#serialNumbers.clear();
    for (const transaction of transactions) this.add(transaction);
  }

  /** Removes a transaction; an unknown hash is ignored. */
  remove(hash: Hex): void {
    const body = this.#byHash.get(hash)?.body;
    if (!body) return;
    this.#byHash.delete(hash);
    const nonces = this.#nonces.get(body.from);
    nonces?.delete(body.nonce);
    if (nonces?.size === 0) this.#nonces.delete(body.from);
    for (const serialNumber of spentBy(body)) this.#serialNumbers.delete(serialNumber);
  }

  /** The transaction of a hash. */
  get(hash: Hex): PreparedTransaction | undefined {
    return this.#byHash.get(hash);
  }

  /** Every transaction in the order of arrival, which is also the order of nonces for each sender. */
  list(): PreparedTransaction[] {
    return [...this.#byHash.values()];
  }

  /** The next nonce of a sender whose next one in blocks is `nonce`. */
  nextNonce(sender: Address, nonce: number): number {
    const nonces = this.#nonces.get(sender);
    let next = nonce;
    while (nonces?.has(next)) next++;
    return next;
  }

  /** Upper bound of values and fees of a sender's pending transactions, in base units. */
  outlayOf(sender: Address): Amount {
    const own = this.list().filter(({ body }) => body.from === sender);
    return own
      .map(describeTransaction)
      .reduce((sum, { value, gasLimit, gasPrice }) => sum + value + gasLimit * gasPrice, 0n);
  }

  /** True if a pending transaction spends the serial number. */
  isSpent(serialNumber: Hex): boolean {
    return this.#serialNumbers.has(serialNumber);
  }
}

function spentBy(body: SignedTransaction): readonly Hex[] {
  return "serialNumbers" in body ? body.serialNumbers : [];
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
  if (gas.reduce((sum, one) => sum + one, 0n) <= gasLimit) return [...transactions];
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
