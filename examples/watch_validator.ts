// Shows each change of a validator: its stake, uptime and status. Ctrl-C ends it.
// On the local service delegations change validators now and then; --delegate makes one at once.
// Run: npx node examples/watch_validator.ts [origin] [count] [--delegate]
import { createClient } from "alphadelta";
import { devAccounts, signTransaction } from "alphadelta/devnet";

const [origin = "http://127.0.0.1:8645", count = "Infinity"] = process.argv
  .slice(2)
  .filter((argument) => !argument.startsWith("--"));
const delta = createClient("delta", { endpoints: origin });
const stop = new AbortController();
process.once("SIGINT", () => stop.abort());

const [validator] = (await delta.listValidators()).items;
if (!validator) throw new Error("The chain has no active validator");
const { address } = validator;

const events = delta.events.subscribe("validators", { address }, { signal: stop.signal });
await events.ready;
console.log(`Watching ${address}, stake ${validator.stake}`);
if (process.argv.includes("--delegate")) await delegate();

let left = Number(count);
try {
  for await (const { reorg, data } of events) {
    if (reorg) console.log(`Blocks from ${reorg.fromHeight} on were replaced`);
    else
      console.log(
        `stake ${data.stake}, delegated ${data.delegatedStake}, uptime ${data.uptime}, ${data.status}`,
      );
    if (--left <= 0) break;
  }
} catch (error) {
  if (!stop.signal.aborted) throw error;
}

async function delegate(): Promise<void> {
  const [alice] = await devAccounts("delta");
  if (!alice) throw new Error("The devnet has no accounts");
  const value = 1_000_000_000_000_000_000n;
  await delta
    .createNonces(alice.address)
    .send((nonce) =>
      signTransaction(alice, { type: "delegate", validator: address, value, nonce }),
    );
}
