import { buildSync } from "esbuild";
import { expect, test } from "vitest";
import { ROOT } from "../_temporary_folder.ts";

const PROGRAM = `
  import { createRestOf, getBlock } from "./src/rest/mod.ts";
  console.log(createRestOf("delta", endpoints, transport, { getBlock }));`;

test("a program that names one operation holds no other, nor its checks", () => {
  const { outputFiles } = buildSync({
    stdin: { contents: PROGRAM, resolveDir: ROOT },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
  });
  const text = outputFiles[0]?.text ?? "";
  expect(text).toContain("/blocks/{identifier}");
  expect(text).toContain("stateRoot");
  expect(text).not.toContain("/validators");
  expect(text).not.toContain("delegatedStake");
});
