import { cp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bundle, bundleEntry, bundleFaults } from "../../../scripts/check/bundles.ts";
import { denoJsonFaults } from "../../../scripts/check/deno.ts";
import { type Entry, readEntries } from "../../../scripts/check/entries.ts";
import { folderInRepository, ROOT } from "../_temporary_folder.ts";

let copy: string;
let units: Entry;

beforeAll(async () => {
  copy = await folderInRepository();
  await mkdir(join(copy, "src"));
  for (const name of ["units"])
    await cp(join(ROOT, "src", name), join(copy, "src", name), { recursive: true });
  await cp(join(ROOT, "package.json"), join(copy, "package.json"));
  await cp(join(ROOT, "deno.json"), join(copy, "deno.json"));
  await symlink(join(ROOT, "node_modules"), join(copy, "node_modules"));
  const entry = (await readEntries(ROOT)).find(({ key }) => key === "./units");
  if (!entry) throw new Error("No entry ./units");
  units = entry;
});

afterAll(async () => {
  await rm(copy, { recursive: true, force: true });
});

test("entries that reach Node's modules do not run anywhere, the others do", async () => {
  const entries = await readEntries(ROOT);
  const anywhere = entries.filter((entry) => entry.anywhere).map(({ key }) => key);
  expect(anywhere).toEqual(expect.arrayContaining([".", "./devnet", "./rest", "./units"]));
  expect(anywhere).not.toContain("./service");
  expect(units.reach).toEqual(["units"]);
});

test("a bundle within its budget that holds its own module alone is in order", async () => {
  const bundle = await bundleEntry(copy, units);
  expect(bundle.files).toContain("units/amount.ts");
  expect(bundle.size).toBeGreaterThan(500);
  expect(bundleFaults([bundle], { "./units": bundle.size })).toEqual([]);
});

test("a bundle above its budget, or without one, is reported; so is a budget without a bundle", async () => {
  const bundle = await bundleEntry(copy, units);
  const { size } = bundle;
  expect(bundleFaults([bundle], { "./units": size - 1 })).toEqual([
    expect.stringMatching(
      new RegExp(
        `^\\./units: has ${size} bytes with gzip, the budget is ${size - 1}\\. .*raise the row`,
      ),
    ),
  ]);
  expect(bundleFaults([bundle], { "./gone": 5 })).toEqual([
    `./units: has no size budget; it has ${size} bytes`,
    "./gone: has a size budget, but is not an entry for every runtime",
  ]);
});

test("a forbidden import of a bundle is reported: Node's modules, another module, code run from a string", async () => {
  const faults = async (line: string): Promise<string[]> =>
    bundleFaults([await unitsWith(line)], { "./units": 1e6 });
  expect(
    await faults('import { readFileSync } from "node:fs"; export const a = readFileSync;'),
  ).toEqual([expect.stringMatching(/^\.\/units: imports "node:fs" in .*units\/mod\.ts$/)]);
  await mkdir(join(copy, "src/errors"), { recursive: true });
  await writeFile(join(copy, "src/errors/mod.ts"), "export const error = 5;\n");
  expect(await faults('export * from "../errors/mod.ts";')).toEqual([
    "./units: bundles src/errors/mod.ts, which the import rules forbid",
  ]);
  for (const code of ['new Function("a", "b")', 'eval("5")', '(0, eval)("5")', 'Function("a")()']) {
    expect(await faults(`export const a = () => ${code};`), code).toEqual([
      expect.stringContaining("./units: runs text as code"),
    ]);
  }
  expect(await faults("export const a = (b: object) => b instanceof Function;")).toEqual([]);
});

test("deno.json says what package.json says", async () => {
  expect(await denoJsonFaults(ROOT)).toEqual([]);
  const text = await readFile(join(copy, "deno.json"), "utf8");
  await writeFile(
    join(copy, "deno.json"),
    text.replace(/"version": "[^"]*"/, '"version": "9.9.9"').replace('"./units"', '"./unit"'),
  );
  expect((await denoJsonFaults(copy)).map((fault) => fault.split(" differs")[0])).toEqual([
    'deno.json: "version"',
    'deno.json: "exports"',
  ]);
});

async function unitsWith(line: string): Promise<Bundle> {
  const entryPoint = join(copy, "src/units/mod.ts");
  const text = await readFile(entryPoint, "utf8");
  await writeFile(entryPoint, `${text}\n${line}\n`);
  try {
    return await bundleEntry(copy, units);
  } finally {
    await writeFile(entryPoint, text);
  }
}
