/**
 * A service in a thread of its own, whose chains are as full as they can be, and that tells for how long its event loop was
 * held.
 */
import { isMainThread, parentPort, workerData } from "node:worker_threads";
import { upstreamOf } from "../../../../src/upstream/mod.ts";
import {
  createService,
  listen,
  type Service,
  type ServiceOptions,
} from "../../../../src/service/mod.ts";
import { fillAlpha, fillDelta, type FullChain } from "./_full_chain.ts";
import { HoldMeter } from "./_hold_meter.ts";

/** What the service answers from: SQLite in memory, a database, or an upstream whose chains are full. */
export interface HeldOptions {
  readonly store?: string;
  readonly upstream?: HeldFacts;
}

/** Where it is, and what is on its chains. */
export interface HeldFacts {
  readonly origin: string;
  readonly chains: { readonly alpha: FullChain; readonly delta: FullChain };
}

/** What it is asked: the answer to `end` and `slowness` is a number, to the others nothing. */
export type Order = "begin" | "end" | "slowness" | "close";

export const TOKEN = "a-token-of-sixteen";

const USUAL: ServiceOptions = {
  segments: ["alpha", "delta"],
  keylessTier: "Enterprise",
  keysPerDay: 1_000_000,
  pagesPerSecond: 1_000_000,
  connectionsPerSubject: 1_000,
};
const FULL: ServiceOptions = {
  ...USUAL,
  history: 2,
  mode: "manual",
  traffic: false,
  mempoolSize: 10_000,
};

async function open({ store, upstream }: HeldOptions): Promise<[Service, HeldFacts["chains"]]> {
  if (upstream) {
    const { origin: endpoints, chains } = upstream;
    const from = upstreamOf({ endpoints, tier: "Enterprise" });
    return [await createService({ ...USUAL, upstream: from }), chains];
  }
  const own = store === undefined ? { dev: { token: TOKEN } } : { store };
  const service = await createService({ ...FULL, ...own });
  return [service, { alpha: await fillAlpha(service), delta: await fillDelta(service) }];
}

if (!isMainThread && parentPort) {
  const port = parentPort;
  const [service, chains] = await open(workerData as HeldOptions);
  const listener = await listen(service, { port: 0, maximumConnectionsPerAddress: 1_000 });
  const meter = new HoldMeter();
  const answers: Readonly<Record<Order, () => unknown>> = {
    begin: () => meter.begin(),
    end: () => meter.end(),
    slowness: () => meter.slowness(),
    close: () => listener.close(),
  };
  async function follow(order: Order): Promise<void> {
    port?.postMessage(await answers[order]());
    if (order === "close") port?.close();
  }
  port.on("message", (order: Order) => void follow(order));
  port.postMessage({ origin: listener.origin, chains } satisfies HeldFacts);
}
