// Writes the blocks of a chain as CSV, oldest first. Run: npx node examples/export_csv.ts [origin] > blocks.csv
import { createClient } from "alphadelta";

const delta = createClient("delta", {
  endpoints: process.argv[2] ?? "http://127.0.0.1:8645",
  priority: "backfill",
});

const COLUMNS = ["number", "hash", "timestamp", "validator", "txCount"] as const;

console.log(COLUMNS.join(","));
for await (const block of delta.listBlocks({ order: "asc", limit: 100 })) {
  console.log(COLUMNS.map((column) => String(block[column])).join(","));
}
