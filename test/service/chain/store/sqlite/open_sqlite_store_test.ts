import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { afterAll, describe, expect, onTestFinished, test } from "vitest";

import type { ProducedBlock } from "../../../../../src/service/chain/ledger/mod.ts";
import { openSqliteStore } from "../../../../../src/service/chain/store/mod.ts";
import { prepareStore } from "../../../../../src/service/chain/store/sqlite/open_sqlite_store.ts";
import { digestOf, hashOf, makeBlock, RENDER, treeAfter } from "../_blocks.ts";
import { testStore } from "../_conformance.ts";
import { testFaults } from "../_faults_conformance.ts";
import { copyStore } from "../_copy_store.ts";

const STORE = import.meta.resolve("../../../../../src/service/chain/store/mod.ts");

const folder = mkdtempSync(join(tmpdir(), "store-"));
let files = 0;

afterAll(() => rmSync(folder, { recursive: true }));

function freshPath(): string {
  return join(folder, `${files++}.sqlite`);
}

/** Copies the files of a store as they are at this moment, which is what a killed process leaves. */
function crash(path: string): string {
  const copy = freshPath();
  copyStore(path, copy);
  return copy;
}

/** Every row of every table, for comparing two files. */
function dump(path: string): Record<string, unknown[]> {
  const database = new DatabaseSync(path);
  const tables = ["block", "tx", "name", "entry", "state", "tree_node", "pending"];
  const rows = tables.map((table) => [table, database.prepare(`SELECT * FROM ${table}`).all()]);
  database.close();
  return Object.fromEntries(rows) as Record<string, unknown[]>;
}

/** Does `act` without the rights of root, whom no folder refuses. */
function asPlainUser(act: () => void): void {
  if (process.geteuid?.() !== 0) return act();
  process.seteuid?.(65_534);
  try {
    act();
  } finally {
    process.seteuid?.(0);
  }
}

testStore("a SQLite store in memory", async () => openSqliteStore({ render: RENDER }));
testStore("a SQLite store in a file", async () =>
  openSqliteStore({ path: freshPath(), render: RENDER }),
);

testFaults(async () => {
  const database = new DatabaseSync(":memory:");
  const run = async (script: string): Promise<void> => database.exec(script.replaceAll("{}.", ""));
  return { store: prepareStore(database, { render: RENDER }), run };
});

