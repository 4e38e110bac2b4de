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
  const meta = { timestamp: 1, requestId: "a", more: true };
  expect(schemas.MetaSchema.parse(meta)).toEqual(meta);
  const read = schemas.MetaSchema.safeParse({ timestamp: "now", requestId: "a" });
  expect(read.error?.issues[0]?.path).toEqual(["timestamp"]);
});

test("schemas leave control of the devnet out", () => {
  expect(Object.keys(schemas).filter((name) => name.startsWith("Dev"))).toEqual([]);
  expect(Object.keys(schemas).length).toBeGreaterThan(40);
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
