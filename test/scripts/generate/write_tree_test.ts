import { readdirSync } from "node:fs";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import {
  freshFolder,
  moveInPlace,
  replaceTree,
  staleFiles,
} from "../../../scripts/generate/write_tree.ts";
import { temporaryFolder } from "../_temporary_folder.ts";

test("files that are given are written, and others go, with the folders they leave empty", async () => {
  const folder = await oldFolder();
  await replaceTree(
    folder,
    new Map([
      ["new.ts", "new"],
      ["deep/er/new.ts", "deep"],
    ]),
  );
  expect((await readdir(folder, { recursive: true })).toSorted()).toEqual([
    "deep",
    "deep/er",
    "deep/er/new.ts",
    "new.ts",
  ]);
  expect(await readFile(join(folder, "deep/er/new.ts"), "utf8")).toBe("deep");
  expect(siblings(folder)).toEqual([]);
});

test("a file that is as given is not touched", async () => {
  const folder = await oldFolder();
  const before = await stat(join(folder, "old.ts"));
  await replaceTree(
    folder,
    new Map([
      ["old.ts", "old"],
      ["deep/old.ts", "new"],
    ]),
  );
  const after = await stat(join(folder, "old.ts"));
  expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs]);
  expect(await readFile(join(folder, "deep/old.ts"), "utf8")).toBe("new");
});

test("a reader finds every file, old or new, while they are replaced", async () => {
  const folder = await oldFolder();
  const state = { isDone: false };
  const writing = (async () => {
    for (let round = 0; round < 100; round += 1)
      await replaceTree(folder, new Map([["old.ts", `${round}`.repeat(9_000)]]));
    state.isDone = true;
  })();
  while (!state.isDone)
    expect(await readFile(join(folder, "old.ts"), "utf8")).toMatch(/^(old|(\d+)\2*)$/);
  await writing;
});

test("a folder gives way to a file of its name, and a file to a folder", async () => {
  const folder = await oldFolder();
  const files = new Map([
    ["deep", "a file now"],
    ["old.ts/below.ts", "in a folder now"],
  ]);
  await replaceTree(folder, files);
  expect(await staleFiles(folder, files)).toEqual([]);
});

test("a folder that is not there is made, with those above it", async () => {
  const folder = join(await temporaryFolder(), "above/folder");
  await replaceTree(folder, new Map([["new.ts", "new"]]));
  expect(await readdir(folder)).toEqual(["new.ts"]);
});

test("a file that cannot be written leaves the old folder and nothing beside it", async () => {
  const folder = await oldFolder();
  const files = new Map([
    ["first.ts", "written before the one that fails"],
    ["first.ts/below.ts", "a file cannot hold a file"],
  ]);
  await expect(replaceTree(folder, files)).rejects.toThrow(/EEXIST|ENOTDIR/);
  await expectOld(folder);
});

test("a failure to move a new folder in place puts the old one back", async () => {
  const folder = await oldFolder();
  await expect(moveInPlace(`${folder}.nowhere`, folder)).rejects.toThrow(/ENOENT/);
  await expectOld(folder);
});

test("what a killed run left beside the folder long ago is removed, and nothing else", async () => {
  const folder = await oldFolder();
  const parent = dirname(folder);
  const hour = 3_600_000;
  const [ago, lately] = [Date.now() - hour - 1000, Date.now() - hour + 60_000];
  const kept = [
    ...[".folder.new-er", `.folder.new-${lately}-a`, ".folder.newest"],
    ...[`.other.new-${ago}-a`, `folder.new-${ago}-a`],
  ];
  for (const name of [...kept, `.folder.new-${ago}-a`, `.folder.new-${ago}-a.old`])
    await mkdir(join(parent, name, "deep"), { recursive: true });
  await replaceTree(folder, new Map([["new.ts", "new"]]));
  expect(siblings(folder)).toEqual(kept.toSorted());
});

test("runs at the same time leave each file of one of them", async () => {
  const folder = await oldFolder();
  const paths = ["a.ts", "b/c.ts"];
  const trees = Array.from(
    { length: 20 },
    (_, run) => new Map(paths.map((path) => [path, `of run ${run}`])),
  );
  await Promise.all(trees.map((files) => replaceTree(folder, files)));
  for (const path of paths)
    expect(await readFile(join(folder, path), "utf8")).toMatch(/^of run \d+$/);
  expect(await staleFiles(folder, new Map())).toEqual(paths);
  expect(siblings(folder)).toEqual([]);
});

test("folders moved in place at the same time each arrive in whole", async () => {
  const folder = await oldFolder();
  const runs = Array.from({ length: 20 }, (_, run) => run);
  await Promise.all(
    runs.map(async (run) => {
      const fresh = await freshFolder(folder);
      for (const name of ["a.ts", "b.ts"]) await writeFile(join(fresh, name), `of run ${run}`);
      await moveInPlace(fresh, folder);
    }),
  );
  const text = await readFile(join(folder, "a.ts"), "utf8");
  expect(text).toMatch(/^of run \d+$/);
  expect(await readFile(join(folder, "b.ts"), "utf8")).toBe(text);
  expect(siblings(folder)).toEqual([]);
});

test("stale files are those that differ, are missing or are left over", async () => {
  const folder = await oldFolder();
  const files = new Map([
    ["old.ts", "old"],
    ["deep/old.ts", "old"],
  ]);
  expect(await staleFiles(folder, files)).toEqual([]);
  expect(await staleFiles(`${folder}/`, files)).toEqual([]);
  expect(await staleFiles(folder, new Map([...files, ["old.ts", "new"]]))).toEqual(["old.ts"]);
  expect(await staleFiles(folder, new Map([...files, ["a.ts", ""]]))).toEqual(["a.ts"]);
  expect(await staleFiles(folder, new Map([["old.ts", "old"]]))).toEqual(["deep/old.ts"]);
  expect(await staleFiles(join(folder, "nowhere"), files)).toEqual(["deep/old.ts", "old.ts"]);
});

async function oldFolder(): Promise<string> {
  const folder = join(await temporaryFolder(), "folder");
  await mkdir(join(folder, "deep"), { recursive: true });
  await writeFile(join(folder, "old.ts"), "old");
  await writeFile(join(folder, "deep/old.ts"), "old");
  return folder;
}

async function expectOld(folder: string): Promise<void> {
  expect((await readdir(folder, { recursive: true })).toSorted()).toEqual([
    "deep",
    "deep/old.ts",
    "old.ts",
  ]);
  expect(siblings(folder)).toEqual([]);
}

function siblings(folder: string): string[] {
  const names = readdirSync(dirname(folder));
  return names.filter((name) => name !== basename(folder)).toSorted();
}
