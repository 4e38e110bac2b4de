import { WebSocket } from "ws";
import { type DevAccount, devAccounts, signTransaction } from "../../src/devnet/mod.ts";

/** Milliseconds that a client waits for an answer, and between attempts. */
const PATIENCE = 3_000;
const PAUSE = 50;

/** Clients of a fleet at work, each at any of its gateways, and what they have found wrong. */
export interface Clients {
  /** Contradictions of what a client was told before; empty in a sound fleet. */
  readonly faults: readonly string[];
  /** Hashes that were acknowledged. */
  readonly acknowledged: ReadonlySet<string>;
  /** Resolves when `count` more transactions were acknowledged and `count` more blocks came to each stream. */
  progress(count: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts clients that submit, read and subscribe until they are stopped. */
export async function startClients(
  origins: readonly string[],
  random: (limit: number) => number,
): Promise<Clients> {
  const clients = new FleetClients(origins, random);
  await clients.start();
  return clients;
}

class FleetClients implements Clients {
  readonly faults: string[] = [];
  readonly acknowledged = new Set<string>();
  readonly #origins: readonly string[];
  readonly #random: (limit: number) => number;
  readonly #streams = [0, 0].map(() => ({ height: 0, cursor: "", count: 0 }));
  #loops: Promise<void>[] = [];
  #isStopped = false;

  constructor(origins: readonly string[], random: (limit: number) => number) {
    this.#origins = origins;
    this.#random = random;
  }

  async start(): Promise<void> {
    const accounts = await devAccounts("delta", { network: "mainnet", count: 4 });
    this.#loops = [
      ...accounts.map((account) => this.#submit(account)),
      this.#read(),
      ...this.#streams.map((stream) => this.#follow(stream)),
    ];
  }

  async progress(count: number): Promise<void> {
    const enough = this.acknowledged.size + count;
    const heights = this.#streams.map((stream) => stream.count + count);
    while (
      this.faults.length === 0 &&
      (this.acknowledged.size < enough ||
        this.#streams.some((stream, index) => stream.count < (heights[index] ?? 0)))
    ) {
      await pause();
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#loops);
  }

  /** One sender: the same bytes again until they are acknowledged, then the next nonce. Nobody else uses the account. */
  async #submit(account: DevAccount<"delta">): Promise<void> {
    for (let nonce = 0; !this.#isStopped; nonce++) {
      const transaction = { type: "transfer", to: account.address, value: 1n, nonce } as const;
      const { signedTx, txHash } = await signTransaction(account, transaction);
      for (;;) {
        const { result, error } = await this.#call("tx_sendRawTransaction", [signedTx]);
        if (result) {
          this.acknowledged.add(txHash);
          break;
        }
        if (error && error.code !== -32603) {
          this.faults.push(
            `nonce ${nonce} of ${account.address} was refused: ${JSON.stringify(error)}`,
          );
          return;
        }
        if (this.#isStopped) return;
        await pause();
      }
      await pause();
    }
  }

  /** One reader: heights never go back, whichever gateway answers. */
  async #read(): Promise<void> {
    let least = 0;
    while (!this.#isStopped) {
      try {
        const response = await fetch(`${this.#origin()}/v1/delta/blocks?limit=3`, {
          headers: { "X-Least-Chain-Height": String(least) },
          signal: AbortSignal.timeout(PATIENCE),
        });
        const { data } = await response.json();
        if (response.status === 200) {
          const height: number = data.blocks[0].height;
          const told = Number(response.headers.get("X-Chain-Height"));
          if (height < least || told < height)
            this.faults.push(`read height ${height}, told ${told}, after ${least}`);
          least = told;
        }
      } catch {
        // A gateway that is gone; another answers.
      }
      await pause();
    }
  }

  /** One subscriber: each block follows the one before, across connections to any gateway. */
  async #follow(stream: { height: number; cursor: string; count: number }): Promise<void> {
    while (!this.#isStopped) {
      await this.#listen(stream).catch(() => undefined);
      await pause();
    }
  }

  #listen(stream: { height: number; cursor: string; count: number }): Promise<void> {
    const socket = new WebSocket(`${this.#origin().replace("http", "ws")}/ws/delta`, {
      handshakeTimeout: PATIENCE,
    });
    return new Promise((resolve) => {
      let heard = performance.now();
      const watch = setInterval(() => {
        if (this.#isStopped || performance.now() - heard > PATIENCE) socket.terminate();
      }, PAUSE);
      socket.on("open", () => {
        const filter = stream.cursor === "" ? {} : { after: stream.cursor };
        const call = {
          jsonrpc: "2.0",
          id: 1,
          method: "chain_subscribe",
          params: ["blocks", filter],
        };
        socket.send(JSON.stringify(call));
      });
      socket.on("message", (data: Buffer) => {
        heard = performance.now();
        const { params, result, error } = JSON.parse(data.toString());
        if (error && error.code !== -32603)
          this.faults.push(`cursor refused: ${JSON.stringify(error)}`);
        if (result && stream.cursor === "") stream.cursor = result.cursor;
        if (!params) return;
        const { number: height } = params.result;
        if (stream.height > 0 && height !== stream.height + 1) {
          this.faults.push(`block ${height} followed ${stream.height} in a stream`);
        }
        stream.height = height;
        stream.cursor = params.cursor;
        stream.count++;
      });
      socket.on("error", () => undefined);
      socket.on("close", () => {
        clearInterval(watch);
        resolve();
      });
    });
  }

  async #call(
    method: string,
    params: unknown[],
  ): Promise<{ result?: unknown; error?: { code: number } }> {
    try {
      const response = await fetch(`${this.#origin()}/rpc/delta`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
        signal: AbortSignal.timeout(PATIENCE),
      });
      return await response.json();
    } catch {
      return {};
    }
  }

  #origin(): string {
    return this.#origins[this.#random(this.#origins.length)] ?? "";
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE));
}
