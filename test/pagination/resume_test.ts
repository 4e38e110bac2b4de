import { expect, test } from "vitest";
import { connectToList, newestFirst, pageOf } from "./_fake_list.ts";

const QUERY = { limit: 10, type: "transfer" } as const;

function steadyList() {
  return connectToList(({ page, limit }) => pageOf(newestFirst(50), page, limit));
}

function tokenOf(...fields: unknown[]): string {
  return btoa(JSON.stringify([1, "listTransactions", "delta", "[{}]", ...fields]));
}

test("a token is a short string that resumes after its page, with another limit too", async () => {
  const { client, asked } = steadyList();
  const { resumeToken } = await client.listTransactions(QUERY);
  expect(resumeToken).toMatch(/^[\w-]{20,200}$/);
  const query = { type: "transfer", limit: 7, page: 3 };
  const items = await client.listTransactions(query, { resume: resumeToken }).toArray();
  expect(items).toEqual(newestFirst(40));
  expect(asked).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test("a token of the last page asks for nothing where new items come in at the start", async () => {
  const { client, asked } = steadyList();
  const last = await client.listTransactions({ page: 5, limit: 10 });
  const list = client.listTransactions({ limit: 10 }, { resume: last.resumeToken });
  expect(await list).toMatchObject({ items: [], hasNext: false, pagination: undefined });
  expect(await list.toArray()).toEqual([]);
  expect(asked).toEqual([5]);
});

test("a walk has no token before its first item, and one after each", async () => {
  const { client } = steadyList();
  const walk = client.listTransactions(QUERY).walk();
  expect(walk.resumeToken).toBeUndefined();
  const tokens = new Set<string | undefined>();
  for await (const _ of walk) tokens.add(walk.resumeToken);
  expect(tokens.size).toBe(50);
});

test("a default value equals a missing one", async () => {
  const { client } = steadyList();
  const { resumeToken } = await client.listTransactions({ type: "all" });
  await expect(
    Promise.resolve(client.listTransactions({}, { resume: resumeToken })),
  ).resolves.toBeDefined();
});

test("a token of another list is refused, and nothing is sent", async () => {
  const { client, asked } = steadyList();
  const { resumeToken: resume } = await client.listTransactions(QUERY);
  const alien = { resume };
  const refusals: [PromiseLike<unknown>, string][] = [
    [
      client.listBlocks({}, alien),
      "Cannot resume listBlocks on delta: the token belongs to listTransactions on delta",
    ],
    [
      client.listTransactions({ limit: 10 }, alien),
      'the token belongs to the arguments [{"type":"transfer"}], got [{}]',
    ],
    [client.listAccountTransactions("dx1a", {}, alien), "the token belongs to listTransactions"],
  ];
  for (const [refused, message] of refusals) {
    await expect(Promise.resolve(refused)).rejects.toThrow(RangeError);
    await expect(Promise.resolve(refused)).rejects.toThrow(message);
  }
  expect(asked).toEqual([1]);
});

test.each([
  ["", SyntaxError],
  ["page 3", SyntaxError],
  [btoa("[1,2]"), SyntaxError],
  [tokenOf(null, null, null, 5), SyntaxError],
  [tokenOf(1, null, null, [5]), SyntaxError],
  [tokenOf(-5, null, null, []), SyntaxError],
  [tokenOf("x", "y", {}, []), SyntaxError],
  [tokenOf(1, 1e300, 1, []), SyntaxError],
  [5, TypeError],
  [null, TypeError],
])("%j is refused as a token", async (resume, kind) => {
  const { client, asked } = steadyList();
  const refused = Promise.resolve(client.listTransactions({}, { resume: resume as never }));
  await expect(refused).rejects.toThrow(kind);
  await expect(refused).rejects.toThrow("Cannot resume listTransactions on delta: resume must be");
  expect(asked).toEqual([]);
});

test.each([
  [{ prefetch: -1 }, RangeError, "prefetch must be an integer from 0, got -1"],
  [{ prefetch: 1.5 }, RangeError, "prefetch must be an integer from 0, got 1.5"],
  [{ prefetch: "1" }, TypeError, 'prefetch must be an integer from 0, got "1"'],
  [{ onShift: 5 }, TypeError, "onShift must be a function, got 5"],
])("%j is refused as options of a list", async (options, kind, message) => {
  const { client, asked } = steadyList();
  const refused = Promise.resolve(client.listTransactions({}, options as never));
  await expect(refused).rejects.toThrow(kind);
  await expect(refused).rejects.toThrow(message);
  expect(asked).toEqual([]);
});

test.each([
  ["tells its extent", {}, [7, 12, ["0x7"]]],
  ["tells no extent", { type: "transfer" }, [null, null, ["0xb", "0xa", "0x9", "0x8", "0x7"]]],
] as const)(
  "a token of version 1 resumes within a page of a list that %s",
  async (_, query, rest) => {
    const items = Array.from({ length: 12 }, (_each, index) => ({
      hash: `0x${(11 - index).toString(16)}`,
    }));
    const { client, asked } = connectToList(({ page, limit }) =>
      rest[0] === null
        ? { transactions: items.slice((page - 1) * limit, page * limit) }
        : pageOf(items, page, limit),
    );
    const list = [1, "listTransactions", "delta", JSON.stringify([query])];
    const resume = btoa(JSON.stringify([...list, 2, ...rest])).replaceAll("=", "");
    const found = await client.listTransactions({ ...query, limit: 4 }, { resume }).toArray();
    expect(found).toEqual(items.slice(5));
    expect(asked).toEqual([2, 3, ...(rest[0] === null ? [4] : [])]);
    const walk = client.listTransactions({ ...query, limit: 4 }).walk();
    for (let given = 0; given < 5; given++) await walk.next();
    expect(walk.resumeToken).toBe(resume);
  },
);
