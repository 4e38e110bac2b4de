import { readdirSync, rmSync } from "node:fs";
import { mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { replaceTree, staleFiles } from "../../scripts/tree.ts";
import { temporaryFolder } from "./_temporary_folder.ts";

test("a folder is replaced whole, and other files in it are removed", async () => {
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

test("a folder that holds the files already is not touched", async () => {
  const folder = await oldFolder();
  const before = await stat(folder);
  const files = new Map([
    ["old.ts", "old"],
    ["deep/old.ts", "old"],
  ]);
  await replaceTree(folder, files);
  expect((await stat(folder)).ino).toBe(before.ino);
  expect(siblings(folder)).toEqual([]);
  await replaceTree(folder, files.set("old.ts", "new"));
  expect((await stat(folder)).ino).not.toBe(before.ino);
});

test("other content of a folder is replaced by the files", async () => {
  const folder = await oldFolder();
  await mkdir(join(folder, "empty"));
  await symlink("nowhere", join(folder, "link"));
  const files = new Map([
    ["deep", "a file now"],
    ["old.ts/below.ts", "in a folder now"],
  ]);
  await replaceTree(folder, files);
  expect((await readdir(folder)).toSorted()).toEqual(["deep", "old.ts"]);
  expect(await staleFiles(folder, files)).toEqual([]);
});

test("a missing folder is created, with its parents", async () => {
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

test("a failure to move the new folder in place puts the old one back", async () => {
  const folder = await oldFolder();
  const files = new Map([["new.ts", "new"]]);
  // The new folder is taken away after its last file was written, when only the moves are left.
  files[Symbol.iterator] = function* () {
    yield* files.entries();
    for (const name of siblings(folder)) rmSync(join(dirname(folder), name), { recursive: true });
    return undefined;
  };
  await expect(replaceTree(folder, files)).rejects.toThrow(/ENOENT/);
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

test("concurrent runs each put all their files in place", async () => {
  const folder = await oldFolder();
  const trees = Array.from(
    { length: 20 },
    (_, run) => new Map(["a.ts", "b/c.ts"].map((path) => [path, `of run ${run}`])),
  );
  await Promise.all(trees.map((files) => replaceTree(folder, files)));
  const text = await readFile(join(folder, "a.ts"), "utf8");
  expect(text).toMatch(/^of run \d+$/);
  expect(
    await staleFiles(
      folder,
      new Map([
        ["a.ts", text],
        ["b/c.ts", text],
      ]),
    ),
  ).toEqual([]);
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
