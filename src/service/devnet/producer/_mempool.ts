import type { SignedTransaction } from "../../../devnet/mod.ts";
import type { Address, Amount, Hex } from "../../../units/mod.ts";
import { describeTransaction, type PreparedTransaction } from "../../chain/ledger/mod.ts";

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
