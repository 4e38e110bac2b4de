// Reads a chain's head and its newest transfers. Run: npx node examples/first_call.ts [origin]
import { createClient } from "alphadelta";

const delta = createClient("delta", { endpoints: process.argv[2] ?? "http://127.0.0.1:8645" });

const info = await delta.getChainInfo();
console.log(`${info.chain} ${info.network}: height ${info.blockHeight}`);

for (const { hash, value } of await delta
  .listTransactions({ type: "transfer" })
  .toArray({ limit: 3 })) {
  console.log(`${hash} moved ${value}`);
}
