import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { safeParse } from "zod/mini";
import { replaceTree } from "../../../scripts/tree.ts";
import { type Files, generateFiles } from "../../../scripts/generate/mod.ts";
import type { Validator } from "../../../src/validation/mod.ts";
import { smallSpecs } from "../specs/_small_specs.ts";
import { folderInRepository, ROOT } from "../_temporary_folder.ts";

type Validators = Readonly<Record<string, Validator>>;

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = 60_000;

let folder: string;
let files: Files;
let client: Validators;
let service: Validators;

beforeAll(async () => {
  folder = await folderInRepository();
  files = await generateFiles(smallSpecs());
  await replaceTree(join(folder, "generated"), files);
  await cp(join(ROOT, "src/units"), join(folder, "units"), { recursive: true });
  for (const name of ["parameters.ts", "tables.ts", "validation", "zod"]) {
    await cp(join(ROOT, "src", name), join(folder, name), { recursive: true });
  }
  client = await import(join(folder, "generated/client/validators.gen.ts"));
  service = await import(join(folder, "generated/wire/validators.gen.ts"));
}, SLOW);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test.each([
  "segments",
  "tiers",
  "errors",
  "client/operations",
  "client/methods",
  "topics",
  "client/topics",
  "types",
  "client/paths",
  "client/validators",
  "service/operations",
  "service/methods",
  "wire/validators",
  "service/topics",
])("%s is generated as in its snapshot", async (name) => {
  const snapshot = join(import.meta.dirname, "__snapshots__", `${name.replace("/", "_")}.txt`);
  await expect(files.get(`${name}.gen.ts`)).toMatchFileSnapshot(snapshot);
});

test("the specs are identified by their version and the hash of their text", () => {
  expect(files.get("specs.gen.ts")).toMatch(/"version": "1\.2\.0",\s+"sha256": "[0-9a-f]{64}"/);
});

test("two verbs of one path are both generated", async () => {
  const both = await generateFiles(
    smallSpecs({
      file: "openapi.yaml",
      find: "  /blocks/{identifier}:\n    get:\n      operationId: getBlock",
      put: `  /stakes/{identifier}:
    post:
      operationId: postBlock
      responses: {}
    get:
      operationId: getBlock`,
    }),
  );
  expect(both.get("client/operations.gen.ts")).toContain("\n  postBlock: {\n");
  expect(both.get("client/operations.gen.ts")).toContain("\n  getBlock: {\n");
});

const BLOCK = { number: 7, hash: "0x07", reward: "5", status: "success" };

