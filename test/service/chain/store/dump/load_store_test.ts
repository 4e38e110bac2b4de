import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Segment } from "../../../../../src/chains/mod.ts";
import { openStoreFile, RENDER } from "../../../../../src/service/server/data_folder/open_store.ts";
import {
  dumpStore,
  type Loaded,
  loadStore,
  openSqliteStore,
} from "../../../../../src/service/chain/store/mod.ts";
import { IS_WHOLE } from "../../../../_suites.ts";
import { collect, writeChainFile } from "../_chain_file.ts";

const folder = mkdtempSync(join(tmpdir(), "dump-"));
const dumps = new Map<Segment, string[]>();

beforeAll(async () => {
  for (const segment of ["alpha", "delta"] as const) {
    const path = join(folder, `${segment}.sqlite`);
    await writeChainFile(path, segment, 4);
    const store = openStoreFile(path);
    dumps.set(segment, await collect(dumpStore(store)));
    await store.close();
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

function linesOf(segment: Segment): string[] {
  return [...(dumps.get(segment) ?? [])];
}

/** Loads a text that comes in parts of `size` bytes. */
async function load(text: string, segment: Segment = "delta", size = 1_000): Promise<Loaded> {
  const store = openSqliteStore({ render: RENDER });
  const bytes = Buffer.from(text, "latin1");
  const input = (async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  })();
  try {
    return await loadStore(store, { segment, input });
  } finally {
    await store.close();
  }
}

/** The number of the line that a refusal names, and the reason. */
async function refusalOf(text: string): Promise<[line: number, reason: string]> {
  const error = await load(text).then(
    () => new Error("It was loaded"),
    (reason: unknown) => reason as Error,
  );
  const [, line = "", reason = ""] = /^Cannot load: line (\d+): (.*)$/.exec(error.message) ?? [];
  if (line === "") throw error;
  return [Number(line), reason];
}

test("a loaded dump gives every block, list and pending transaction again", async () => {
  for (const segment of ["alpha", "delta"] as const) {
    const text = linesOf(segment).join("");
    for (const size of [1, 7, 1_000_000]) {
      const store = openSqliteStore({ render: RENDER });
      const bytes = Buffer.from(text);
      const input = (async function* () {
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
      })();
      const { head, pending } = await loadStore(store, { segment, input });
      expect((await store.head())?.block).toEqual(head);
      expect(await store.listPending()).toHaveLength(pending);
      expect((await collect(dumpStore(store))).join("")).toBe(text);
      await store.close();
    }
  }
  expect(linesOf("delta")).toHaveLength(1 + 8 + 2 + 1 + (await pendingTraffic()));
});

/** Pending transactions besides the two that were submitted. */
async function pendingTraffic(): Promise<number> {
  return linesOf("delta").filter((line) => line.startsWith('{"pending"')).length - 2;
}

test("an empty store is not dumped", async () => {
  const store = openSqliteStore({ render: RENDER });
  await expect(collect(dumpStore(store))).rejects.toThrow("the store holds no blocks");
  await store.close();
});

describe("loadStore() names the line of", () => {
  test("a dump that ends after any line", async () => {
    const lines = linesOf("delta");
    for (let count = 0; count < lines.length; count++) {
      const [line, reason] = await refusalOf(lines.slice(0, count).join(""));
      expect([line, reason]).toEqual([count + 1, expect.stringMatching(/^the dump ends where /)]);
    }
  });

  test("a dump that ends within any line", async () => {
    const lines = linesOf("delta");
    for (let count = 0; count < lines.length; count++) {
      const start = lines.slice(0, count).join("");
      const rest = lines[count] ?? "";
      const half = rest.length >> 1;
      for (const kept of IS_WHOLE ? [1, half, rest.length - 1] : [half]) {
        const [line, reason] = await refusalOf(start + rest.slice(0, kept));
        expect([line, reason]).toEqual([count + 1, "it is incomplete: no line end follows"]);
      }
    }
  });

  test("any byte that was altered", async () => {
    const lines = linesOf("delta");
    for (const [index, line] of lines.entries()) {
      const step = Math.max(1, Math.floor(line.length / (IS_WHOLE ? 5 : 2)));
      for (let at = 0; at < line.length - 1; at += step) {
        const altered = line.slice(0, at) + String.fromCharCode(line.charCodeAt(at) ^ 1);
        const text = lines.with(index, altered + line.slice(at + 1)).join("");
        const [named] = await refusalOf(text);
        // What the header counts is known to be wrong where the count ends, not before.
        expect(index === 0 ? named >= 1 : named === index + 1).toBe(true);
      }
    }
  });

  test("a line that is missing, doubled or out of place", async () => {
    const lines = linesOf("delta");
    expect((await refusalOf(lines.toSpliced(4, 1).join("")))[0]).toBe(5);
    expect((await refusalOf(lines.toSpliced(4, 0, lines[4] ?? "").join("")))[0]).toBe(6);
    expect(await refusalOf([...lines, "{}\n"].join(""))).toEqual([
      lines.length + 1,
      "nothing may follow the closing line",
    ]);
    const pending = lines.findIndex((line) => line.startsWith('{"pending"'));
    const [first = "", second = ""] = lines.slice(pending);
    const swapped = lines.with(pending, second).with(pending + 1, first);
    expect(await refusalOf(swapped.join(""))).toEqual([
      lines.length,
      expect.stringMatching(/^the lines before it were altered/),
    ]);
  });

  test.each([
    [1, `"format":"alphadelta chain"`, `"format":"other"`, "it is not the header of a chain dump"],
    [1, `"version":1`, `"version":2`, "version is 2, this release reads version 1"],
    [1, `"segment":"delta"`, `"segment":"alpha"`, `segment is "alpha", expected "delta"`],
    [1, `"seed":0`, `"seed":-1`, "seed is -1, it must be a whole number"],
    [1, `"seed":0`, `"seed": 0`, "it is not in the form that dump writes"],
    [2, `"seed":0`, `"seed":1`, "replaying gives"],
    [2, `"accounts":10`, `"accounts":20000`, "count must be a whole number"],
    [4, `"height":2`, `"height":3`, "height is 3, expected 2"],
    [4, `"timestamp":1`, `"timestamp":0`, "it is not JSON"],
    [4, `"timestamp":17`, `"timestamp":16`, "the block below has"],
    [4, `"validator":"dx1`, `"validator":"dx2`, "which is not a validator of the chain"],
    [4, `"stateRoot":"0x`, `"stateRoot":"0y`, 'stateRoot is "0y'],
    [4, `"transactions":["0x`, `"transactions":["0y`, "transactions[0] is not lower-case hex"],
    [
      4,
      `"transactions":["0x`,
      `"transactions":["0xff`,
      "transactions[0]: Cannot decode transaction",
    ],
  ])("line %i with %s as %s", async (number, from, to, expected) => {
    const lines = linesOf("delta");
    const altered = lines.map((line, index) =>
      index === number - 1 || index === 0 ? line.replace(from, to) : line,
    );
    expect(altered).not.toEqual(lines);
    const [line, reason] = await refusalOf(altered.join(""));
    expect(line).toBe(number);
    expect(reason).toContain(expected);
  });

  test("a transaction whose signature is wrong, or that cannot run where it stands", async () => {
    const lines = linesOf("delta");
    const at = lines.findIndex((line) => line.includes('"transactions":["0x'));
    const raws = [...(lines[at] ?? "").matchAll(/"(0xa[0-9a-f]{100,})"/g)].map(
      ([, raw = ""]) => raw,
    );
    const [raw = ""] = raws;
    const key = Buffer.from("signature").toString("hex");
    const place = raw.indexOf(key) + key.length + 10;
    const forged = raw.slice(0, place) + (raw[place] === "0" ? "1" : "0") + raw.slice(place + 1);
    const text = lines.with(at, (lines[at] ?? "").replace(raw, forged)).join("");
    expect(await refusalOf(text)).toEqual([
      at + 1,
      "transactions[0]: The signature does not match the transaction and the key",
    ]);
    const twice = lines.with(at, (lines[at] ?? "").replace(`"${raw}"`, `"${raw}","${raw}"`));
    expect(await refusalOf(twice.join(""))).toEqual([
      at + 1,
      expect.stringMatching(/^transactions\[1\] \(0x[0-9a-f]{64}\) is not valid there$/),
    ]);
  });
});
