import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { seeded } from "../fault_proxy.ts";
import { canLosePower, Disk } from "./_disk.ts";

/** Runs statements that have `fs` and `sync(path)`, in the folder of a disk; with `at` they are killed on the way. */
function run(disk: Disk, statements: string, at?: number): void {
  const sync =
    "const sync = (path) => { const fd = fs.openSync(path); fs.fsyncSync(fd); fs.closeSync(fd); };";
  const program = `const fs = require("node:fs"); ${sync} ${statements}`;
  const env = { ...process.env, ...disk.variables(at) };
  const { stderr } = spawnSync(process.execPath, ["-e", program], { cwd: disk.folder, env });
  expect(stderr.toString()).toBe("");
}

/** Content of the files of a folder, by their names. */
function filesIn(folder: string): Record<string, string> {
  const names = readdirSync(folder);
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

/** What a program does in a folder that has a file `old`, and the files that are there after a loss of power. */
const CASES: Readonly<
  Record<string, readonly [statements: string, left: Readonly<Record<string, string>>]>
> = {
  "a file that was synchronised with its folder": [
    `fs.writeFileSync("a", "one"); sync("a"); sync(".")`,
    { old: "before", a: "one" },
  ],
  "no file whose folder was not synchronised": [
    `fs.writeFileSync("a", "one"); sync("a")`,
    { old: "before" },
  ],
  "an empty file whose content was not synchronised": [
    `fs.writeFileSync("a", "one"); sync(".")`,
    { old: "before", a: "" },
  ],
  "the content of the last synchronisation": [
    `fs.writeFileSync("a", "one"); sync("a"); sync("."); fs.appendFileSync("a", " two")`,
    { old: "before", a: "one" },
  ],
  "a renamed file under its old name until the folder is synchronised": [
    `fs.writeFileSync("a", "one"); sync("a"); sync("."); fs.renameSync("a", "old")`,
    { old: "before", a: "one" },
  ],
  "a renamed file under its new name then": [
    `fs.writeFileSync("a", "one"); sync("a"); fs.renameSync("a", "old"); sync(".")`,
    { old: "one" },
  ],
  "a removed file until the folder is synchronised": [`fs.rmSync("old")`, { old: "before" }],
  "no removed file then": [`fs.rmSync("old"); sync(".")`, {}],
  "no content of a file in the next one that takes its number": [
    `fs.writeFileSync("a", "one"); sync("a"); fs.rmSync("a"); fs.writeFileSync("b", "two"); sync(".")`,
    { old: "before", b: "" },
  ],
};

describe.skipIf(!canLosePower)("a disk that lost its power has", () => {
  let disk: Disk;
  beforeAll(() => {
    disk = new Disk();
    const statements = Object.values(CASES).map(([text], index) => {
      mkdirSync(join(disk.folder, `${index}`));
      writeFileSync(join(disk.folder, `${index}`, "old"), "before");
      return `process.chdir("${join(disk.folder, `${index}`)}"); ${text};`;
    });
    disk.synchronise();
    run(disk, statements.join("\n"));
    disk.losePower();
  });
  afterAll(() => disk?.remove());

  test.each(Object.entries(CASES).map(([name, [, left]], index) => ({ name, left, index })))(
    "$name",
    ({ left, index }) => {
      expect(filesIn(join(disk.folder, `${index}`))).toEqual(left);
    },
  );
});

describe.skipIf(!canLosePower)("a disk that loses its power", () => {
  let disk: Disk;
  beforeEach(() => void (disk = new Disk()));
  afterEach(() => disk?.remove());

  test("has a folder and what is in it once both are synchronised, at every further loss", () => {
    run(disk, `fs.mkdirSync("in"); fs.writeFileSync("in/a", "one"); sync("in/a"); sync("in");`);
    disk.losePower();
    expect(readdirSync(disk.folder)).toEqual([]);
    run(
      disk,
      `fs.mkdirSync("in"); fs.writeFileSync("in/a", "one"); ["in/a", "in", "."].map(sync);`,
    );
    disk.losePower();
    disk.losePower();
    expect(filesIn(join(disk.folder, "in"))).toEqual({ a: "one" });
  });

  test("has some pages of what was not synchronised, where a part of that survives", () => {
    const length = 64 * 4096;
    writeFileSync(join(disk.folder, "a"), Buffer.alloc(length, "a"));
    disk.synchronise();
    writeFileSync(join(disk.folder, "a"), Buffer.alloc(length, "b"));
    const random = seeded(1);
    disk.losePower(() => random() < 0.5);
    const text = readFileSync(join(disk.folder, "a"), "utf8");
    const pages = Array.from({ length: 64 }, (_, page) => text[page * 4096]);
    expect(new Set(pages)).toEqual(new Set(["a", "b"]));
  });

  test("kills a program before its synchronisation of a number", () => {
    const writes = ["a", "b"].map(
      (name) => `fs.writeFileSync("${name}", "x"); sync("${name}"); sync(".");`,
    );
    run(disk, writes.join(""), 3);
    disk.losePower();
    expect(readdirSync(disk.folder)).toEqual(["a"]);
  });

  test("has what SQLite has committed, and with synchronous = NORMAL what it has checkpointed", () => {
    const open = (name: string): string =>
      `const ${name} = new DatabaseSync("${name}"); ${name}.exec("PRAGMA journal_mode = WAL");`;
    const write = (name: string): string => `${name}.exec("CREATE TABLE t (n)");`;
    const count = (name: string): string =>
      `${name}.prepare("SELECT count(*) AS n FROM sqlite_schema").get().n`;
    const first = `const { DatabaseSync } = require("node:sqlite");`;
    run(
      disk,
      `${first} ${open("normal")} normal.exec("PRAGMA synchronous = NORMAL"); ${write("normal")}
       ${open("full")} ${write("full")} process.kill(process.pid, "SIGKILL");`,
    );
    disk.losePower();
    run(
      disk,
      `${first} ${open("normal")} ${open("full")}
       fs.writeFileSync("tables", [${count("normal")}, ${count("full")}].join());`,
    );
    expect(readFileSync(join(disk.folder, "tables"), "utf8")).toBe("0,1");
  });
});
