import { type DevAccount, devAccounts, signTransaction } from "../../src/devnet/mod.ts";

/** Block in which a transaction was seen. */
export interface Place {
  readonly blockNumber: number;
  readonly blockHash: string;
}

interface Shown extends Place {
  readonly status: "pending" | "confirmed" | "failed";
}

/** Calls of one batch. */
const BATCH = 4;

/** Calls methods of a service, several together; resolves to their results. */
type CallAll = <T>(method: string, params: readonly (readonly unknown[])[]) => Promise<T[]>;

/**
 * Submits transfers until nobody answers, and keeps what it was told: from a third of the accounts one at a time over HTTP,
 * from a third in batches, and from a third over WebSocket.
 */
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
    const [first, ...further] = await this.findLost(origin);
    if (first !== undefined) throw new Error(`${first}, and ${further.length} more`);
  }

  /** Takes transactions as acknowledged that were told of otherwise. */
  note(hashes: Iterable<string>): void {
    for (const hash of hashes)
      if (!this.acknowledged.has(hash)) this.acknowledged.set(hash, undefined);
  }

  /** A sentence for everything that was told before and no longer holds. */
  async findLost(origin: string): Promise<string[]> {
    const lost: string[] = [];
    const { blockNumber, blockHash } = this.head;
    const now = blockNumber < 0 ? undefined : await blockAt(origin, blockNumber);
    if (blockNumber >= 0 && now?.blockHash !== blockHash)
      lost.push(`Block ${blockNumber} was ${blockHash}, is ${now?.blockHash ?? "gone"}`);
    const hashes = [...this.acknowledged.keys()];
    for (let at = 0; at < hashes.length; at += 100) {
      const part = hashes.slice(at, at + 100);
      const params = part.map((hash) => [hash]);
      const found = await overHttp(origin)<Shown | null>("tx_getTransaction", params);
      lost.push(...part.flatMap((hash, index) => this.#settle(hash, found[index] ?? null) ?? []));
    }
    return lost;
  }

  /** Submits from every account at once until the connection breaks. */
  async run(origin: string): Promise<void> {
    const loops = this.#accounts.map(async (account, index) => {
      const callAll = index % 3 === 0 ? await overSocket(origin) : overHttp(origin);
      await this.#submit(callAll, account, index % 3 === 1 ? BATCH : 1);
    });
    const outcomes = await Promise.allSettled([...loops, this.#watch(origin)]);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected" && !isBroken(outcome.reason)) throw outcome.reason;
    }
  }

  /** Takes notice of where a transaction is; a sentence if that contradicts what was told. */
  #settle(hash: string, shown: Shown | null): string | undefined {
    const before = this.acknowledged.get(hash);
    const place = shown && { blockNumber: shown.blockNumber, blockHash: shown.blockHash };
    if (!place) return `Transaction ${hash} was acknowledged and is gone`;
    if (before && JSON.stringify(before) !== JSON.stringify(place))
      return `Transaction ${hash} was in block ${before.blockNumber} and is elsewhere`;
    if (shown.status !== "pending") this.acknowledged.set(hash, place);
    return undefined;
  }

  async #submit(callAll: CallAll, account: DevAccount<"delta">, size: number): Promise<never> {
    const [next] = await callAll<{ nonce: number }>("account_getNonce", [[account.address]]);
    for (let nonce = next?.nonce ?? 0; ; nonce += size) {
      const signed = Array.from({ length: size }, (_, index) => this.#sign(account, nonce + index));
      const sent = await callAll<{ txHash: string }>(
        "tx_sendRawTransaction",
        (await Promise.all(signed)).map(({ signedTx }) => [signedTx]),
      );
      for (const { txHash } of sent) this.acknowledged.set(txHash, undefined);
    }
  }

  #sign(account: DevAccount<"delta">, nonce: number): ReturnType<typeof signTransaction> {
    const to = this.#accounts[nonce % this.#accounts.length]?.address ?? account.address;
    return signTransaction(account, { type: "transfer", to, value: 1n, nonce });
  }

  async #watch(origin: string): Promise<never> {
    for (;;) {
      const { blockHeight } = await call<{ blockHeight: number }>(origin, "chain_getInfo", []);
      this.head = (await blockAt(origin, blockHeight)) ?? this.head;
      const waiting = [...this.acknowledged].filter(([, place]) => !place).slice(0, 20);
      for (const [hash] of waiting) {
        const shown = await call<Shown | null>(origin, "tx_getTransaction", [hash]);
        const fault = this.#settle(hash, shown);
        if (fault !== undefined) throw new Error(fault);
      }
    }
  }
}

/** The connection was refused, or broke; anything else is a finding. */
function isBroken(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && error.name === "AbortError");
}

/** The block of a height; undefined where there is none. */
async function blockAt(origin: string, height: number): Promise<Place | undefined> {
  const params = [height, false];
  const block = await call<{ hash: string } | null>(origin, "chain_getBlockByNumber", params);
  return block ? { blockNumber: height, blockHash: block.hash } : undefined;
}

async function call<T>(origin: string, method: string, params: readonly unknown[]): Promise<T> {
  const [result] = await overHttp(origin)<T>(method, [params]);
  return result as T;
}

interface Reply {
  readonly id: number;
  readonly result: never;
  readonly error?: unknown;
}

/** The text of one call, or of several as a batch. */
function requestOf(method: string, params: readonly (readonly unknown[])[]): string {
  const calls = params.map((each, id) => ({ jsonrpc: "2.0", id, method, params: each }));
  return JSON.stringify(calls.length === 1 ? calls[0] : calls);
}

/** @throws {Error} If a call was refused. */
function resultsOf<T>(answer: unknown): T[] {
  const replies = [answer as Reply | Reply[]].flat();
  const refused = replies.find(({ error }) => error !== undefined);
  if (refused) throw new Error(`Refused: ${JSON.stringify(refused.error)}`);
  return replies.toSorted((left, right) => left.id - right.id).map(({ result }) => result);
}

/** Calls in one request. */
function overHttp(origin: string): CallAll {
  return async (method, params) => {
    const response = await fetch(`${origin}/rpc/delta`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: requestOf(method, params),
    });
    return resultsOf(await response.json());
  };
}

/** Calls over one WebSocket, one request at a time. */
async function overSocket(origin: string): Promise<CallAll> {
  const socket = new WebSocket(`${origin.replace("http", "ws")}/ws/delta`);
  const broken = new Promise<never>((_, reject) => {
    socket.addEventListener("error", () => reject(new TypeError("The WebSocket failed")));
    socket.addEventListener("close", () => reject(new TypeError("The WebSocket closed")));
  });
  // It may break while nothing is awaited.
  broken.catch(() => undefined);
  const opened = new Promise<unknown>((resolve) => socket.addEventListener("open", resolve));
  await Promise.race([opened, broken]);
  return async (method, params) => {
    const answered = new Promise<MessageEvent>((resolve) => {
      socket.addEventListener("message", resolve, { once: true });
    });
    socket.send(requestOf(method, params));
    const { data } = await Promise.race([answered, broken]);
    return resultsOf(JSON.parse(String(data)));
  };
}
