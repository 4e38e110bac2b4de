// Writes all transactions of an account to a file of JSON lines, and shows its progress. Started again, it goes on.
// Run: npx node examples/export_account.ts [origin] [address] [file]
import { appendFile, readFile, truncate, writeFile } from "node:fs/promises";
import { createClient } from "alphadelta";
import { toJson } from "alphadelta/units";

const origin = process.argv[2] ?? "http://127.0.0.1:8645";
const delta = createClient("delta", { endpoints: origin, priority: "backfill" });

const address = process.argv[3] ?? (await someAccount());
const file = process.argv[4] ?? `${address}.ndjson`;

// The position holds the bytes written so far, so a line that a kill cut in half is written anew.
const position = await readPosition();
await appendFile(file, "");
await truncate(file, position.bytes);

const list = delta.listAccountTransactions(
  address,
  { limit: 100 },
  {
    resume: position.token,
    onProgress: ({ done, total }) => console.log(`${done} of ${total ?? "?"} transactions`),
  },
);
for await (const { items, resumeToken } of list.pages()) {
  const lines = items.map((item) => `${toJson(item)}\n`).join("");
  await appendFile(file, lines);
  position.bytes += Buffer.byteLength(lines);
  position.token = resumeToken;
  await writeFile(`${file}.position`, JSON.stringify(position));
}
console.log(`${file} is complete`);

interface Position {
  bytes: number;
  token?: string | undefined;
}

async function readPosition(): Promise<Position> {
  try {
    return JSON.parse(await readFile(`${file}.position`, "utf8")) as Position;
  } catch {
    return { bytes: 0 };
  }
}

async function someAccount(): Promise<string> {
  const [newest] = await delta.listTransactions().toArray({ limit: 1 });
  if (!newest) throw new Error("The chain has no transactions yet: name an address");
  return newest.from;
}
