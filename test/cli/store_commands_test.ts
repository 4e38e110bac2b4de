import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { TABLES } from "../../src/service/chain/store/_tables.ts";
import { migrate } from "../../src/service/internal.ts";
import { createService } from "../../src/service/mod.ts";
import { type Databases, openDatabases } from "../_postgres.ts";
import { IS_WHOLE } from "../_suites.ts";
import { writeChainFile } from "../service/chain/store/_chain_file.ts";
import { type Ended, runCli, type Running } from "./_process.ts";
import { runInProcess } from "./_run_in_process.ts";

let folder: string;
let data: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "chains-"));
  data = join(folder, "data");
  await writeChainFile(join(data, "delta.sqlite"), "delta", 10);
  await writeChainFile(join(data, "alpha.sqlite"), "alpha", 5);
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs a command in this process. */
function run(...args: readonly string[]): Promise<Ended> {
  return runInProcess(args);
}

function copy(from: string, to: string, ...further: readonly string[]): Promise<Ended> {
  return run("copy", "--from", from, "--to", to, ...further);
}

/** A folder with a chain that takes a while to be copied. */
async function longChain(): Promise<string> {
  const long = join(folder, "long");
  if (!existsSync(long)) await writeChainFile(join(long, "delta.sqlite"), "delta", 300);
  return long;
}

/** Every row of every table. */
function rowsOf(path: string): Record<string, unknown[]> {
  const database = new DatabaseSync(path);
  const rows = Object.keys(TABLES).map((name) => [
    name,
    database.prepare(`SELECT * FROM ${name}`).all(),
  ]);
  database.close();
  return Object.fromEntries(rows) as Record<string, unknown[]>;
}

/** Starts a service of delta on a folder, and waits until it answers. */
async function serve(place: string, ...flags: readonly string[]): Promise<Running> {
  const own = ["--port", "0", "--chain", "delta", "--history", "5", "--data", place];
  const running = runCli("serve", ...own, ...flags);
  await running.printed(/up at/);
  return running;
}

async function stop(running: Running): Promise<void> {
  running.kill();
  expect(await running.ended).toMatchObject({ code: 0, stderr: "" });
}

const COPIED =
  /^delta: 14 blocks, \d+ transactions, [1-9]\d* pending; head 0x[0-9a-f]{64}; sound\n$/;
const SOUND = { code: 0, stdout: "delta: sound\n", stderr: "" };

