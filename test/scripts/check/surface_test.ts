import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeSurface, surfaceFaults } from "../../../scripts/check/surface.ts";
import { ROOT } from "../_temporary_folder.ts";

const ENTRIES = [
  { key: ".", entryPoint: "mod.ts" },
  { key: "./a", entryPoint: "a/mod.ts" },
];

const FILES = {
  "mod.ts": `/** Doc. */\nexport * from "./a/mod.ts";\n`,
  "a/mod.ts": `export * from "./make.ts";\nexport { type Inner as Shown } from "./types.ts";\n`,
  "a/make.ts": `export function make(): void {}\nconst secret = 5;\n`,
  "a/types.ts": `export interface Inner { a: string; }\nexport type Never = 5;\n`,
};

function surfaceOf(files: Readonly<Record<string, string>>): string {
  return describeSurface((file) => files[file] ?? "", ENTRIES);
}

test("the surface lists the names of each entry, and where each is declared", () => {
  expect(surfaceOf(FILES).split("\n").slice(3)).toEqual([
    ".",
    "  Shown = Inner (a/types)",
    "  make (a/make)",
    "",
    "./a",
    "  Shown = Inner (a/types)",
    "  make (a/make)",
    "",
  ]);
});

test("a name that programs can import no longer differs, and so does a new one", () => {
  const change = (find: string, put: string): string[] => {
    const text = FILES["a/make.ts"];
    expect(text).toContain(find);
    const changed = { ...FILES, "a/make.ts": text.replace(find, put) };
    return surfaceFaults(surfaceOf(FILES), surfaceOf(changed));
  };
  expect(change("function make", "function made")).toEqual([
    "surface.txt: the public surface differs from it:",
    "- make (a/make)",
    "+ made (a/make)",
  ]);
  expect(change("const secret", "export const secret")).toEqual([
    "surface.txt: the public surface differs from it:",
    "+ secret (a/make)",
  ]);
  expect(change("make()", "make(other = 1)")).toEqual([]);
});

test("no two entries of the package export different things under one name", async () => {
  const names = await readFile(join(ROOT, "surface.txt"), "utf8");
  const origins = new Map<string, Set<string>>();
  for (const [, name = "", origin = ""] of names.matchAll(/^ {2}(\w+) (?:= \w+ )?\((\S+)\)$/gm))
    origins.set(name, (origins.get(name) ?? new Set()).add(origin));
  expect(origins.size).toBeGreaterThan(300);
  expect([...origins].filter(([, places]) => places.size > 1).map(([name]) => name)).toEqual([]);
});
