import { type DevAccount, devAccounts, signTransaction } from "../../src/devnet/mod.ts";

/** Block in which a transaction was seen. */
export interface Place {
  readonly blockNumber: number;
  readonly blockHash: string;
}

interface Shown extends Place {
  readonly status: "pending" | "confirmed" | "failed";
}

/** Submits transfers until nobody answers, and keeps what it was told. */
export class Submitter {
  /** Transactions that were acknowledged, and where those were that were seen in a block. */
  readonly acknowledged = new Map<string, Place | undefined>();
  /** The highest block that was seen. */
  head: Place = { blockNumber: -1, blockHash: "" };
  readonly #accounts: readonly DevAccount<"delta">[];

  constructor(accounts: readonly DevAccount<"delta">[]) {
    this.#accounts = accounts;
  }

  static async open(): Promise<Submitter> {
    return new Submitter(await devAccounts("delta"));
  }

  /**
   * Checks that everything that was told before still holds.
   *
   * @throws {Error} If something that was acknowledged is gone or elsewhere.
   */
  async verify(origin: string): Promise<void> {
    if (this.head.blockNumber >= 0) {
      const { blockHash } = await blockAt(origin, this.head.blockNumber);
      if (blockHash !== this.head.blockHash) {
        throw new Error(
          `Block ${this.head.blockNumber} was ${this.head.blockHash}, is ${blockHash}`,
        );
      }
    }
    const hashes = [...this.acknowledged.keys()];
    for (let at = 0; at < hashes.length; at += 100) {
      const part = hashes.slice(at, at + 100);
      const found = await batch<Shown | null>(origin, "tx_getTransaction", part);
      part.forEach((hash, index) => this.#settle(hash, found[index] ?? null));
    }
  }

  /** Submits from every account at once until the connection breaks. */
  async run(origin: string): Promise<void> {
    const loops = this.#accounts.map((account) => this.#submit(origin, account));
    const outcomes = await Promise.allSettled([...loops, this.#watch(origin)]);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected" && !isBroken(outcome.reason)) throw outcome.reason;
    }
  }

  #settle(hash: string, shown: Shown | null): void {
    const before = this.acknowledged.get(hash);
    const place = shown && { blockNumber: shown.blockNumber, blockHash: shown.blockHash };
    if (!place) throw new Error(`Transaction ${hash} was acknowledged and is gone`);
    if (before && JSON.stringify(before) !== JSON.stringify(place)) {
      throw new Error(`Transaction ${hash} was in block ${before.blockNumber} and is elsewhere`);
    }
    if (shown.status !== "pending") this.acknowledged.set(hash, place);
  }

  async #submit(origin: string, account: DevAccount<"delta">): Promise<never> {
    const { nonce: first } = await call<{ nonce: number }>(origin, "account_getNonce", [
      account.address,
    ]);
    for (let nonce = first; ; nonce++) {
      const to = this.#accounts[nonce % this.#accounts.length]?.address ?? account.address;
      const { signedTx } = await signTransaction(account, {
        type: "transfer",
        to,
        value: 1n,
        nonce,
      });
      const { txHash } = await call<{ txHash: string }>(origin, "tx_sendRawTransaction", [
        signedTx,
      ]);
      this.acknowledged.set(txHash, undefined);
    }
  }

  async #watch(origin: string): Promise<never> {
    for (;;) {
      const { blockHeight } = await call<{ blockHeight: number }>(origin, "chain_getInfo", []);
      this.head = await blockAt(origin, blockHeight);
      const waiting = [...this.acknowledged].filter(([, place]) => !place).slice(0, 20);
      for (const [hash] of waiting) {
        this.#settle(hash, await call<Shown | null>(origin, "tx_getTransaction", [hash]));
      }
    }
  }
}

/** The connection was refused, or broke; anything else is a finding. */
function isBroken(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && error.name === "AbortError");
}

async function blockAt(origin: string, height: number): Promise<Place> {
  const block = await call<{ hash: string }>(origin, "chain_getBlockByNumber", [height, false]);
  return { blockNumber: height, blockHash: block.hash };
}

async function call<T>(origin: string, method: string, params: readonly unknown[]): Promise<T> {
  const [result] = await post<T>(origin, [{ jsonrpc: "2.0", id: 0, method, params }]);
  return result as T;
}

async function batch<T>(origin: string, method: string, hashes: readonly string[]): Promise<T[]> {
  const calls = hashes.map((hash, id) => ({ jsonrpc: "2.0", id, method, params: [hash] }));
  return post(origin, calls);
}

interface Reply<T> {
  readonly id: number;
  readonly result: T;
  readonly error?: unknown;
}

async function post<T>(origin: string, calls: readonly object[]): Promise<T[]> {
  const response = await fetch(`${origin}/rpc/delta`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(calls),
  });
  const replies = (await response.json()) as Reply<T>[];
  const refused = replies.find(({ error }) => error !== undefined);
  if (refused) throw new Error(`Refused: ${JSON.stringify(refused.error)}`);
  return replies.toSorted((left, right) => left.id - right.id).map(({ result }) => result);
}
