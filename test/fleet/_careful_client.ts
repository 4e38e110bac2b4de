import { devAccounts, signTransaction } from "../../src/devnet/mod.ts";

/** Requests to the gateways that say that they are ready, as behind a load balancer. */
export interface CarefulClient {
  /** Requests that were answered as they should be. */
  readonly answered: number;
  /** Those that were not, and why. */
  readonly dropped: readonly string[];
  /** Resolves when `count` more were answered. */
  progress(count: number): Promise<void>;
  stop(): Promise<void>;
}

/** Milliseconds between looks at who is ready, and between requests. */
const PAUSE = 20;

/** Reads and submits until it is stopped; nothing is asked twice. */
export async function startCarefulClient(origins: readonly string[]): Promise<CarefulClient> {
  const account = (await devAccounts("delta", { network: "mainnet", count: 10 }))[9];
  if (!account) throw new Error("There is no such account");
  const ready = new Set<string>(origins);
  const dropped: string[] = [];
  const state = { isStopped: false, answered: 0, least: 0 };

  async function watch(origin: string): Promise<void> {
    while (!state.isStopped) {
      const isReady = await fetch(`${origin}/readyz`).then(
        ({ status }) => status === 200,
        () => false,
      );
      if (isReady) ready.add(origin);
      else ready.delete(origin);
      await pause();
    }
  }
  async function ask(turn: number, path: string, init: RequestInit): Promise<void> {
    const origin = [...ready][turn % ready.size] ?? "";
    const headers = {
      "Content-Type": "application/json",
      "X-Least-Chain-Height": String(state.least),
    };
    try {
      const response = await fetch(origin + path, { ...init, headers });
      const text = await response.text();
      if (response.status !== 200 || text.includes('"error"')) dropped.push(`${path}: ${text}`);
      const height = Number(response.headers.get("X-Chain-Height"));
      if (height < state.least) dropped.push(`${path}: height ${height} after ${state.least}`);
      state.least = Math.max(state.least, height);
      state.answered++;
    } catch (error) {
      dropped.push(`${path} at ${origin}: ${String(error)}`);
    }
  }
  async function call(own: NonNullable<typeof account>): Promise<void> {
    for (let nonce = 0; !state.isStopped; nonce++) {
      await ask(nonce, "/v1/delta/blocks?limit=1", {});
      const { signedTx } = await signTransaction(own, {
        type: "transfer",
        to: own.address,
        value: 1n,
        nonce,
      });
      const body = { jsonrpc: "2.0", id: 1, method: "tx_sendRawTransaction", params: [signedTx] };
      await ask(nonce, "/rpc/delta", { method: "POST", body: JSON.stringify(body) });
      await pause();
    }
  }
  const loops = [...origins.map(watch), call(account)];
  return {
    dropped,
    get answered() {
      return state.answered;
    },
    async progress(count) {
      const enough = state.answered + count;
      while (state.answered < enough && dropped.length === 0) await pause();
    },
    async stop() {
      state.isStopped = true;
      await Promise.all(loops);
    },
  };
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE));
}
