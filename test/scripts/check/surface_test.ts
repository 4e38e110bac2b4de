import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { Entry } from "../../../scripts/check/entries.ts";
import { describeSurface, surfaceFaults } from "../../../scripts/check/surface.ts";
import { ROOT, temporaryFolder } from "../_temporary_folder.ts";

const ENTRIES = [
  { key: ".", entryPoint: "mod.ts" },
  { key: "./a", entryPoint: "a/mod.ts" },
] as const satisfies readonly Partial<Entry>[];

const FILES = {
  "mod.d.ts": `/** Doc. */\nexport * from "./a/mod.ts";\n`,
  "a/mod.d.ts": `export * from "./make.ts";\nexport { type Inner as Shown } from "./types.ts";\n`,
  "a/make.d.ts": `import type { Hidden } from "./types.ts";\nimport { Made } from "../generated/made.gen.ts";
/** Makes. */
export declare function make(options: Hidden): Made;
declare const secret: 5;
export {};\n`,
  "a/types.d.ts": `export interface Inner { a: string; }\nexport interface Hidden {\n  /** Words. */\n  readonly b?: Inner;\n}\nexport type Never = 5;\n`,
  "generated/made.gen.d.ts": "export type Made = { much: string };\n",
};

test("the surface lists the names of each entry and every declaration behind them, without comments", async () => {
  const text = await surfaceOf(FILES);
  expect(text.split("\n").slice(4)).toEqual([
    ".",
    "  Shown = Inner (a/types)",
    "  make (a/make)",
    "",
    "./a",
    "  Shown = Inner (a/types)",
    "  make (a/make)",
    "",
    "# Declarations",
    "",
    "a/make",
    "  export declare function make(options: Hidden): Made;",
    "",
    "a/types",
    "  export interface Hidden {",
    "      readonly b?: Inner;",
    "  }",
    "  export interface Inner {",
    "      a: string;",
    "  }",
    "",
  ]);
});

test("what changes for programs differs, also behind a name; words and what is generated do not", async () => {
  const before = await surfaceOf(FILES);
  const changed = async (
    file: keyof typeof FILES,
    find: string,
    put: string,
  ): Promise<string[]> => {
    expect(FILES[file]).toContain(find);
    return surfaceFaults(
      before,
      await surfaceOf({ ...FILES, [file]: FILES[file].replace(find, put) }),
    );
  };
  expect(await changed("a/make.d.ts", "options: Hidden", "options?: Hidden")).toEqual([
    "surface.txt: the public surface differs from it:",
    "- export declare function make(options: Hidden): Made;",
    "+ export declare function make(options?: Hidden): Made;",
  ]);
  expect(await changed("a/types.d.ts", "readonly b?", "readonly b")).toHaveLength(3);
  expect(
    await changed("a/make.d.ts", "declare const secret", "export declare const secret"),
  ).not.toEqual([]);
  expect(await changed("a/types.d.ts", "Words.", "Other words.")).toEqual([]);
  expect(await changed("generated/made.gen.d.ts", "much", "little")).toEqual([]);
});

test("the constructor of a class counts only where an entry exports the class as a value", async () => {
  const files = {
    ...FILES,
    "a/made.d.ts": `import type { Inner } from "./types.ts";
export declare class Made {
  constructor(parts: Inner);
  use(): void;
}\n`,
  };
  const withExport = async (line: string): Promise<string> =>
    surfaceOf({ ...files, "mod.d.ts": line, "a/mod.d.ts": "export {};\n" });
  const asType = await withExport(`export type { Made } from "./a/made.ts";\n`);
  expect(asType).toContain("use(): void");
  expect(asType).not.toMatch(/constructor|Inner/);
  expect(await withExport(`export { type Made } from "./a/made.ts";\n`)).toBe(asType);
  expect(await withExport(`export type * from "./a/made.ts";\n`)).toBe(asType);
  expect(await withExport(`export { Made } from "./a/made.ts";\n`)).toMatch(
    /constructor\(parts: Inner\)[^]*interface Inner/,
  );
});

async function surfaceOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder();
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  return describeSurface(folder, ENTRIES as unknown as readonly Entry[]);
}

test("no two entries of the package export different things under one name", async () => {
  const text = await readFile(join(ROOT, "surface.txt"), "utf8");
  const [names = ""] = text.split("# Declarations");
  const origins = new Map<string, Set<string>>();
  for (const [, name = "", origin = ""] of names.matchAll(/^ {2}(\w+) (?:= \w+ )?\((\S+)\)$/gm))
    origins.set(name, (origins.get(name) ?? new Set()).add(origin));
  expect(origins.size).toBeGreaterThan(300);
  expect([...origins].filter(([, places]) => places.size > 1).map(([name]) => name)).toEqual([]);
});
