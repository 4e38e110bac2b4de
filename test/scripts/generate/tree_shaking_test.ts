import { buildSync } from "esbuild";
import { expect, test } from "vitest";
import { ROOT } from "../_temporary_folder.ts";

const PROGRAM = `
  import { createRestOf, getBlock } from "./src/rest/mod.ts";
  console.log(createRestOf("delta", endpoints, transport, { getBlock }));`;

function bundle(contents: string): string {
  const { outputFiles } = buildSync({
    stdin: { contents, resolveDir: ROOT },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
  });
  return outputFiles[0]?.text ?? "";
}

test("a program that names one operation holds no other, nor its checks", () => {
  const text = bundle(PROGRAM);
  expect(text).toContain("/blocks/{identifier}");
  expect(text).toContain("stateRoot");
  expect(text).not.toContain("/validators");
  expect(text).not.toContain("delegatedStake");
});

test("a client holds no format that the specs do not use", () => {
  const ofTime = "?:z|([+-])";
  expect(bundle('export { isTime } from "./src/zod/mod.ts"')).toContain(ofTime);
  expect(bundle('export * from "./src/mod.ts"')).not.toContain(ofTime);
});