describe("alphadelta copy", () => {
  test("gives another folder every row of every chain, once", async () => {
    const to = join(folder, "further", "copy");
    const { code, stdout, stderr } = await copy(data, to);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^alpha: 9 blocks, .*; sound\ndelta: 14 blocks, .*; sound\n$/);
    for (const name of ["alpha.sqlite", "delta.sqlite"]) {
      const rows = rowsOf(join(to, name));
      expect(rows).toEqual(rowsOf(join(data, name)));
      expect(rows["block"]?.length).toBeGreaterThan(8);
    }
    expect((await readdir(to)).toSorted()).toEqual(
      ["alpha.sqlite", "alphadelta.json", "alphadelta.lock", "delta.sqlite"].toSorted(),
    );
    expect(await copy(data, to)).toEqual({
      code: 1,
      stdout: "",
      stderr: `error: Cannot copy into ${join(to, "alpha.sqlite")}: it must be empty or missing, but it holds blocks up to 8\n`,
    });
  });

  test("takes one chain, and tells programs of it", async () => {
    const to = join(folder, "one");
    const { stdout } = await copy(data, to, "--chain", "alpha", "--json");
    expect(JSON.parse(stdout)).toEqual([
      {
        ...{ segment: "alpha", height: 8, hash: expect.stringMatching(/^0x/), faults: [] },
        ...{ transactions: expect.any(Number), pending: expect.any(Number) },
      },
    ]);
    expect(existsSync(join(to, "delta.sqlite"))).toBe(false);
    expect((await copy(data, to, "--chain", "delta")).stdout).toMatch(COPIED);
  });

  test("copies a chain that a service runs on as of one moment, with cursors that go on", async () => {
    const from = join(folder, "live");
    const running = await serve(from, "--block-time", "0.05");
    const events = (): number => rowsOf(join(from, "delta.sqlite"))["event"]?.length ?? 0;
    await expect.poll(events).toBeGreaterThan(10);
    const to = join(folder, "of_live");
    const { code, stderr } = await copy(from, to);
    expect([code, stderr]).toEqual([0, ""]);
    await stop(running);
    const [older, newer] = [to, from].map((place) => rowsOf(join(place, "delta.sqlite")));
    expect(older?.["epoch"]).toEqual(newer?.["epoch"]);
    expect(older?.["event"]?.length).toBeGreaterThan(5);
    expect(newer?.["event"]).toEqual(expect.arrayContaining(older?.["event"] ?? []));
    await stop(await serve(to));
    expect(await run("check", "--data", to)).toEqual(SOUND);
  });

  test("does not write where a service runs", async () => {
    const to = join(folder, "in_use");
    const running = await serve(to, "--mode", "manual");
    expect(await copy(data, to, "--chain", "alpha")).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^error: Cannot use data folder .*in_use: it is in use by process \d+, since 20.*; stop that process or choose another folder\n$/,
      ),
    });
    expect(existsSync(join(to, "alpha.sqlite"))).toBe(false);
    await stop(running);
  });

  test.runIf(IS_WHOLE)("leaves no chain when it is killed, and can be run again", async () => {
    const from = await longChain();
    const to = join(folder, "killed");
    const first = runCli("copy", "--from", from, "--to", to);
    const target = join(to, "delta.sqlite");
    await expect.poll(() => statSync(target, { throwIfNoEntry: false })?.size).toBeGreaterThan(0);
    expect((await copy(data, to)).stderr).toContain(`${to}: it is in use by process ${first.id}`);
    first.kill("SIGKILL");
    expect(await first.ended).toMatchObject({ code: null, stdout: "" });
    expect(rowsOf(target)["block"]).toEqual([]);
    expect(await copy(from, to)).toMatchObject({ code: 0, stderr: "" });
    expect(rowsOf(target)).toEqual(rowsOf(join(from, "delta.sqlite")));
  });

  test("is not overwritten by the log of a deleted database", async () => {
    const to = join(folder, "stale");
    await mkdir(to);
    const target = join(to, "delta.sqlite");
    const gone = new DatabaseSync(target);
    gone.exec("PRAGMA journal_mode = WAL; CREATE TABLE stray (text TEXT)");
    const log = await readFile(`${target}-wal`);
    gone.close();
    await rm(target);
    await writeFile(`${target}-wal`, log);
    expect((await copy(data, to, "--chain", "delta")).code).toBe(0);
    expect(rowsOf(target)).toEqual(rowsOf(join(data, "delta.sqlite")));
  });

  test("copies no chain with a fault, and tells the faults", async () => {
    const from = join(folder, "faulty");
    await cp(data, from, { recursive: true });
    const database = new DatabaseSync(join(from, "delta.sqlite"));
    database.exec("UPDATE tx SET body = '{}' WHERE seq = 0");
    database.close();
    const to = join(folder, "of_faulty");
    const { code, stdout, stderr } = await runCli("copy", "--from", from, "--to", to).ended;
    expect([code, stderr]).toEqual([1, ""]);
    expect(stdout).toMatch(
      /^alpha: .*; sound\ndelta: Transaction 0x\w+ has a rendered body that differs from its fields\ndelta: not copied: it has the faults above\n$/,
    );
    expect(rowsOf(join(to, "delta.sqlite"))["block"]).toEqual([]);
  });

  test("copies no chain of one segment under the name of another", async () => {
    const from = join(folder, "renamed");
    await mkdir(from);
    await cp(join(data, "delta.sqlite"), join(from, "delta-testnet.sqlite"));
    const ended = await runCli("copy", "--from", from, "--to", join(folder, "of_renamed")).ended;
    expect(ended.stdout).toBe(
      "delta-testnet: The chain is one of delta, not of delta-testnet\ndelta-testnet: not copied: it has the faults above\n",
    );
    expect(ended.code).toBe(1);
  });

  test("says what is wrong with a place", async () => {
    const empty = join(folder, "empty");
    await mkdir(empty);
    expect(await copy(empty, join(folder, "x"))).toMatchObject({
      code: 1,
      stderr: `error: Cannot copy from ${empty}: it has no chain\n`,
    });
    const missing = join(folder, "missing");
    expect((await copy(missing, join(folder, "x"))).stderr).toBe(
      `error: Cannot copy from ${missing}: there is no such folder\n`,
    );
    expect((await copy(data, join(folder, "x"), "--chain", "delta-testnet")).stderr).toMatch(
      /^error: Cannot open store at .*delta-testnet\.sqlite: there is no such file\n$/,
    );
    expect(existsSync(join(folder, "x"))).toBe(false);
    expect(await copy(data, data)).toMatchObject({ code: 1 });
    const none = await run("copy", "--from", data);
    expect([none.code, none.stderr]).toEqual([
      2,
      'error: Missing --to: use "alphadelta copy --from <place> --to <place>".\n',
    ]);
    const url = await copy(data, "mysql://host/name");
    expect([url.code, url.stderr]).toEqual([
      2,
      "error: Cannot use --to: expected a URL such as postgres://host/.\n",
    ]);
  });
});

