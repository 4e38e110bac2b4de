import { build } from "esbuild";
import { encode } from "zod/mini";
import { expect, expectTypeOf, test } from "vitest";
import * as schemas from "../../src/schemas/mod.ts";
import { ORIGIN, openTestService } from "../_client.ts";

test("schemas read what the service sends, and give it back", async () => {
  await using service = await openTestService(["delta"]).then((opened) => ({
    ...opened,
    [Symbol.asyncDispose]: () => opened.close(),
  }));
  const response = await service.fetch(`${ORIGIN}/v1/delta/blocks/7`);
  const { data } = (await response.json()) as { data: unknown };
  const block = schemas.Block.parse(data);
  expectTypeOf(block).toEqualTypeOf<schemas.Block>();
  expect(block.number).toBe(7);
  expect(encode(schemas.Block, block)).toEqual(data);
});

test("schemas decode amounts, keep what they do not know and name what is wrong", () => {
  expect(schemas.Amount.parse("1000000000000000001")).toBe(1000000000000000001n);
  const meta = { timestamp: 1, requestId: "a", more: true };
  expect(schemas.Meta.parse(meta)).toEqual(meta);
  const read = schemas.Meta.safeParse({ timestamp: "now", requestId: "a" });
  expect(read.error?.issues[0]?.path).toEqual(["timestamp"]);
});

test("schemas leave control of the devnet out", () => {
  expect(Object.keys(schemas).filter((name) => name.startsWith("Dev"))).toEqual([]);
  expect(Object.keys(schemas).length).toBeGreaterThan(40);
});

test("a program that uses one schema gets no other", async () => {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `import { Hash } from "./src/schemas/mod.ts"; console.log(Hash);`,
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
  const taken = output?.inputs["src/generated/schemas/validators.gen.ts"]?.bytesInOutput;
  expect(taken).toBeLessThan(100);
});
