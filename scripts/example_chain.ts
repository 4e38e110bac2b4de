/**
 * Serves the chain that the examples of the specs are taken from, until it is stopped. Its clock stands still, no block
 * comes by itself, and a restart restores it.
 *
 * `--port NUMBER` is 8645 by default, `--keyless-tier TIER` Public; `--dev` serves the `dev_*` methods.
 */
import { TIERS, type Tier } from "../src/generated/tiers.gen.ts";
import { listen } from "../src/service/mod.ts";
import { createExampleService } from "./examples/example_chain.ts";
import { readFlags } from "./read_flags.ts";

const flags = readFlags("example-chain", {
  port: { type: "string", shown: "NUMBER" },
  "keyless-tier": { type: "string", shown: Object.keys(TIERS).join("|") },
  dev: { type: "boolean" },
});
const tier = flags["keyless-tier"] as Tier | undefined;
const service = await createExampleService({
  ...(tier !== undefined && { keylessTier: tier }),
  ...(flags.dev && { dev: {} }),
});
const listener = await listen(
  service,
  flags.port === undefined ? {} : { port: Number(flags.port) },
);
console.log(`The chain of the examples is up at ${listener.origin}`);
if (service.devToken !== undefined) console.log(`X-Dev-Token: ${service.devToken}`);
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void listener.close());
