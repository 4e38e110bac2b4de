import { build } from "esbuild";
import { encode } from "zod/mini";
import { expect, expectTypeOf, test } from "vitest";
import type { Block } from "../../src/mod.ts";
import * as schemas from "../../src/schemas/mod.ts";
import { ORIGIN, openTestService } from "../_client.ts";

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
