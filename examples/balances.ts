// Reads the balances of 500 addresses in a few requests, and shows its progress. Run: npx node examples/balances.ts [origin]
import { createClient } from "alphadelta";

const delta = createClient("delta", { endpoints: process.argv[2] ?? "http://127.0.0.1:8645" });

const addresses = new Set<string>();
for await (const { from, to } of delta.listTransactions({ limit: 100 })) {
  addresses.add(from).add(to);
  if (addresses.size >= 500) break;
}

const calls = [...addresses].map((address) => ["account_getBalance", address, "latest"] as const);
const results = await delta.rpc.batch(calls, {
  settle: true,
  onProgress: ({ done, total, requests }) =>
    console.log(`${done} of ${total} balances after ${requests} requests`),
});

let sum = 0n;
for (const result of results) if (result.ok) sum += result.value.balance;
const failed = results.filter(({ ok }) => !ok).length;
console.log(`${results.length - failed} accounts hold ${sum}; ${failed} could not be read`);