describe("openSqliteStore()", () => {
  test("comes up at the last block that was applied, pending transactions included", async () => {
    const path = join(folder, "made", "for", "it.sqlite");
    const genesis = makeBlock(undefined, []);
    const first = makeBlock(
      genesis,
      [{ from: "dx1a", to: "dx1b" }],
      [{ key: "supply", value: "7" }],
    );
    const pending = { hash: hashOf("pending"), raw: Uint8Array.of(1, 2, 3) };
    const store = openSqliteStore({ path, render: RENDER });
    await store.apply([genesis, first]);
    await store.putPending([pending]);
    await store.close();
    const again = openSqliteStore({ path, render: RENDER });
    expect((await again.head())?.block).toEqual(first.block);
    expect((await again.readState(["supply"])).values.get("supply")).toBe("7");
    expect(await again.listPending()).toEqual([pending]);
    await again.close();
  });

  test("leaves no trace in any table of what was truncated", async () => {
    const paths = [freshPath(), freshPath()] as const;
    const genesis = makeBlock(
      undefined,
      [{ from: "dx1a", to: "dx1b" }],
      [{ key: "a", value: "1" }],
    );
    const dropped = makeBlock(
      genesis,
      [{ from: "dx1x", to: "dx1a", type: "vote" }],
      [
        { key: "a", value: "2" },
        { key: "b", value: "2" },
      ],
    );
    const kept = makeBlock(
      genesis,
      [{ from: "dx1b", to: "dx1y" }],
      [{ key: "c", value: "3" }],
      "kept",
    );
    const [straight, bent] = paths.map((path) => openSqliteStore({ path, render: RENDER }));
    if (!straight || !bent) throw new Error("Two stores were opened");
    await straight.apply([genesis, kept]);
    await bent.apply([genesis, dropped]);
    await bent.truncate(0);
    await bent.apply([kept]);
    await Promise.all([straight.close(), bent.close()]);
    expect(dump(paths[1])).toEqual(dump(paths[0]));
    expect(dump(paths[0])["name"]).toHaveLength(4);
  });

  test("has the state tree of the head after a crash, also after one that follows a truncation", async () => {
    const keys = Array.from({ length: 12_000 }, (_, index) => String(index));
    let head: ProducedBlock | undefined;
    const blocks = [keys, keys, keys.slice(0, 500), keys.slice(200, 400)].map((some, height) => {
      const value = height === 3 ? undefined : String(height);
      const changes = some.map((key) => ({ key, value }));
      return (head = makeBlock(head, [], changes));
    });
    const paths = [...treeAfter(blocks[1]).keys()];
    let path = freshPath();
    let store = openSqliteStore({ path, render: RENDER });
    for (const block of blocks) await store.apply([block]);
    for (const height of [3, 2, 1, 0]) {
      await store.truncate(height);
      path = crash(path);
      await store.close();
      store = openSqliteStore({ path, render: RENDER });
      const nodes = await store.readTreeNodes(paths);
      expect(digestOf(nodes)).toBe(digestOf(treeAfter(blocks[height])));
    }
    await store.close();
  });

  test("has the state tree as it was when a write fails half-way", async () => {
    const genesis = makeBlock(undefined, [], [{ key: "a", value: "1" }]);
    const first = makeBlock(genesis, [], [{ key: "a", value: "2" }]);
    const store = openSqliteStore({ render: RENDER });
    await store.apply([genesis]);
    const treeNodes = [
      { path: "", text: "00" },
      { path: null as never, text: "00" },
    ];
    await expect(store.apply([{ ...first, treeNodes }])).rejects.toThrow("tree_node.path");
    expect(await store.readTreeNodes([""])).toEqual(treeAfter(genesis));
    await store.apply([first]);
    expect(await store.readTreeNodes([""])).toEqual(treeAfter(first));
    await store.close();
  });

  test("names the path of a file that is no database", () => {
    const path = freshPath();
    writeFileSync(path, "certainly not a database, but long enough to look like one".repeat(20));
    expect(() => openSqliteStore({ path, render: RENDER })).toThrow(
      `Cannot open store at ${path}: file is not a database`,
    );
  });

  test("says of a damaged file what to do", async () => {
    const path = freshPath();
    await openSqliteStore({ path, render: RENDER }).close();
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(0xff, 100, 4_096));
    expect(() => openSqliteStore({ path, render: RENDER })).toThrow(
      `Cannot open store at ${path}: database disk image is malformed; the file is damaged: move it away and put a backup in its place, or use another folder`,
    );
  });

  test("refuses a database of something else and one of another schema version, which stays as it is", () => {
    const other = freshPath();
    const database = new DatabaseSync(other);
    database.exec("CREATE TABLE notes (text TEXT)");
    database.close();
    expect(() => openSqliteStore({ path: other, render: RENDER })).toThrow(
      "it holds the database of another program",
    );
    for (const version of [5, 99]) {
      const path = freshPath();
      const another = new DatabaseSync(path);
      another.exec(`CREATE TABLE block (height INTEGER); PRAGMA user_version = ${version}`);
      another.close();
      expect(() => openSqliteStore({ path, render: RENDER })).toThrow(
        `Cannot open store at ${path}: it has schema version ${version}, this release reads 9; use the release that wrote it`,
      );
      const left = new DatabaseSync(path);
      expect(left.prepare("SELECT name FROM sqlite_schema").all()).toEqual([{ name: "block" }]);
      left.close();
    }
  });

  test("names the path of a folder that cannot be used", () => {
    const blocked = join(folder, "blocked");
    writeFileSync(blocked, "a file stands where the folder should be");
    const path = join(blocked, "x.sqlite");
    expect(() => openSqliteStore({ path, render: RENDER })).toThrow(`Cannot open store at ${path}`);
    const taken = join(folder, "folder.sqlite");
    mkdirSync(taken);
    expect(() => openSqliteStore({ path: taken, render: RENDER })).toThrow(
      `Cannot open store at ${taken}`,
    );
  });

  test("names the path of a folder that may not be written", () => {
    const locked = mkdtempSync(join(tmpdir(), "locked-"));
    onTestFinished(() => rmSync(locked, { recursive: true }));
    chmodSync(locked, 0o555);
    const path = join(locked, "x.sqlite");
    asPlainUser(() =>
      expect(() => openSqliteStore({ path, render: RENDER })).toThrow(
        `Cannot open store at ${path}`,
      ),
    );
  });

  test("names a folder that may only be read", async () => {
    const locked = mkdtempSync(join(tmpdir(), "locked-"));
    onTestFinished(() => rmSync(locked, { recursive: true }));
    const path = join(locked, "x.sqlite");
    await openSqliteStore({ path, render: RENDER }).close();
    chmodSync(locked, 0o555);
    // In a process of its own, since it gives the rights of root up for good.
    const program = `import { openSqliteStore } from ${JSON.stringify(STORE)};
      if (process.getuid() === 0) process.setuid(65_534);
      try {
        openSqliteStore({ path: ${JSON.stringify(path)}, create: false });
      } catch ({ message }) {
        console.log(message);
      }`;
    const args = ["--input-type=module", "--eval", program];
    const { stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect(stdout).toBe(
      `Cannot open store at ${path}: EACCES: permission denied, access '${locked}'\n`,
    );
  });
});
