// Walks all transactions of an account and adds up what came in and went out.
// Run: npx node examples/walk_account.ts [origin] [address]
import { createClient } from "alphadelta";

const delta = createClient("delta", { endpoints: process.argv[2] ?? "http://127.0.0.1:8645" });

const [newest] = await delta.listTransactions().toArray({ limit: 1 });
const address = process.argv[3] ?? newest?.from ?? "";

const sums = { in: 0n, out: 0n };
let count = 0;
for await (const { from, to, value } of delta.listAccountTransactions(address, { limit: 100 })) {
  count++;
  if (to === address) sums.in += value;
  if (from === address) sums.out += value;
}
console.log(`${address}: ${count} transactions, in ${sums.in}, out ${sums.out}`);
