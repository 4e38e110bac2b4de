/**
 * What a chain costs as it grows: microseconds per page of 20 with its total at 10,000, 100,000 and 1,000,000
 * transactions (floor: the last over the first at most 1.5), then bytes on disk per transaction, and the memory of a
 * service on that file after some thousand requests (floor: at most 300 MB).
 *
 * `--size N` takes another number of transactions than 1,000,000, and a tenth and a hundredth of it.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { openStoreFile } from "../src/service/server/open_store.ts";
import type { Store, Window } from "../src/service/store/mod.ts";
import { type Growing, growChain, startChain } from "./_chain.ts";
import { addressOf } from "./_fabricate.ts";
import { measure, readFlag, type Work } from "./_measure.ts";
import { judge, printTable } from "./_table.ts";

const SIZE = readFlag("size", 1_000_000);
const SIZES = [SIZE / 100, SIZE / 10, SIZE] as const;
const PER_BLOCK = 20;
const REQUESTS = 5_000;
const ROOT = new URL("..", import.meta.url).pathname;

type Read = (window: Window) => Promise<{ readonly total: number }>;

/** Lists to page through; pages are taken all over each. */
function listsOf(store: Store, address: string): Readonly<Record<string, Read>> {
  return {
    blocks: (window) => store.listBlocks({ ...window, order: "desc" }),
    "all transactions": (window) => store.listTransactions(window),
    "by type": (window) => store.listTransactions({ ...window, type: "transfer" }),
    "by address": (window) => store.listTransactions({ ...window, address }),
    "by address and type": (window) =>
      store.listTransactions({ ...window, address, type: "transfer" }),
    "account, in": (window) =>
      store.listAccountTransactions(address, { ...window, direction: "in" }),
  };
}

/** Microseconds per page of each list, at places that go all over it. */
async function measurePages({ store, senders }: Growing): Promise<Record<string, number>> {
  const works: Record<string, Work> = {};
  for (const [name, read] of Object.entries(listsOf(store, senders[10] ?? ""))) {
    const { total } = await read({ offset: 0, limit: 1 });
    works[name] = (call) => read({ offset: (call * 7_919) % Math.max(total - 20, 1), limit: 20 });
  }
  await measure(works, { rounds: 3, calls: 300 });
  return measure(works, { rounds: 20, calls: 300 });
}

async function grow(path: string): Promise<void> {
  const store = openStoreFile(path);
  const chain = await startChain(store);
  const times: Record<string, number>[] = [];
  for (const size of SIZES) {
    const started = performance.now();
    await growChain(chain, size, PER_BLOCK);
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    console.log(`${size} transactions (${seconds} s)`);
    times.push(await measurePages(chain));
  }
  await store.close();
  const rows = [["list", ...SIZES.map(String), "ratio"]];
  const ratios = Object.keys(times[0] ?? {}).map((name) => {
    const own = times.map((one) => one[name] ?? 0);
    const ratio = (own.at(-1) ?? 0) / (own[0] ?? 1);
    rows.push([name, ...own.map((time) => time.toFixed(1)), ratio.toFixed(2)]);
    return ratio;
  });
  console.log("\nmicroseconds per page of 20");
  printTable(rows);
  judge({ what: `page at ${SIZES[2]} over ${SIZES[0]}`, value: Math.max(...ratios), most: 1.5 });
}

/** Runs the service on the file, asks it a lot, and reads what memory it has then, in MB. */
async function measureMemory(data: string): Promise<number> {
  const flags = ["--port", "0", "--segments", "delta", "--data", data];
  const child = spawn(process.execPath, ["src/cli/main.ts", "serve", ...flags], { cwd: ROOT });
  try {
    const origin = await new Promise<string>((resolve, reject) => {
      let text = "";
      child.stdout.on("data", (chunk: Buffer) => {
        text += chunk.toString();
        const [, found] = /up at (\S+)/.exec(text) ?? [];
        if (found !== undefined) resolve(found);
      });
      child.stderr.on("data", (chunk: Buffer) => reject(new Error(chunk.toString())));
    });
    for (let request = 0; request < REQUESTS; request++) {
      const page = 1 + ((request * 7_919) % (SIZE / PER_BLOCK));
      const list = request % 2 === 0 ? "transactions" : `accounts/${addressOf(request % 500)}`;
      const answer = await fetch(`${origin}/v1/delta/${list}?page=${page}&limit=20`);
      await answer.arrayBuffer();
    }
    const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  } finally {
    child.kill("SIGKILL");
  }
}

const folder = mkdtempSync(join(tmpdir(), "bench-growth-"));
try {
  const path = join(folder, "delta.sqlite");
  await grow(path);
  console.log(`\nbytes on disk per transaction: ${(statSync(path).size / SIZE).toFixed(0)}`);
  const memory = await measureMemory(folder);
  judge({ what: `MB of a service with ${SIZE} transactions`, value: memory, most: 300 });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
