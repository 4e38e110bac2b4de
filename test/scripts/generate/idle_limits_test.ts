import { expect, test } from "vitest";
import { idleLimits } from "../../../scripts/generate/_write_generated.ts";
import { type Problem, SpecFile } from "../../../scripts/specs/spec_file.ts";
import { loadSpecs } from "../../../scripts/specs/specs.ts";
import { ROOT } from "../_temporary_folder.ts";
import { lineOf } from "../specs/_small_specs.ts";

test("a limit that neither code nor an operation names is reported", async () => {
  const { openapi, openrpc } = await loadSpecs(ROOT);
  const names = [...Object.keys(openapi.value["x-limits"] ?? {}), "jsonDepth"];
  const others = Object.keys(openrpc.value["x-limits"] ?? {}).filter(
    (name) => name !== "jsonDepth",
  );
  const text = openrpc.text.replaceAll("jsonDepth", "levels");
  const specs = { openapi, openrpc: new SpecFile(openrpc.file, text) };
  const problems = (...uses: string[]): Problem[] => {
    const code = [...names, ...others, ...uses].map((name) => `use(LIMITS.${name});`);
    return idleLimits(specs, new Map([["src/handler.ts", code.join("\n")]]));
  };
  expect(problems("levels")).toEqual([]);
  expect(problems("levelsOther")).toEqual([
    {
      file: "openrpc.json",
      line: lineOf(specs.openrpc.text, '"levels": {'),
      message: "no code and no operation uses the limit levels",
      fix: "First use LIMITS.levels in src where it applies, or remove the row.",
    },
  ]);
  expect(idleLimits(specs, new Map())).toEqual([]);
});
