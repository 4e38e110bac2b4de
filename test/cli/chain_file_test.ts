import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { migrate } from "../../src/service/internal.ts";
import { createService } from "../../src/service/mod.ts";
import { type Databases, openDatabases } from "../_postgres.ts";
import { writeChainFile } from "../service/chain/store/_chain_file.ts";
import { COMMAND_LINE } from "./_command_line.ts";
import { type Ended, runCli } from "./_process.ts";
import { runInProcess } from "./_run_in_process.ts";

const ROOT = new URL("../..", import.meta.url).pathname;

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

describe("alphadelta dump and load", () => {
  test("carry a chain through a pipe to another folder, where it is sound and dumps the same", async () => {
    const other = join(folder, "through", "pipe");
    const cli = `${process.execPath} ${COMMAND_LINE}`;
    const command = `${cli} dump --data ${data} --chain delta | ${cli} load --data ${other} --chain delta`;
    const child = spawn("sh", ["-c", command], { cwd: ROOT });
    let stdout = "";
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    expect(await new Promise((resolve) => child.on("close", resolve))).toBe(0);
    expect(stdout).toMatch(
      /^delta: 14 blocks, \d+ transactions, \d+ pending; head 0x[0-9a-f]{64}\n$/,
    );
    expect(await readdir(other)).toEqual(["delta.sqlite"]);

    const [first, second] = await Promise.all(
      [data, other].map((from) => run("dump", "--data", from, "--chain", "delta")),
    );
    expect(second?.stdout).toBe(first?.stdout);
    expect(await run("check", "--data", other)).toEqual({
      code: 0,
      stdout: "delta: sound\n",
      stderr: "",
    });
  });

  test("write and read files, and refuse what was cut off, leaving nothing behind", async () => {
    const file = join(folder, "alpha.ndjson");
    const dump = await run("dump", "--data", data, "--chain", "alpha", "--output", file);
    expect(dump).toEqual({ code: 0, stdout: "", stderr: "" });
    const text = await readFile(file, "utf8");
    const cut = join(folder, "cut.ndjson");
    await writeFile(cut, text.slice(0, -10));
    const other = join(folder, "files");
    const load = (input: string) =>
      run("load", "--data", other, "--chain", "alpha", "--input", input);
    const lines = text.split("\n").length - 1;
    expect(await load(cut)).toEqual({
      code: 1,
      stdout: "",
      stderr: `error: Cannot load: line ${lines}: it is incomplete: no line end follows\n`,
    });
    expect(existsSync(other)).toBe(false);
    await mkdir(other);
    await load(cut);
    // A folder that was there stays.
    expect(await readdir(other)).toEqual([]);
    expect(await load(join(folder, "none"))).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^error: ENOENT: .*none'\n$/),
    });
    expect(await load(folder)).toMatchObject({
      code: 1,
      stderr: `error: Cannot load ${folder}: it is a folder, expected a file that dump wrote\n`,
    });
    expect((await load(file)).code).toBe(0);
    const { code, stderr } = await load(file);
    expect(stderr).toMatch(
      /^error: Cannot load into .*alpha\.sqlite: it must be empty or missing, but it holds blocks up to/,
    );
    expect(code).toBe(1);
  });

  test("load ends at the first wrong line, whether more is coming or not", async () => {
    const loading = runCli("load", "--data", join(folder, "early"), "--chain", "delta");
    loading.write("{}\n");
    const { code, stderr } = await loading.ended;
    expect(stderr).toBe("error: Cannot load: line 1: it is not the header of a chain dump\n");
    expect(code).toBe(1);
  });

  test("load replaces what a killed load left, and a store without blocks", async () => {
    const other = join(folder, "killed");
    const file = join(folder, "again.ndjson");
    await run("dump", "--data", data, "--chain", "delta", "--output", file);
    const text = await readFile(file, "utf8");
    const first = runCli("load", "--data", other, "--chain", "delta");
    first.write(text.slice(0, text.length >> 1));
    const temporary = join(other, "delta.loading.sqlite");
    await expect.poll(() => existsSync(temporary)).toBe(true);
    const rival = await run("load", "--data", other, "--chain", "delta", "--input", file);
    expect(rival.stderr).toContain("delta.loading.sqlite: it is in use by another process");
    first.kill("SIGKILL");
    await first.ended;
    expect(existsSync(temporary)).toBe(true);
    const database = new DatabaseSync(join(other, "delta.sqlite"));
    database.close();
    expect(await run("load", "--data", other, "--chain", "delta", "--input", file)).toMatchObject({
      code: 0,
      stderr: "",
    });
    expect(await readdir(other)).toEqual(["delta.sqlite"]);
  });

  test("load is not overwritten by the log of a deleted database", async () => {
    const other = join(folder, "stale");
    const file = join(folder, "stale.ndjson");
    await run("dump", "--data", data, "--chain", "delta", "--output", file);
    await mkdir(other);
    const target = join(other, "delta.sqlite");
    const gone = new DatabaseSync(target);
    gone.exec("PRAGMA journal_mode = WAL; CREATE TABLE stray (text TEXT)");
    const log = await readFile(`${target}-wal`);
    gone.close();
    await rm(target);
    await writeFile(`${target}-wal`, log);
    const loaded = await run("load", "--data", other, "--chain", "delta", "--input", file);
    expect(loaded).toMatchObject({ code: 0, stderr: "" });
    const again = await run("dump", "--data", other, "--chain", "delta");
    expect(again.stdout).toBe(await readFile(file, "utf8"));
  });

  test("dump writes through a link, and takes the place of nothing but a file", async () => {
    const [target, link, pipe] = ["target.ndjson", "link.ndjson", "pipe"].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    await writeFile(target, "");
    await symlink(target, link);
    execFileSync("mkfifo", [pipe]);
    const dump = (output: string) =>
      run("dump", "--data", data, "--chain", "alpha", "--output", output);
    expect((await dump(link)).code).toBe(0);
    expect((await readFile(target, "utf8")).length).toBeGreaterThan(1_000);
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect(await dump(pipe)).toEqual({
      code: 2,
      stdout: "",
      stderr: `error: Cannot write ${pipe}: it is not a file. Choose another --output, or leave it out for standard output.\n`,
    });
    expect((await lstat(pipe)).isFIFO()).toBe(true);
  });

  test("dump leaves no file where there is no chain to write", async () => {
    const file = join(folder, "nothing.ndjson");
    const empty = join(folder, "empty");
    await mkdir(empty);
    const ended = await run("dump", "--data", empty, "--chain", "delta", "--output", file);
    expect(ended.stderr).toMatch(/^error: Cannot open store at .*: there is no such file\n$/);
    expect(ended.code).toBe(1);
    expect(existsSync(file)).toBe(false);
    expect(await readdir(empty)).toEqual([]);
  });
});

