/**
 * The cost of a growing chain: microseconds per page of 20 with its total at 10,000, 1,000,000 and 10,000,000
 * transactions, then bytes on disk per transaction, and the memory of a service on that file after some thousand
 * requests. The transactions are made up: a store looks at nothing but their fields.
 *
 * Floors: a page that is asked for again costs at 10,000,000 at most 1.2 times what it costs at 10,000 (aim: 1.05); at
 * most 300 MB. Pages that are new each time are shown beside it: once the file is larger than SQLite's cache, they have
 * to be fetched. The chain of 10,000 is a file of its own, and takes turns with the large one: a machine's pace changes
 * more in the hour between than a page's cost.
 *
 * `--size N` takes another number of transactions than 10,000,000, and a tenth of it.
 */
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";

import { openStoreFile } from "../src/service/server/data_folder/open_store.ts";
import type { Store, Window } from "../src/service/chain/store/mod.ts";
import { createGenesis, type ProducedBlock } from "../src/service/chain/ledger/mod.ts";
import { addressOf, fabricate } from "./_fabricate.ts";
import { makeFolder, measure, readFlag, type Work } from "./_measure.ts";
import { endPinned, residentBytes, startServe } from "./_pinned.ts";
import { judge, printTable } from "./_table.ts";

const SIZE = readFlag("size", 10_000_000);
const SMALL = 10_000;
const SIZES = [SIZE / 10, SIZE] as const;
const PER_BLOCK = 50;
/** Blocks that are written at once. */
const BATCH = 100;
const ADDRESSES = Array.from({ length: 10_000 }, (_, index) => addressOf(index));
/** The account that every tenth transfer goes to. */
const [BUSY = ""] = ADDRESSES;
const REQUESTS = 5_000;

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

/** Microseconds per page of each list: of the small chain and of the grown one. */
type Times = Readonly<Record<string, readonly [small: number, grown: number]>>;

/** Pages from all over each list: a few again and again, or new ones each time, which SQLite has to fetch. */
async function worksOf(store: Store, isAgain: boolean): Promise<Record<string, Work>> {
  const works: Record<string, Work> = {};
  for (const [name, read] of Object.entries(listsOf(store, BUSY))) {
    const { total } = await read({ offset: 0, limit: 1 });
    const most = Math.max(total - 20, 1);
    let turn = 0;
    works[name] = isAgain
      ? (call) => read({ offset: Math.floor(((call % 20) * most) / 20), limit: 20 })
      : () => read({ offset: (turn++ * 7_919) % most, limit: 20 });
  }
  return works;
}

/** Times the pages of both chains in turns. */
async function measurePages(small: Store, grown: Store, isAgain: boolean): Promise<Times> {
  const [few, many] = [await worksOf(small, isAgain), await worksOf(grown, isAgain)];
  const works: Record<string, Work> = {};
  for (const [name, work] of Object.entries(few)) {
    works[`small ${name}`] = work;
    works[`grown ${name}`] = many[name] ?? work;
  }
  if (isAgain) await measure(works, { rounds: 3, calls: 200 });
  const times = await measure(works, { rounds: isAgain ? 40 : 5, calls: 200 });
  const entries = Object.keys(few).map((name): [string, [number, number]] => [
    name,
    [times[`small ${name}`] ?? 0, times[`grown ${name}`] ?? 0],
  ]);
  return Object.fromEntries(entries);
}

/** Adds blocks on top of `head` until there are `size` transactions; gives the newest block. */
async function growTo(store: Store, head: ProducedBlock, size: number): Promise<ProducedBlock> {
  let last = head;
  for (let count = last.block.height * PER_BLOCK; count < size;) {
    const blocks: ProducedBlock[] = [];
    while (blocks.length < BATCH && count < size) {
      const first = count;
      const sketches = Array.from({ length: PER_BLOCK }, (_, index) => transferOf(first + index));
      last = fabricate(last, sketches);
      blocks.push(last);
      count += PER_BLOCK;
    }
    await store.apply(blocks);
  }
  return last;
}

/** Value goes round between all accounts. */
function transferOf(turn: number): { from: string; to: string; type: string } {
  const from = ADDRESSES[(turn * 7_919) % ADDRESSES.length] ?? "";
  const to = turn % 10 === 5 ? BUSY : (ADDRESSES[(turn * 104_729) % ADDRESSES.length] ?? "");
  return { from, to, type: "transfer" };
}

async function grow(folder: string, path: string): Promise<void> {
  const genesis = await createGenesis({ segment: "delta", seed: 0, timestamp: 1_700_000_000 });
  const [small, grown] = [openStoreFile(join(folder, "small.sqlite")), openStoreFile(path)];
  for (const store of [small, grown]) await store.apply([genesis]);
  await growTo(small, genesis, SMALL);
  let head: ProducedBlock = genesis;
  for (const size of SIZES) {
    const started = performance.now();
    head = await growTo(grown, head, size);
    console.log(`${size} transactions (${((performance.now() - started) / 1000).toFixed(0)} s)`);
    console.log("\nmicroseconds per page of 20, the same pages again and again");
    const value = printTimes(size, await measurePages(small, grown, true));
    const what = `page at ${size} over ${SMALL}, the worst list`;
    judge({ what, value, most: [1.2, 1.05] });
    console.log("\nmicroseconds per page of 20, other pages each time");
    printTimes(size, await measurePages(small, grown, false));
  }
  await Promise.all([small.close(), grown.close()]);
}

/** Prints the times of a size; gives the largest ratio over the small chain. */
function printTimes(size: number, times: Times): number {
  const rows = [["list", String(SMALL), String(size), "ratio"]];
  const ratios = Object.entries(times).map(([name, [few, many]]) => {
    rows.push([name, few.toFixed(1), many.toFixed(1), (many / few).toFixed(2)]);
    return many / few;
  });
  printTable(rows);
  return Math.max(...ratios);
}

/** Runs the service on the file, asks it a lot, and reads what memory it has then, in MB. */
async function measureMemory(data: string): Promise<number> {
  const flags = ["--chain", "delta", "--data", data, "--log", "errors"];
  const service = await startServe(join(folder, "log"), { isPinned: false, flags });
  for (let request = 0; request < REQUESTS; request++) {
    const page = 1 + ((request * 7_919) % (SIZE / PER_BLOCK));
    const list = request % 2 === 0 ? "transactions" : `accounts/${ADDRESSES[request % 500]}`;
    const answer = await fetch(`${service.origin}/v1/delta/${list}?page=${page}&limit=20`);
    await answer.arrayBuffer();
  }
  const bytes = residentBytes(service);
  await endPinned(service);
  return bytes / 2 ** 20;
}

const folder = makeFolder();
const data = join(folder, "data");
mkdirSync(data);
const path = join(data, "delta.sqlite");
await grow(folder, path);
console.log(`\nbytes on disk per transaction: ${(statSync(path).size / SIZE).toFixed(0)}`);
const memory = await measureMemory(data);
judge({ what: `MB of a service with ${SIZE} transactions`, value: memory, most: 300 });
