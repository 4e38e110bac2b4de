import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { ViewCache } from "../../../../../src/service/chain/store/postgres/_reader.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const VIEW = { revision: 1, removals: 0, height: 1, epoch: "", last_event: 0, last_pending: 0 };
/** Characters of a page of 100 transactions. */
const PAGE = 70_000;

/** A page that stands in memory as one read from a database does. */
function page(number: number): { readonly items: string; readonly total: number } {
  return { items: Buffer.alloc(PAGE, String(number)).toString("latin1"), total: number };
}

async function megabytes(): Promise<number> {
  // The second collection frees the bytes of strings that the first has found.
  for (let turn = 0; turn < 2; turn++) {
    collectGarbage();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

test("hundreds of large pages that are read once stay within 16 MB", async () => {
  const cache = new ViewCache(() => VIEW);
  const before = await megabytes();
  for (let number = 0; number < 400; number++) {
    await cache.moving(`moving ${number}`, async () => page(number));
    await cache.lasting(`lasting ${number}`, async () => page(number));
  }
  expect((await megabytes()) - before).toBeLessThan(17);
  // Those read last are there.
  let reads = 0;
  const again = await cache.moving("moving 399", async () => page(++reads));
  expect([again.total, reads]).toEqual([399, 0]);
});

test("thousands of small answers are counted with their names", async () => {
  const cache = new ViewCache(() => VIEW);
  const before = await megabytes();
  const small = (number: number): string => `${number} ${"name".repeat(20)}`;
  for (let number = 0; number < 60_000; number++)
    await cache.moving(small(number), async () => ({ value: BigInt(number) }));
  expect((await megabytes()) - before).toBeLessThan(17);
  // The one read last is there, and so was all that is held while that was measured.
  let reads = 0;
  await cache.moving(small(59_999), async () => ++reads);
  expect(reads).toBe(0);
});

test("an answer that fails, and a record that is not there, are read again", async () => {
  const cache = new ViewCache(() => VIEW);
  let reads = 0;
  const fail = async (): Promise<never> => {
    reads++;
    throw new Error("away");
  };
  for (let turn = 0; turn < 2; turn++) await cache.moving("a", fail).catch(() => undefined);
  for (let turn = 0; turn < 2; turn++) await cache.lasting("b", async () => void reads++);
  expect(reads).toBe(4);
});
