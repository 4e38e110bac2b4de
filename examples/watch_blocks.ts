// Shows the last blocks and those that come. Ctrl-C ends it. Run: npx node examples/watch_blocks.ts [origin] [count]
import { createClient } from "alphadelta";

const delta = createClient("delta", {
  endpoints: process.argv[2] ?? "http://127.0.0.1:8645",
  // The loop below waits without end while the service is away: this says why.
  events: { onState: ({ error }) => error && console.warn(`Waiting: ${error.message}`) },
});
let left = Number(process.argv[3] ?? Infinity);

const stop = new AbortController();
process.once("SIGINT", () => stop.abort());

const { blockHeight } = await delta.getChainInfo();
const options = { fromHeight: Math.max(0, blockHeight - 2), signal: stop.signal };
try {
  for await (const event of delta.events.subscribe("blocks", {}, options)) {
    if (event.reorg) console.log(`The chain goes on differently from ${event.reorg.fromHeight}`);
    else console.log(`${event.data.number} ${event.data.hash} ${event.data.txCount} transactions`);
    if (--left <= 0) break;
  }
} catch (error) {
  if (!stop.signal.aborted) throw error;
}
