import { build } from "esbuild";
import { array, encode } from "zod/mini";
import { expect, expectTypeOf, test } from "vitest";
import type { Block } from "../../src/mod.ts";
import * as schemas from "../../src/schemas/mod.ts";
import { toJson } from "../../src/units/mod.ts";
import { connect, ORIGIN, openTestService } from "../_client.ts";

test("schemas read what the service sends, and give it back", async () => {
  await using service = await openTestService(["delta"]).then((opened) => ({
    ...opened,
    [Symbol.asyncDispose]: () => opened.close(),
  }));
  const response = await service.fetch(`${ORIGIN}/v1/delta/blocks/7`);
  const { data } = (await response.json()) as { data: unknown };
  const block = schemas.BlockSchema.parse(data);
  expectTypeOf(block).toEqualTypeOf<Block>();
  expect(block.number).toBe(7);
  expect(encode(schemas.BlockSchema, block)).toEqual(data);
});

test("schemas decode amounts, keep unknown fields and name each fault", () => {
  expect(schemas.AmountSchema.parse("1000000000000000001")).toBe(1000000000000000001n);
  const pagination = { page: 1, limit: 2, totalItems: 3, totalPages: 2, more: true };
  expect(schemas.PaginationSchema.parse(pagination)).toEqual(pagination);
  const read = schemas.PaginationSchema.safeParse({ ...pagination, limit: "two" });
  expect(read.error?.issues[0]?.path).toEqual(["limit"]);
});

test("schemas leave envelopes of JSON-RPC and control of the devnet out", () => {
  const names = Object.keys(schemas);
  expect(names.filter((name) => /^(?:Dev|RpcRequest)/.test(name))).toEqual([]);
  expect(names.length).toBeGreaterThan(40);
});

test("a program that uses one schema gets no other", async () => {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `import { HashSchema } from "./src/schemas/mod.ts"; console.log(HashSchema);`,
      resolveDir: new URL("../..", import.meta.url).pathname,
    },
    bundle: true,
    write: false,
    minify: true,
    metafile: true,
    format: "esm",
  });
  const [text = ""] = outputFiles.map((file) => file.text);
  expect(text).toContain("0x[0-9a-fA-F]*");
  expect(text).not.toContain("ax1");
  const [output] = Object.values(metafile.outputs);
  const taken = output?.inputs["src/generated/client/validators.gen.ts"]?.bytesInOutput;
  expect(taken).toBeLessThan(100);
});

test("fromJson() reads what toJson() wrote, lists included", async () => {
  const service = await openTestService(["delta"]);
  const { client } = connect(service, "delta");
  const block = await client.getBlock(7);
  const account = await client.getAccount(block.validator);
  const read = schemas.fromJson(schemas.BlockSchema, toJson(block));
  expectTypeOf(read).toEqualTypeOf<Block>();
  expect(read).toEqual(block);
  expect(schemas.fromJson(array(schemas.AccountSchema), toJson([account]))).toEqual([account]);
  await service.close();
});

test("fromJson() names the first field that does not follow, and text that is no JSON", () => {
  expect(() => schemas.fromJson(schemas.PaginationSchema, '{"page":1,"limit":"two"}')).toThrow(
    new TypeError('Cannot read JSON: limit: expected a number, got "two", and 1 more'),
  );
  expect(() => schemas.fromJson(schemas.AmountSchema, "5")).toThrow(
    /^Cannot read JSON: expected .*, got 5$/,
  );
  expect(() => schemas.fromJson(schemas.AmountSchema, "")).toThrow(SyntaxError);
});