describe("alphadelta backup", () => {
  test("writes chains and keys while a service runs, which go on from there", async () => {
    const place = join(folder, "served");
    const running = await serve(place, "--block-time", "0.05");
    const events = (): number => rowsOf(join(place, "delta.sqlite"))["event"]?.length ?? 0;
    await expect.poll(events).toBeGreaterThan(10);
    const order = ["--email", "ann@example.org", "--data", place];
    expect((await run("key", "issue", ...order)).code).toBe(0);
    expect(await run("check", "--data", place)).toEqual(SOUND);
    const to = join(folder, "backup");
    expect(await run("backup", "--data", place, "--to", to)).toEqual({
      code: 0,
      stdout: `Wrote ${join(to, "delta.sqlite")}.\nWrote ${join(to, "keys.sqlite")}.\n`,
      stderr: "",
    });
    await stop(running);
    expect((await readdir(to)).toSorted()).toEqual(["delta.sqlite", "keys.sqlite"]);
    expect(statSync(join(to, "keys.sqlite")).mode & 0o777).toBe(0o600);
    expect(await run("check", "--data", to)).toEqual(SOUND);
    const [older, newer] = [to, place].map((one) => rowsOf(join(one, "delta.sqlite")));
    expect(older?.["epoch"]).toEqual(newer?.["epoch"]);
    expect(newer?.["event"]).toEqual(expect.arrayContaining(older?.["event"] ?? []));
    await stop(await serve(to));
    expect((await run("key", "list", "--data", to)).stdout).toContain("ann@example.org");
  });

  test("has what a killed service had answered", async () => {
    const place = join(folder, "cut_off");
    const running = await serve(place, "--block-time", "0.05");
    running.kill("SIGKILL");
    await running.ended;
    expect(existsSync(join(place, "delta.sqlite-wal"))).toBe(true);
    const to = join(folder, "of_cut_off");
    const { stdout } = await run("backup", "--data", place, "--to", to, "--json");
    expect(JSON.parse(stdout)).toEqual({ to, files: ["delta.sqlite", "keys.sqlite"] });
    expect(rowsOf(join(to, "delta.sqlite"))).toEqual(rowsOf(join(place, "delta.sqlite")));
  });

  test("replaces no file, and leaves none that is a part", async () => {
    const to = join(folder, "kept");
    await mkdir(to);
    await writeFile(join(to, "alpha.sqlite.part"), "left by a backup that was killed");
    expect((await run("backup", "--data", data, "--to", to)).code).toBe(0);
    expect((await readdir(to)).toSorted()).toEqual(["alpha.sqlite", "delta.sqlite"]);
    rmSync(join(to, "alpha.sqlite"));
    const before = await readFile(join(to, "delta.sqlite"));
    expect(await run("backup", "--data", data, "--to", to)).toEqual({
      code: 1,
      stdout: "",
      stderr: `error: Cannot back up into ${to}: it has a file delta.sqlite; choose another folder\n`,
    });
    expect(await readdir(to)).toEqual(["delta.sqlite"]);
    expect(await readFile(join(to, "delta.sqlite"))).toEqual(before);
  });

  test("says what is wrong with a folder", async () => {
    const none = join(folder, "none");
    expect(await run("backup", "--data", none, "--to", join(folder, "y"))).toMatchObject({
      code: 1,
      stderr: `error: Cannot back up ${none}: it has no chain and no keys\n`,
    });
    const cut = join(folder, "cut");
    await mkdir(cut);
    await writeFile(
      join(cut, "delta.sqlite"),
      (await readFile(join(data, "delta.sqlite"))).fill(0xff, 4_096),
    );
    const { code, stderr } = await run("backup", "--data", cut, "--to", join(folder, "z"));
    expect(stderr).toMatch(
      /^error: Cannot open file at .*: database disk image is malformed; the file is damaged/,
    );
    expect(code).toBe(1);
    expect(await readdir(join(folder, "z"))).toEqual([]);
    expect((await run("backup", "--data", data)).code).toBe(2);
  });
});

