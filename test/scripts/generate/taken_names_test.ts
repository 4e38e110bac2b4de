import { join } from "node:path";
import { expect, test } from "vitest";
import { readSources } from "../../../scripts/generate/sources.ts";
import { takenNames } from "../../../scripts/generate/taken_names.ts";
import { loadSpecs } from "../../../scripts/specs/specs.ts";
import { ROOT } from "../_temporary_folder.ts";
import { lineOf, smallSpecs } from "../specs/_small_specs.ts";

/** Small specs that have a schema of this name. */
function specsWith(name: string): ReturnType<typeof smallSpecs> {
  return smallSpecs({ file: "openapi.yaml", find: "    Tier:\n", put: `    ${name}:\n` });
}

const SOURCES = new Map([
  [
    "src/mod.ts",
    'export * from "./lists/mod.ts";\nexport * from "./errors.ts";\nexport type { Amount } from "./units.ts";\n',
  ],
  [
    "src/lists/mod.ts",
    'export * from "./page.ts";\nexport { type Walk, walk as go } from "./walk.ts";\n',
  ],
  [
    "src/lists/page.ts",
    "export interface Paged {}\nexport abstract class List {}\ninterface Own {}\n",
  ],
  ["src/errors.ts", 'export type { Tier } from "./generated/client/types.gen.ts";\n'],
  ["src/units.ts", "export type Amount = bigint;\nexport type Hex = string;\n"],
]);

test.each(["Paged", "List", "Walk"])(
  "a schema may not be called %s, which the package exports",
  (name) => {
    const specs = specsWith(name);
    expect(takenNames(specs, SOURCES)).toEqual([
      {
        file: "openapi.yaml",
        line: lineOf(specs.openapi.text, `    ${name}:\n`),
        message: `schema ${name} has the name of a package export`,
        fix: "Rename it.",
      },
    ]);
  },
);

test.each(["Own", "Hex", "Amount", "Tier"])("a schema may be called %s", (name) => {
  const specs = ["Amount", "Tier"].includes(name) ? smallSpecs() : specsWith(name);
  expect(takenNames(specs, SOURCES)).toEqual([]);
});

test("the specs of the project take no name of the package", async () => {
  const sources = await readSources(join(ROOT, "src/generated"));
  expect(takenNames(await loadSpecs(ROOT), sources)).toEqual([]);
});