describe("alphadelta check", () => {
  test("finds every persisted chain sound, or the one that is named", async () => {
    const all = await run("check", "--data", data);
    expect(all).toEqual({ code: 0, stdout: "alpha: sound\ndelta: sound\n", stderr: "" });
    const one = await run("check", "--data", data, "--chain", "alpha");
    expect(one).toEqual({ code: 0, stdout: "alpha: sound\n", stderr: "" });
  });

  test("finds no chain in an empty file, and leaves it empty", async () => {
    const empty = join(folder, "emptied");
    await mkdir(empty);
    const file = join(empty, "delta.sqlite");
    await writeFile(file, "");
    const { code, stderr } = await run("check", "--data", empty);
    expect(stderr).toBe(
      `error: Cannot open store at ${file}: it is empty: load a dump of the chain in its place\n`,
    );
    expect(code).toBe(1);
    expect(await readFile(file, "utf8")).toBe("");
  });

  test("prints a line for each fault and exits with 1", async () => {
    const broken = join(folder, "broken");
    const path = join(broken, "delta.sqlite");
    await writeChainFile(path, "delta", 5);
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
    await writeChainFile(path, "delta", 5);
    const database = new DatabaseSync(path);
    database.exec("UPDATE block SET timestamp = timestamp + 1 WHERE height = 8");
    database.close();
    const flags = ["--port", "0", "--chain", "delta", "--data", broken];
    const serve = await run("serve", ...flags);
    expect(serve.stderr).toMatch(/^error: Cannot open store at .*: it is inconsistent: .*\n$/);
    expect(serve.stderr).toContain(path);
    expect(serve.code).toBe(1);
    const { stdout, code } = await runCli("check", "--data", broken).ended;
    expect(stdout).toMatch(/^(delta: .*\n)*delta: Block 8: hash is 0x.*\n(delta: .*\n)*$/);
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
    expect(wrong.stderr).toContain("Must be one of alpha, alpha-testnet, delta, delta-testnet.");
  });

  test("does not name an ended process as the user of a chain", async () => {
    const used = join(folder, "noted");
    const flags = ["--port", "0", "--history", "1", "--chain", "delta", "--data", used];
    const service = runCli("serve", ...flags);
    await service.printed(/up at/);
    service.kill();
    await service.ended;
    const other = new DatabaseSync(join(used, "delta.sqlite"));
    other.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
    const { stderr } = await run("check", "--data", used);
    other.close();
    expect(stderr).toContain("delta.sqlite: it is in use by another process;");
  });

  test("refuses a chain that a service runs on", async () => {
    const used = join(folder, "used");
    const flags = ["--port", "0", "--history", "1", "--chain", "alpha-testnet", "--data", used];
    const service = runCli("serve", ...flags);
    await service.printed(/up at/);
    const { code, stderr } = await run("check", "--data", used);
    expect(stderr).toContain("alpha-testnet.sqlite: it is in use by");
    expect(code).toBe(1);
    service.kill();
    await service.ended;
  });
});

