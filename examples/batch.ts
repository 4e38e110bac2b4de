// Reads the balances of all validators with one request. Run: npx node examples/batch.ts [origin]
import { createClient } from "alphadelta";

const delta = createClient("delta", { endpoints: process.argv[2] ?? "http://127.0.0.1:8645" });

const validators = await delta.listValidators({ status: "all" }).toArray({ limit: 100 });
const calls = validators.map(({ address }) => ["account_getBalance", address, "latest"] as const);

const results = await delta.rpc.batch(calls, { settle: true });
for (const [index, result] of results.entries()) {
  const shown = result.ok ? String(result.value.balance) : String(result.error);
  console.log(`${validators[index]?.address}  ${shown}`);
}
