import { type Client, createClient } from "../../src/mod.ts";
import {
  type DevAccount,
  devAccounts,
  signTransaction,
  type SignedBytes,
} from "../../src/devnet/mod.ts";
import { createService, listen, type Service } from "../../src/service/mod.ts";
import {
  type Fault,
  type FaultProxy,
  openFaultProxy,
  type SeenRequest,
} from "./http_fault_proxy.ts";

/** A real service that listens, a proxy before it, and a client on either side of the proxy. */
export interface World {
  readonly service: Service;
  readonly proxy: FaultProxy;
  /** Of the service itself. */
  readonly origin: string;
  /** Through the proxy. */
  readonly client: Client<"delta">;
  /** Past the proxy. */
  readonly direct: Client<"delta">;
  readonly accounts: readonly DevAccount<"delta">[];
  /** Fault that the proxy injects; none at first. */
  plan: (request: SeenRequest) => Fault;
  /** Signs a transfer of account `index`. */
  sign(nonce: number, index?: number, value?: bigint): Promise<SignedBytes>;
  /** Number of blocks that hold each submitted transaction, read from the service itself. */
  countInBlocks(): Promise<Map<string, number>>;
  /** Submissions that the proxy saw. */
  submissions(): readonly SeenRequest[];
  close(): Promise<void>;
}

/** Opens a world whose blocks come when a test asks for them. */
export async function openWorld(): Promise<World> {
  const service = await createService({
    segments: ["delta"],
    history: 5,
    mode: "manual",
    traffic: false,
    keylessTier: "Enterprise",
    log: () => undefined,
  });
  const listener = await listen(service, { port: 0 });
  const proxy = await openFaultProxy(listener.origin, (request) => world.plan(request));
  const accounts = await devAccounts("delta");
  const direct = createClient("delta", { endpoints: listener.origin, tier: "Enterprise" });
  const world: World = {
    service,
    proxy,
    origin: listener.origin,
    direct,
    accounts,
    client: createClient("delta", { endpoints: proxy.origin, tier: "Enterprise" }),
    plan: () => ({ kind: "none" }),
    async sign(nonce, index = 0, value = 1n) {
      const from = accounts[index];
      const to = accounts[(index + 1) % accounts.length];
      if (!from || !to) throw new Error(`There is no account ${index}`);
      return signTransaction(from, { type: "transfer", to: to.address, value, nonce });
    },
    async countInBlocks() {
      const counts = new Map<string, number>();
      for await (const { hash } of direct.listTransactions({ limit: 100 }))
        counts.set(hash, (counts.get(hash) ?? 0) + 1);
      return counts;
    },
    submissions: () => proxy.seen.filter(({ method }) => method === "tx_sendRawTransaction"),
    async close() {
      await proxy.close();
      await listener.close();
    },
  };
  return world;
}

/** Does something to submissions alone. */
export function onSubmissions(fault: Fault): (request: SeenRequest) => Fault {
  return ({ method }) => (method === "tx_sendRawTransaction" ? fault : { kind: "none" });
}
