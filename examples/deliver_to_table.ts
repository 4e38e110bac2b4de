// Writes transactions to a table of SQLite as they come, each once, and forgets those that a reorganisation took back.
// Ctrl-C ends it; the next run goes on where it was. Run: npx node examples/deliver_to_table.ts [origin] [folder]
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createClient } from "alphadelta";
import { deliver, RESUMABLE_EVENTS, type Sink, sqliteState } from "alphadelta/delivery";

/** An event as JSON. */
interface Line {
  readonly data: { readonly hash: string; readonly blockNumber: number; readonly value: string };
  readonly reorg?: { readonly fromHeight: number };
}

const [endpoints = "http://127.0.0.1:8645", folder = "."] = process.argv.slice(2);
const database = new DatabaseSync(join(folder, "transactions.db"));
database.exec(`CREATE TABLE IF NOT EXISTS batch (id TEXT PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS moved (hash TEXT, height INTEGER, value TEXT)`);
const known = database.prepare("SELECT 1 FROM batch WHERE id = ?");
const remember = database.prepare("INSERT INTO batch VALUES (?)");
const insert = database.prepare("INSERT INTO moved VALUES (?, ?, ?)");
const forget = database.prepare("DELETE FROM moved WHERE height >= ?");

const table: Sink = {
  format: "table",
  encode: ({ events }) => events.join("\n"),
  async send({ id, body }) {
    // The process may have ended between the last COMMIT and its acknowledgement.
    if (known.get(id)) return;
    database.exec("BEGIN");
    remember.run(id);
    for (const { data, reorg } of body.split("\n").map((line) => JSON.parse(line) as Line))
      if (reorg) forget.run(reorg.fromHeight);
      else insert.run(data.hash, data.blockNumber, data.value);
    database.exec("COMMIT");
    console.log(database.prepare("SELECT count(*) AS transactions FROM moved").get());
  },
};

const stop = new AbortController();
process.once("SIGINT", () => stop.abort());
const client = createClient("delta", { endpoints, events: RESUMABLE_EVENTS });
await deliver({
  subscription: { client, topic: "transactions" },
  sink: table,
  state: sqliteState(join(folder, "deliver.db")),
  signal: stop.signal,
  onProgress: ({ batches }) => batches === 0 && console.log("Waiting for transactions."),
});
await client.close();
