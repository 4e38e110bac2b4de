// Reads a chain's head in Deno. Run here: deno run --allow-net examples/deno/main.ts [origin]; elsewhere import from
// "jsr:@alphadelta/alphadelta" or "npm:alphadelta".
import { createClient } from "@alphadelta/alphadelta";

const delta = createClient("delta", { endpoints: Deno.args[0] ?? "http://127.0.0.1:8645" });
const { chain, network, blockHeight } = await delta.getChainInfo();
console.log(`${chain} ${network}: height ${blockHeight}`);