describe("alphadelta check", () => {
  test("finds every persisted chain sound, or the one that is named", async () => {
    const all = await run("check", "--data", data);
    expect(all).toEqual({ code: 0, stdout: "alpha: sound\ndelta: sound\n", stderr: "" });
    const one = await run("check", "--data", data, "--chain", "alpha");
    expect(one).toEqual({ code: 0, stdout: "alpha: sound\n", stderr: "" });
  });

  test("changes nothing, not even the kind of journal of a backup", async () => {
    const to = join(folder, "unchanged");
    await run("backup", "--data", data, "--to", to);
    const before = await readFile(join(to, "delta.sqlite"));
    expect((await run("check", "--data", to)).code).toBe(0);
    expect(await readFile(join(to, "delta.sqlite"))).toEqual(before);
    expect((await readdir(to)).toSorted()).toEqual(["alpha.sqlite", "delta.sqlite"]);
  });

  test("finds no chain in an empty file, and leaves it empty", async () => {
    const empty = join(folder, "emptied");
    await mkdir(empty);
    const file = join(empty, "delta.sqlite");
    await writeFile(file, "");
    const { code, stderr } = await run("check", "--data", empty);
    expect(stderr).toBe(
      `error: Cannot open store at ${file}: it is empty: put a backup in its place\n`,
    );
    expect(code).toBe(1);
    expect(await readFile(file, "utf8")).toBe("");
  });

  test("refuses a file of another version, and says what to do", async () => {
    const other = join(folder, "versions");
    await cp(data, other, { recursive: true });
    const database = new DatabaseSync(join(other, "delta.sqlite"));
    database.exec("PRAGMA user_version = 99");
    database.close();
    const { stderr } = await run("check", "--data", other, "--chain", "delta");
    expect(stderr).toMatch(
      /: it has schema version 99, this release reads \d+; use the release that wrote it\n$/,
    );
  });

  test("prints a line for each fault and exits with 1", async () => {
    const broken = join(folder, "broken");
    const path = join(broken, "delta.sqlite");
    await cp(join(data, "delta.sqlite"), path);
    const database = new DatabaseSync(path);
    database.exec("UPDATE tx SET value = '1' WHERE seq IN (0, 1)");
    database.close();
    const { code, stdout, stderr } = await runCli("check", "--data", broken).ended;
    expect(stderr).toBe("");
    expect(stdout.trimEnd().split("\n")).toHaveLength(4);
    expect(stdout).toMatch(/^(delta: Transaction 0x.*\n){4}$/);
    expect(code).toBe(1);
  });

  test("names the file that keeps the service from starting", async () => {
    const broken = join(folder, "end");
    const path = join(broken, "delta.sqlite");
    await cp(join(data, "delta.sqlite"), path);
    const database = new DatabaseSync(path);
    database.exec("UPDATE block SET timestamp = timestamp + 1 WHERE height = 13");
    database.close();
    const flags = ["--port", "0", "--chain", "delta", "--data", broken];
    const ended = await run("serve", ...flags);
    expect(ended.stderr).toMatch(/^error: Cannot open store at .*: it is inconsistent: .*\n$/);
    expect(ended.stderr).toContain(path);
    expect(ended.code).toBe(1);
    const { stdout, code } = await runCli("check", "--data", broken).ended;
    expect(stdout).toMatch(/^(delta: .*\n)*delta: Block 13: hash is 0x.*\n(delta: .*\n)*$/);
    expect(code).toBe(1);
  });

  test("refuses a folder without chains, a missing segment and an unknown one", async () => {
    const none = await run("check", "--data", folder);
    expect(none).toMatchObject({
      code: 1,
      stderr: `error: Cannot check ${folder}: it has no chain\n`,
    });
    const missing = await run("check", "--data", data, "--chain", "delta-testnet");
    expect(missing.stderr).toContain("delta-testnet.sqlite: there is no such file");
    const wrong = await run("check", "--data", data, "--chain", "gamma");
    expect(wrong.stderr).toContain(
      "must be one of alpha, alpha-testnet, delta, delta-testnet, got",
    );
  });

  test("one place is named, not two and not none", async () => {
    const both = await run("check", "--data", data, "--store", "postgres://host/");
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining("cannot be used with")]);
    const none = await run("check");
    expect([none.code, none.stderr]).toEqual([
      2,
      "error: Missing place: use --data <folder> or --store <url>.\n",
    ]);
  });
});

