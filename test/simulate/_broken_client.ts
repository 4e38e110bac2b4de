/** Runs a client that breaks a rule, by the name of its fault, and prints which rule and the faults that it takes. */
import type { Client } from "../../src/mod.ts";
import { planOf, textOf } from "./faults.ts";
import { loadProduct, type Product } from "./product.ts";
import { runPlan } from "./run.ts";
import { installRuntime } from "./runtime.ts";
import { shrink } from "./shrink.ts";

const realTimeout = setTimeout;
installRuntime();
const product = await loadProduct();
type Info = Awaited<ReturnType<Client<"delta">["getChainInfo"]>>;

const FAULTS: Readonly<Record<string, (read: () => Promise<Info>) => Promise<Info>>> = {
  /** Shows an empty chain where nothing answers. */
  swallows: (read) =>
    read().catch((error: unknown) => {
      if (product.isAlphadeltaError(error)) return { blockHeight: 0 } as Info;
      throw error;
    }),
  /** Waits by the runtime's own time. */
  waits: (read) => new Promise((resolve) => void realTimeout(() => resolve(read()), 1)),
};

const fault = FAULTS[process.argv[2] ?? ""] as (typeof FAULTS)[string];
const createClient = ((segment, options) => {
  const client = product.createClient(segment, options);
  return { ...client, getChainInfo: (given) => fault(() => client.getChainInfo(given)) };
}) as typeof product.createClient<"delta"> as Product["createClient"];
const broken = { ...product, createClient };
let seed = 1;
let failed = await runPlan(planOf(seed, 2), broken);
while (!failed.violation && seed < 20) failed = await runPlan(planOf(++seed, 2), broken);
const { plan, violation } = await shrink(failed, (tried) => runPlan(tried, broken));
console.log([violation?.rule, failed.plan.faults.length, ...plan.faults.map(textOf)].join("\n"));