describe("check, dump and load with --store", () => {
  let postgres: Databases;
  let store: string;
  let file: string;
  beforeAll(async () => {
    postgres = await openDatabases();
    store = postgres.url("chains");
    await migrate({ store, segments: ["delta"] });
    file = join(folder, "for_store.ndjson");
    await run("dump", "--data", data, "--chain", "delta", "--output", file);
  });

  const on = (command: string, ...further: readonly string[]) =>
    run(command, "--store", store, ...further);

  test("a dump that was cut off leaves nothing behind", async () => {
    const text = await readFile(file, "utf8");
    const cut = join(folder, "cut_for_store.ndjson");
    await writeFile(cut, text.slice(0, -10));
    const lines = text.split("\n").length - 1;
    expect(await on("load", "--chain", "delta", "--input", cut)).toEqual({
      code: 1,
      stdout: "",
      stderr: `error: Cannot load: line ${lines}: it is incomplete: no line end follows\n`,
    });
    const { code, stderr } = await on("dump", "--chain", "delta");
    expect([code, stderr]).toEqual([1, "error: Cannot dump: the store holds no blocks\n"]);
  });

  test("a chain of a folder is the same in a database, and is loaded once", async () => {
    const loaded = await on("load", "--chain", "delta", "--input", file);
    expect(loaded.stderr).toBe("");
    expect(loaded.stdout).toMatch(/^delta: 14 blocks, \d+ transactions, [1-9]\d* pending; head 0x/);
    expect(await on("check")).toEqual({ code: 0, stdout: "delta: sound\n", stderr: "" });
    const { stdout } = await on("dump", "--chain", "delta");
    expect(stdout).toBe(await readFile(file, "utf8"));
    expect(await on("load", "--chain", "delta", "--input", file)).toMatchObject({
      code: 1,
      stderr:
        "error: Cannot load into delta of the database: it must be empty, but it holds blocks up to 13\n",
    });
  });

  test("a chain that grows is read as of one moment, and nothing is loaded into it", async () => {
    const live = postgres.url("live");
    await migrate({ store: live, segments: ["delta"] });
    const options = { store: live, segments: ["delta"], history: 20, blockTime: 0.05 } as const;
    const service = await createService(options);
    const at = (command: string, ...further: readonly string[]) =>
      run(command, "--store", live, ...further);
    expect(await at("check", "--chain", "delta")).toEqual({
      code: 0,
      stdout: "delta: sound\n",
      stderr: "",
    });
    const dump = await at("dump", "--chain", "delta");
    expect([dump.code, dump.stderr]).toEqual([0, ""]);
    expect(await at("load", "--chain", "delta", "--input", file)).toMatchObject({
      code: 1,
      stderr:
        "error: Cannot load into delta of the database: another process produces its blocks; stop every writer first\n",
    });
    await service.close();
  });

  test("a fault in a row is told, and a segment without tables", async () => {
    postgres.run("psql", ["-qc", "UPDATE delta.tx SET body = '{}' WHERE seq = 0", store]);
    const { code, stdout } = await runCli("check", "--store", store).ended;
    expect(stdout).toMatch(/^delta: Transaction 0x\w+ has a rendered body that differs/);
    expect(code).toBe(1);
    expect(await on("check", "--chain", "alpha")).toMatchObject({
      code: 1,
      stderr:
        'error: Cannot use the database: it has no tables of alpha; run "alphadelta migrate --chain alpha"\n',
    });
  });

  test("one place is named, not two and not none", async () => {
    const both = await on("check", "--data", data);
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining("cannot be used with")]);
    const none = await run("check");
    expect([none.code, none.stderr]).toEqual([
      2,
      "error: required option '--data <folder>' or '--store <url>' not specified\n",
    ]);
  });
});
