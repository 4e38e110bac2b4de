import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { ReadCache } from "../../../../src/service/chain/store/_cache.ts";
import { IS_WHOLE } from "../../../_suites.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const MOMENT = { revision: 1, removals: 1, timeline: "first" };
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

test("what was read long ago is read again once as much as there is room for was read since", async () => {
  const cache = new ReadCache(() => MOMENT);
  let reads = 0;
  const read = (number: number): Promise<unknown> =>
    cache.untilChange(`page ${number}`, async () => {
      reads++;
      return page(number);
    });
  // 14 MB, where there is room for 8.
  for (let number = 0; number < 200; number++) await read(number);
  await read(199);
  expect(reads).toBe(200);
  await read(0);
  expect(reads).toBe(201);
});

/** Bytes in use, which are measured by collecting all that the tests of a worker hold. */
const measured = test.runIf(IS_WHOLE);

measured("hundreds of large pages that are read once stay within 8 MB", async () => {
  const cache = new ReadCache(() => MOMENT);
  const before = await megabytes();
  for (let number = 0; number < 400; number++) {
    await cache.untilChange(`moving ${number}`, async () => page(number));
    await cache.untilRemoval(`lasting ${number}`, async () => page(number));
  }
  expect((await megabytes()) - before).toBeLessThan(9);
  // Those read last are there.
  let reads = 0;
  const again = await cache.untilChange("moving 399", async () => page(++reads));
  expect([again.total, reads]).toEqual([399, 0]);
});

measured("thousands of small answers are counted with their names", async () => {
  const cache = new ReadCache(() => MOMENT);
  const before = await megabytes();
  const small = (number: number): string => `${number} ${"name".repeat(20)}`;
  for (let number = 0; number < 60_000; number++)
    await cache.untilChange(small(number), async () => ({ value: BigInt(number) }));
  expect((await megabytes()) - before).toBeLessThan(9);
  // The one read last is there, and so was all that is held while that was measured.
  let reads = 0;
  await cache.untilChange(small(59_999), async () => ++reads);
  expect(reads).toBe(0);
});

test("an answer that fails, and a record that is not there, are read again", async () => {
  const cache = new ReadCache(() => MOMENT);
  let reads = 0;
  const fail = async (): Promise<never> => {
    reads++;
    throw new Error("away");
  };
  for (let turn = 0; turn < 2; turn++) await cache.untilChange("a", fail).catch(() => undefined);
  for (let turn = 0; turn < 2; turn++) await cache.untilRemoval("b", async () => void reads++);
  expect(reads).toBe(4);
});

test("an answer holds until the revision moves, a record until blocks are removed, and neither on another line", async () => {
  let moment = MOMENT;
  let reads = 0;
  const cache = new ReadCache(() => moment);
  const read = (): Promise<readonly (number | undefined)[]> =>
    Promise.all([
      cache.untilChange("head", async () => ++reads),
      cache.untilRemoval("block", async () => ++reads),
    ]);
  expect(await read()).toEqual([1, 2]);
  expect(await read()).toEqual([1, 2]);
  moment = { ...moment, revision: 2 };
  expect(await read()).toEqual([3, 2]);
  moment = { ...moment, revision: 3, removals: 3 };
  expect(await read()).toEqual([4, 5]);
  // The chain counts as many changes and removals.
  moment = { ...moment, timeline: "restored" };
  expect(await read()).toEqual([6, 7]);
});

test("a read that ends after a change is no answer to who asks then", async () => {
  let moment = MOMENT;
  const cache = new ReadCache(() => moment);
  const late = Promise.withResolvers<string>();
  const first = cache.untilChange("head", () => late.promise);
  const joined = cache.untilChange("head", async () => "asked twice");
  moment = { ...moment, revision: 2 };
  const second = cache.untilChange("head", async () => "of the second");
  late.resolve("of the first");
  expect(await Promise.all([first, joined, second])).toEqual([
    "of the first",
    "of the first",
    "of the second",
  ]);
  expect(await cache.untilChange("head", async () => "read anew")).toBe("of the second");
  // Nor is it one where nobody has asked meanwhile.
  const alone = cache.untilChange("account", async () => "of the second");
  moment = { ...moment, revision: 3 };
  await alone;
  expect(await cache.untilChange("account", async () => "of the third")).toBe("of the third");
});

test("that an account has no state is cached as an answer, unlike a record that is not there", async () => {
  const cache = new ReadCache(() => MOMENT);
  let reads = 0;
  for (let turn = 0; turn < 2; turn++) await cache.untilChange("account", async () => void reads++);
  expect(reads).toBe(1);
});