describe("the lock of a data folder", () => {
  test("is free once the process has ended in whatever way, whose name is then not told", async () => {
    const used = join(folder, "noted");
    const running = await serve(used);
    running.kill("SIGKILL");
    await running.ended;
    const other = new DatabaseSync(join(used, "alphadelta.lock"));
    other.exec("BEGIN EXCLUSIVE");
    const refused = await run("serve", "--port", "0", "--chain", "delta", "--data", used);
    other.close();
    expect(refused.stderr).toBe(
      `error: Cannot use data folder ${used}: it is in use by another process; stop that process or choose another folder\n`,
    );
    await stop(await serve(used));
  });

  test.runIf(IS_WHOLE)("is of one folder for all its chains", async () => {
    const used = join(folder, "shared");
    const running = await serve(used);
    const refused = await run("serve", "--port", "0", "--chain", "alpha", "--data", used);
    expect(refused.stderr).toContain(`it is in use by process ${running.id}, since 20`);
    const moved = `${used}_moved`;
    await stop(running);
    renameSync(used, moved);
    await stop(await serve(moved));
  });
});

describe("copy and check with a database", () => {
  let postgres: Databases;
  let store: string;
  beforeAll(async () => {
    postgres = await openDatabases();
    store = postgres.url("chains");
    await migrate({ store, segments: ["delta"] });
  });

  test("a faulty chain is not copied, and leaves the tables as they were", async () => {
    const from = join(folder, "faulty_for_store");
    await cp(data, from, { recursive: true });
    const database = new DatabaseSync(join(from, "delta.sqlite"));
    database.exec("UPDATE block SET gas_used = '1' WHERE height = 3");
    database.close();
    const args = ["copy", "--from", from, "--to", store, "--chain", "delta"];
    const { code, stdout } = await runCli(...args).ended;
    expect(stdout).toMatch(/^delta: Block 3: gasUsed is 1, expected .*\n/m);
    expect(code).toBe(1);
    expect(await postgres.sql("chains", "SELECT count(*) FROM delta.epoch")).toBe("1");
    expect((await copy(store, join(folder, "none_there"))).stderr).toBe(
      "error: Cannot copy from the database: it has no such chain\n",
    );
  });

  test.runIf(IS_WHOLE)("a copy that is killed leaves nothing", async () => {
    const copying = runCli("copy", "--from", await longChain(), "--to", store);
    const busy =
      "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'INSERT INTO \"delta\".%'";
    await expect.poll(async () => Number(await postgres.sql("chains", busy))).toBeGreaterThan(0);
    copying.kill("SIGKILL");
    await copying.ended;
    expect(await postgres.sql("chains", "SELECT count(*) FROM delta.block")).toBe("0");
  });

  test("a chain is the same in a database and back in a folder, with its events", async () => {
    // The lease of a copy that was killed runs out.
    await expect
      .poll(async () => (await copy(data, store, "--chain", "delta")).stdout, {
        timeout: 10_000,
      })
      .toMatch(COPIED);
    expect(await run("check", "--store", store)).toEqual(SOUND);
    const back = join(folder, "back");
    expect((await copy(store, back)).stdout).toMatch(COPIED);
    const [there, here] = [back, data].map((place) => rowsOf(join(place, "delta.sqlite")));
    // The database counts these up by itself.
    for (const row of [...(there?.["pending"] ?? []), ...(here?.["pending"] ?? [])])
      delete (row as { seq?: number }).seq;
    expect(there).toEqual(here);
    expect(here?.["pending"]?.length).toBeGreaterThan(0);
    expect(await copy(data, store, "--chain", "delta")).toMatchObject({
      code: 1,
      stderr:
        "error: Cannot copy into delta of the database: it must be empty or missing, but it holds blocks up to 13\n",
    });
  });

  test.runIf(IS_WHOLE)(
    "a service goes on from a copy, pending transactions and cursors included",
    async () => {
      const other = postgres.url("goes_on");
      await migrate({ store: other, segments: ["delta"] });
      const from = join(folder, "goes_on");
      await stop(await serve(from, "--mode", "manual"));
      expect((await copy(from, other)).code).toBe(0);
      const epochs = rowsOf(join(from, "delta.sqlite"))["epoch"] as { readonly name: string }[];
      const service = await createService({ store: other, segments: ["delta"], mode: "manual" });
      await service.produceBlock("delta");
      await service.close();
      const names = await postgres.sql("goes_on", "SELECT name FROM delta.epoch ORDER BY id");
      expect(names.split("\n").slice(0, epochs.length)).toEqual(epochs.map(({ name }) => name));
      const again = postgres.url("from_database");
      await migrate({ store: again, segments: ["delta"] });
      expect(await copy(other, again)).toMatchObject({ code: 0, stderr: "" });
      expect(await run("check", "--store", again)).toEqual(SOUND);
    },
  );

  test("a chain that grows is read as of one moment, and nothing is copied into it", async () => {
    const live = postgres.url("live");
    await migrate({ store: live, segments: ["delta"] });
    const options = { store: live, segments: ["delta"], history: 20, blockTime: 0.05 } as const;
    const service = await createService(options);
    expect(await run("check", "--store", live, "--chain", "delta")).toEqual(SOUND);
    expect(await copy(live, join(folder, "of_growing"))).toMatchObject({ code: 0, stderr: "" });
    expect(await copy(data, live, "--chain", "delta")).toMatchObject({
      code: 1,
      stderr:
        "error: Cannot copy into delta of the database: another process produces its blocks; stop every writer first\n",
    });
    await service.close();
  });

  test("a fault in a row is told, and a segment without tables", async () => {
    await postgres.sql("chains", "UPDATE delta.tx SET body = '{}' WHERE seq = 0");
    const { code, stdout } = await runCli("check", "--store", store).ended;
    expect(stdout).toMatch(/^delta: Transaction 0x\w+ has a rendered body that differs/);
    expect(code).toBe(1);
    const stderr =
      'error: Cannot use the database: it has no tables of alpha; run "alphadelta migrate --chain alpha"\n';
    expect(await run("check", "--store", store, "--chain", "alpha")).toMatchObject({ stderr });
    expect(await copy(data, store, "--chain", "alpha")).toMatchObject({ code: 1, stderr });
  });
});
