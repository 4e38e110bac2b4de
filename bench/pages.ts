/**
 * The cost of a page of 20 with its total at the first, the middle and the last page of a list of 200,000 entries, for
 * each kind of list; beside it the same by OFFSET and COUNT over the same tables and their indexes. Times are
 * microseconds per page. Floor: the dearest page over the first at most 1.2.
 *
 * `--size N` takes shorter lists.
 */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import type { ProducedBlock } from "../src/service/chain/ledger/mod.ts";
import { openStoreFile } from "../src/service/server/data_folder/open_store.ts";
import type { Store, Window } from "../src/service/chain/store/mod.ts";
import { addressOf, fabricate, type Sketch } from "./_fabricate.ts";
import { makeFolder, measure, readFlag, type Work } from "./_measure.ts";
import { judge, printTable } from "./_table.ts";

const SIZE = readFlag("size", 200_000);
const LIMIT = 20;
/** Pages around each place that the calls take in turns. */
const SPREAD = 20;
const BATCH = 1_000;
const [SENDER, RECEIVER] = [addressOf(1), addressOf(2)];

/** A list of `SIZE` entries, and what asks for a page of it with OFFSET and COUNT. */
interface Kind {
  /** Entries, where there are more than `SIZE`. */
  readonly length?: number;
  readonly read: (store: Store, window: Window) => Promise<unknown>;
  readonly page: string;
  readonly count: string;
}

const name = (text: string): string => `(SELECT id FROM name WHERE text = '${text}')`;
const block = (order: string): Pick<Kind, "page" | "count"> => ({
  page: `SELECT summary FROM block ORDER BY height ${order} LIMIT 20 OFFSET ?`,
  count: "SELECT count(*) FROM block",
});
function entry(account: string, type: string, direction: number): Pick<Kind, "page" | "count"> {
  const from = `FROM entry JOIN tx ON tx.seq = entry.tx
    WHERE entry.account = ${account} AND entry.type = ${type} AND entry.direction = ${direction}`;
  return {
    page: `SELECT tx.body ${from} ORDER BY entry.seq DESC LIMIT 20 OFFSET ?`,
    count: `SELECT count(*) FROM entry
      WHERE account = ${account} AND type = ${type} AND direction = ${direction}`,
  };
}

const KINDS: Readonly<Record<string, Kind>> = {
  "blocks, ascending": {
    read: (store, window) => store.listBlocks({ ...window, order: "asc" }),
    ...block("ASC"),
  },
  "blocks, descending": {
    read: (store, window) => store.listBlocks({ ...window, order: "desc" }),
    ...block("DESC"),
  },
  "transactions of a block": {
    read: (store, window) => store.listBlockTransactions(SIZE - 1, window),
    page: `SELECT body FROM tx WHERE seq >= ${SIZE - 1} ORDER BY seq LIMIT 20 OFFSET ?`,
    count: `SELECT count(*) FROM tx WHERE seq >= ${SIZE - 1}`,
  },
  "all transactions": {
    length: 2 * SIZE - 1,
    read: (store, window) => store.listTransactions(window),
    page: "SELECT body FROM tx ORDER BY seq DESC LIMIT 20 OFFSET ?",
    count: "SELECT count(*) FROM tx",
  },
  "by type": {
    read: (store, window) => store.listTransactions({ ...window, type: "transfer" }),
    ...entry("0", name("transfer"), 0),
  },
  "by address": {
    read: (store, window) => store.listTransactions({ ...window, address: SENDER }),
    ...entry(name(SENDER), "0", 0),
  },
  "by address and type": {
    read: (store, window) =>
      store.listTransactions({ ...window, address: SENDER, type: "transfer" }),
    ...entry(name(SENDER), name("transfer"), 0),
  },
  "account, out": {
    read: (store, window) => store.listAccountTransactions(SENDER, { ...window, direction: "out" }),
    ...entry(name(SENDER), "0", 2),
  },
  "account, in": {
    read: (store, window) =>
      store.listAccountTransactions(RECEIVER, { ...window, direction: "in" }),
    ...entry(name(RECEIVER), "0", 1),
  },
  "account, all": {
    read: (store, window) =>
      store.listAccountTransactions(RECEIVER, { ...window, direction: "all" }),
    ...entry(name(RECEIVER), "0", 0),
  },
};

/** Blocks of one transfer from one account each, up to the number asked for, the last one with as many votes. */
async function build(store: Store): Promise<void> {
  let parent: ProducedBlock | undefined;
  let batch: ProducedBlock[] = [];
  for (let height = 0; height < SIZE; height++) {
    const other = addressOf(3 + (height % 1_000));
    const isLast = height === SIZE - 1;
    const sketches: Sketch[] = isLast
      ? Array.from({ length: SIZE }, () => ({ from: other, to: RECEIVER, type: "vote" }))
      : [{ from: SENDER, to: other, type: "transfer" }];
    parent = fabricate(parent, sketches);
    batch.push(parent);
    if (batch.length < BATCH && !isLast) continue;
    await store.apply(batch);
    batch = [];
  }
}

/** Position of a page in a list: 0 is the first, 1 the last. */
const PLACES = { first: 0, middle: 0.5, last: 1 } as const;

type Read<T> = (window: Window) => T;

/** Works that read a list of `length` at each place. */
function worksOf<T>(read: Read<T>, length = SIZE): Record<keyof typeof PLACES, Work> {
  const at = (place: number) => {
    const base = Math.floor(place * (length - LIMIT * (SPREAD + 1)));
    return (call: number) => read({ offset: base + LIMIT * (call % SPREAD), limit: LIMIT });
  };
  return { first: at(PLACES.first), middle: at(PLACES.middle), last: at(PLACES.last) };
}

type Times = ReadonlyMap<string, Readonly<Record<keyof typeof PLACES, number>>>;

async function measureStore(store: Store): Promise<Times> {
  const times = new Map();
  for (const [kind, { read, length }] of Object.entries(KINDS)) {
    const works = worksOf((window) => read(store, window), length);
    await measure(works, { rounds: 2, calls: 200 });
    times.set(kind, await measure(works, { rounds: 30, calls: 200 }));
  }
  return times;
}

async function measureOffset(path: string): Promise<Times> {
  const database = new DatabaseSync(path);
  const times = new Map();
  for (const [kind, { page, count, length }] of Object.entries(KINDS)) {
    const [pages, counts] = [database.prepare(page), database.prepare(count)];
    const read: Read<unknown> = ({ offset }) => [pages.all(offset), counts.get()];
    times.set(kind, await measure(worksOf(read, length), { rounds: 2, calls: 3 }));
  }
  database.close();
  return times;
}

const folder = makeFolder();
const path = join(folder, "delta.sqlite");
const store = openStoreFile(path);
const started = performance.now();
await build(store);
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(`${SIZE} entries in each list, made in ${seconds} s; microseconds per page of 20\n`);
const own = await measureStore(store);
await store.close();
const offset = await measureOffset(path);
const rows = [["list", "first", "middle", "last", "ratio", "OFFSET: first", "middle", "last"]];
let worst = 0;
for (const [kind, { first, middle, last }] of own) {
  const ratio = Math.max(middle, last) / first;
  worst = Math.max(worst, ratio);
  const others = Object.values(offset.get(kind) ?? {}).map((time) => time.toFixed(0));
  const times = [first, middle, last].map((time) => time.toFixed(1));
  rows.push([kind, ...times, ratio.toFixed(2), ...others]);
}
printTable(rows);
judge({ what: "dearest page over the first", value: worst, most: 1.2 });
