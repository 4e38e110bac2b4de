import { expect, test } from "vitest";
import { isAlphadeltaError } from "../../src/mod.ts";
import { type ListOptions, openList, PagedList } from "../../src/pagination/mod.ts";
import { listBlocks } from "../../src/rest/mod.ts";

interface Item {
  readonly hash: string;
}

/** The data of a page after a cursor. */
type Answer = (cursor: string | undefined) => object;

/** Items by number; the cursor is the number of the next one. */
const ITEMS: readonly Item[] = Array.from({ length: 7 }, (_, index) => ({ hash: `0x${index}` }));

const SIZE = 3;

function pageAfter(cursor: string | undefined, items: readonly Item[] = ITEMS): object {
  const begin = Number(cursor ?? 0);
  const end = begin + SIZE;
  const next = end < items.length ? String(end) : null;
  return { blocks: items.slice(begin, end), paging: { next } };
}

/** A list by cursor, and the cursors it was asked for. */
function cursorList(answer: Answer = pageAfter) {
  const { parameters } = listBlocks.info;
  const after = { name: "after", in: "query", types: ["string"], expected: "" };
  const least = { ...after, name: "least", types: ["bigint"] };
  const info = {
    ...listBlocks.info,
    parameters: [...parameters, after, least],
    grows: undefined,
    cursor: { parameter: "after", next: "paging.next" },
  };
  const queries: unknown[] = [];
  const rest = {
    segment: "delta",
    infoOf: () => info,
    ask: async (_id: string, [query = {}]: [Record<string, string>?]) => {
      queries.push(query);
      return { data: answer(query["after"]), context: { segment: "delta" }, response: {} };
    },
  };
  const list = (query?: object, options?: ListOptions): PagedList<Item> =>
    new PagedList(() => openList(rest as never, "listBlocks", [query] as never, options));
  return { list, queries };
}

test("every item comes once, and each page is requested by the cursor of the one before", async () => {
  const { list, queries } = cursorList();
  const items: Item[] = [];
  for await (const item of list({ limit: 3 })) items.push(item);
  expect(items).toEqual(ITEMS);
  expect(queries).toEqual([{ limit: 3 }, { limit: 3, after: "3" }, { limit: 3, after: "6" }]);
});

test("pages follow each other by next and by pages, without an extent", async () => {
  const { list } = cursorList();
  const first = await list();
  expect(first).toMatchObject({ items: ITEMS.slice(0, 3), hasNext: true, pagination: undefined });
  const last = await (await first.next())?.next();
  expect(last).toMatchObject({ items: ITEMS.slice(6), hasNext: false });
  expect(await last?.next()).toBeUndefined();
  const sizes: number[] = [];
  for await (const { items } of list().pages()) sizes.push(items.length);
  expect(sizes).toEqual([3, 3, 1]);
});

test("a query that changes on the way is sent as it was, with its arrays and filters", async () => {
  const { list, queries } = cursorList();
  const query = { types: ["transfer"], filter: { least: 1n } };
  const walk = list(query).walk();
  await walk.next();
  query.types.push("vote");
  query.filter.least = 2n;
  for await (const _ of walk);
  const sent = { types: ["transfer"], filter: { least: 1n } };
  expect(queries).toEqual([sent, { ...sent, after: "3" }, { ...sent, after: "6" }]);
});

test("toArray asks for no more pages than its limit takes", async () => {
  const { list, queries } = cursorList();
  expect(await list().toArray({ limit: 4 })).toEqual(ITEMS.slice(0, 4));
  expect(queries).toEqual([{}, { after: "3" }]);
});

test("a walk begins at the caller's own cursor", async () => {
  const { list } = cursorList();
  expect(await list({ after: "5" }).toArray()).toEqual(ITEMS.slice(5));
});

test("a token resumes after any item, at the cursor of its page", async () => {
  const walk = cursorList().list().walk();
  for (let given = 0; given < ITEMS.length; given++) {
    const { resumeToken } = walk;
    if (resumeToken !== undefined) {
      const { list } = cursorList();
      expect(await list(undefined, { resume: resumeToken }).toArray()).toEqual(ITEMS.slice(given));
    }
    await walk.next();
  }
});

test("a token of the end brings what has come since", async () => {
  const last = await (await (await cursorList().list()).next())?.next();
  const more = [...ITEMS, { hash: "0x7" }, { hash: "0x8" }, { hash: "0x9" }];
  const { list, queries } = cursorList((cursor) => pageAfter(cursor, more));
  const resumed = list(undefined, { resume: last?.resumeToken });
  expect(await resumed.toArray()).toEqual(more.slice(7));
  expect(queries).toEqual([{ after: "6" }, { after: "9" }]);
});

test("an item repeated on a later page is left out and counted", async () => {
  const { list } = cursorList((cursor) => pageAfter(cursor === undefined ? undefined : "2"));
  const walk = list().walk();
  expect([(await walk.next()).value, (await walk.next()).value]).toEqual(ITEMS.slice(0, 2));
  await walk.next();
  expect((await walk.next()).value).toEqual({ hash: "0x3" });
  expect(walk.shift?.duplicates).toBe(1);
});

test("an empty page with a cursor is passed over", async () => {
  const { list } = cursorList((cursor) =>
    cursor === undefined ? { blocks: [], paging: { next: "6" } } : pageAfter(cursor),
  );
  expect(await list()).toMatchObject({ items: [{ hash: "0x6" }], hasNext: false });
});

test("a list whose cursor repeats or is invalid breaks the interface", async () => {
  const round = cursorList(() => ({ blocks: [], paging: { next: "1" } }));
  const wrong = cursorList(() => ({ blocks: [], paging: { next: 7 } }));
  for (const { list, queries } of [round, wrong]) {
    const error = await list().then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(isAlphadeltaError(error, "ContractError") && error.issues[0]?.path).toBe("paging.next");
    expect(queries.length).toBeLessThanOrEqual(50);
  }
});

test("a cursor that is absent ends the list", async () => {
  const { list } = cursorList(() => ({ blocks: ITEMS }));
  expect(await list().toArray()).toEqual(ITEMS);
});

test("an amount may be an argument, and tells the list of a token from others", async () => {
  const { list, queries } = cursorList();
  const { resumeToken } = await list({ least: 7n });
  expect((await list({ least: 7n }, { resume: resumeToken })).items).toEqual(ITEMS.slice(3, 6));
  expect(queries.at(-1)).toEqual({ least: 7n, after: "3" });
  await expect(list({ least: 8n }, { resume: resumeToken })).rejects.toThrow(RangeError);
});
