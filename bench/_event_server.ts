/**
 * A service of one segment that makes a block for each line on its standard input, and prints when that block was
 * committed: nanoseconds of the clock that every process of this machine reads. For the line `heap` it prints the bytes of
 * its heap after a collection, which takes `--expose-gc`. `--data FOLDER` persists the chain.
 */
import { DatabaseSync } from "node:sqlite";
import { createInterface } from "node:readline";
import { entryWriter } from "../src/cli/serve/write_log.ts";
import { systemTerminal } from "../src/cli/terminal.ts";
import { createService, listen } from "../src/service/mod.ts";
import { readText } from "./_measure.ts";

/** Moments at which a transaction of a store was committed since the last line. */
let commits: bigint[] = [];

/** No part of the service tells when a commit is done, and what it announces comes later. */
function watchCommits(): void {
  const run = Object.getOwnPropertyDescriptor(DatabaseSync.prototype, "exec")?.value as (
    this: DatabaseSync,
    sql: string,
  ) => void;
  DatabaseSync.prototype.exec = function exec(sql) {
    run.call(this, sql);
    if (sql === "COMMIT") commits.push(process.hrtime.bigint());
  };
}

watchCommits();
const data = readText("data");
const service = await createService({
  segments: ["delta"],
  mode: "manual",
  traffic: false,
  keylessTier: "Enterprise",
  connectionsPerSubject: 10_000,
  // All subscribers are one address, each with a list of its own.
  addressesPerSubject: 100_000_000,
  maximumAddresses: 100_000_000,
  // A folder is given with the events that it holds.
  ...(data !== undefined && { data, history: 0, eventRetention: 1_000_000_000 }),
  log: entryWriter(systemTerminal().stderr),
});
const listener = await listen(service, { port: 0, maximumConnectionsPerAddress: 10_000 });
console.log(`up at ${listener.origin}`);
for await (const line of createInterface({ input: process.stdin })) {
  if (line === "heap") {
    globalThis.gc?.();
    console.log(`heap ${process.memoryUsage().heapUsed}`);
    continue;
  }
  commits = [];
  await service.produceBlock("delta");
  const [commit] = commits;
  if (commit === undefined || commits.length > 1) throw new Error(`${commits.length} commits`);
  console.log(`block ${commit}`);
}
await listener.close();