describe("the validators of clients", () => {
  test("decode amounts to bigint and keep what the specs do not name", () => {
    const block = { ...BLOCK, reward: "12345678901234567890", more: { deep: [1] } };
    expect(decode(client.zBlock, block)).toEqual({ ...block, reward: 12345678901234567890n });
    expect(decode(client.zRpcGetBalanceResponse, "-5")).toBe(-5n);
    expect(decode(client.zListBlocksResponse, envelope({ blocks: [BLOCK] }))).toEqual(
      envelope({ blocks: [{ ...BLOCK, reward: 5n }] }),
    );
  });

  test.each([
    ["a value outside an open set", { ...BLOCK, reward: 1, status: "reverted" }],
    ["another shape of a decided field", { ...BLOCK, reward: {} }],
    ["null for a decided field", { ...BLOCK, reward: null }],
    ["no decided field", { number: 7, hash: "0x07", status: "success" }],
    ["the largest exact number", { ...BLOCK, reward: 1, number: Number.MAX_SAFE_INTEGER }],
    ["a number below a decided minimum", { ...BLOCK, reward: 1, number: -1 }],
  ])("take %s as it is", (_, block) => {
    expect(decode(client.zBlock, block)).toEqual(block);
  });

  test.each([
    ["a shape that was decided", "zStakes", ["none"]],
    [
      "an amount with leading zeros, which only a decision forbids",
      "zRpcGetBalanceResponse",
      "007",
    ],
    ["a null that was decided", "zRpcChainGetBlockResponse", null],
    ["a page below a decided minimum", "zListBlocksQuery", { page: 0, limit: 0 }],
  ])("take %s", (_, name, value) => {
    expect(refusals(client[name], value)).toEqual([]);
  });

  test.each([
    ["a given field of another type", "zBlock", { ...BLOCK, hash: 5 }, "hash"],
    ["a given field of another form", "zBlock", { ...BLOCK, hash: "07" }, "hash"],
    ["a number beyond 2^53", "zBlock", { ...BLOCK, number: 2 ** 53 }, "number"],
    ["a fraction for an integer", "zBlock", { ...BLOCK, number: 0.5 }, "number"],
    ["a given field that is missing", "zBlock", { number: 7, hash: "0x07" }, "status"],
    ["null for a given field", "zBlock", { ...BLOCK, hash: null }, "hash"],
    ["another type in an open set", "zBlock", { ...BLOCK, status: 1 }, "status"],
    ["a number for a given amount", "zRpcGetBalanceResponse", 5, ""],
    ["an amount with a fraction", "zRpcGetBalanceResponse", "5.0", ""],
    ["an amount without digits", "zRpcGetBalanceResponse", "", ""],
    ["null where none was decided", "zRpcDeltaGetStakeResponse", null, ""],
    [
      "a broken item of a list",
      "zBlockList",
      { blocks: [BLOCK, { ...BLOCK, hash: 5 }] },
      "blocks.1.hash",
    ],
    [
      "a wrong result where null was decided",
      "zRpcChainGetBlockResponse",
      { ...BLOCK, hash: 5 },
      "hash",
    ],
    ["a limit above the given maximum", "zListBlocksQuery", { limit: 101 }, "limit"],
    ["a value outside a closed set", "zListBlocksQuery", { order: "up" }, "order"],
    ["a success that is false", "zGetBlockResponse", { success: false, data: BLOCK }, "success"],
    ["an answer without data", "zGetStakesResponse", { success: true }, "data"],
  ])("refuse %s", (_, name, value, path) => {
    expect(refusals(client[name], value)).toEqual([path]);
  });
});

describe("the validators of the service", () => {
  test("leave amounts as they are on the wire", () => {
    expect(decode(service.zBlock, BLOCK)).toEqual(BLOCK);
    expect(decode(service.zRpcChainGetBlockResponse, null)).toBeNull();
  });

  test.each([
    ["a value outside the decided set", "zBlock", { ...BLOCK, status: "reverted" }, "status"],
    ["another shape of a decided field", "zBlock", { ...BLOCK, reward: {} }, "reward"],
    ["no decided field", "zBlock", { number: 7, hash: "0x07", status: "failed" }, "reward"],
    ["an amount in a form that was decided against", "zAmount", "007", ""],
    ["another shape than the decided one", "zStakes", ["none"], ""],
    ["a limit below the decided minimum", "zListBlocksQuery", { limit: 0 }, "limit"],
    ["a limit above the given maximum", "zListBlocksQuery", { limit: 101 }, "limit"],
    ["a given field of another type", "zBlock", { ...BLOCK, hash: 5 }, "hash"],
    ["a number beyond 2^53", "zBlock", { ...BLOCK, number: 2 ** 53 }, "number"],
  ])("refuse %s", (_, name, value, path) => {
    expect(refusals(service[name], value)).toEqual([path]);
  });
});

function envelope(data: unknown): unknown {
  return { success: true, data };
}

function decode(validator: Validator | undefined, value: unknown): unknown {
  return validator && safeParse(validator, value).data;
}

/** The path of each thing `validator` refuses in `value`. */
function refusals(validator: Validator | undefined, value: unknown): string[] {
  if (!validator) throw new Error("No validator of this name was generated");
  return (safeParse(validator, value).error?.issues ?? []).map(({ path }) => path.join("."));
}
