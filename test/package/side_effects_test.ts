import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { entryNames, installPacked } from "./_install_packed.ts";

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = 60_000;

/** Imports a module and prints what it changed of what is global, beside the two names that zod keeps there. */
const PROBE = `
const owners = ["", "Object", "Array", "String", "Number", "BigInt", "Promise", "Map", "Set", "Error", "Function", "Date"];
const look = () => new Map(owners.flatMap((owner) => {
  const object = owner === "" ? globalThis : globalThis[owner].prototype;
  return Reflect.ownKeys(object).map((key) => [owner + " " + String(key), Object.getOwnPropertyDescriptor(object, key)]);
}));
Object.getOwnPropertyNames(globalThis).forEach((name) => globalThis[name]);
const before = look();
const running = process.getActiveResourcesInfo().length;
const entry = await import(process.argv[2]);
const after = look();
const changed = [...after].filter(([key, { value, get }]) => !Object.is(before.get(key)?.value, value) || before.get(key)?.get !== get);
console.log(JSON.stringify({ exports: Object.keys(entry).length > 0, changed: changed.map(([key]) => key).filter((key) => !key.startsWith(" __zod_")), left: process.getActiveResourcesInfo().slice(running) }));
`;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "alphadelta-effects-"));
  await installPacked(folder);
  await writeFile(join(folder, "probe.mjs"), PROBE);
  await writeFile(
    join(folder, "patch.mjs"),
    "Array.prototype.last = () => 1;\nexport const a = 1;",
  );
}, SLOW);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test("no entry changes anything global or leaves anything running", { timeout: SLOW }, async () => {
  for (const name of await entryNames()) {
    expect({ name, ...(await probe(name)) }).toMatchObject({
      name,
      exports: true,
      changed: [],
      left: [],
    });
  }
});

test("the probe sees a change of a global object", async () => {
  expect(await probe("./patch.mjs")).toMatchObject({ changed: ["Array last"] });
});

async function probe(name: string): Promise<Record<string, unknown>> {
  const { stdout } = await promisify(execFile)(process.execPath, ["probe.mjs", name], {
    cwd: folder,
  });
  return JSON.parse(stdout) as Record<string, unknown>;
}
