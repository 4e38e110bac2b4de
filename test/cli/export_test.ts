import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { startService, type TestService } from "../../src/testing/mod.ts";
import { ROOT } from "../scripts/_temporary_folder.ts";
import { sampleOf } from "../_suites.ts";
import { COMMAND_LINE } from "./_command_line.ts";
import type { Ended } from "./_process.ts";
import { runInProcess } from "./_run_in_process.ts";

/** Blocks above genesis: those of several pages. */
const HISTORY = 320;

let service: TestService<"alpha" | "delta">;
let folder: string;
beforeAll(async () => {
  service = await startService({ history: HISTORY });
});
beforeEach(async () => {
  if (folder) await rm(folder, { recursive: true, force: true });
  folder = await mkdtemp(join(tmpdir(), "export-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await service.close();
});

const ENV = { ALPHADELTA_CHAIN: "delta", ALPHADELTA_TIER: "Enterprise" };

function run(...args: readonly string[]): Promise<Ended> {
  return runInProcess(["export", ...args, "--endpoint", service.url], { env: ENV });
}

async function linesOf(file: string): Promise<unknown[]> {
  const lines = (await readFile(join(folder, file), "utf8")).trim().split("\n");
  return lines.map((line) => JSON.parse(line));
}

type Item = Record<string, unknown>;

/** What was read of the service, whose chains stay as they are. */
const lists = new Map<string, Promise<readonly Item[]>>();

/** Items of the service, oldest first, amounts as strings. */
function listed(
  of: "listBlocks" | "listTransactions",
  chain: "alpha" | "delta" = "delta",
): Promise<readonly Item[]> {
  const known = lists.get(of + chain) ?? readList(of, chain);
  lists.set(of + chain, known);
  return known;
}

async function readList(
  of: "listBlocks" | "listTransactions",
  chain: "alpha" | "delta",
): Promise<readonly Item[]> {
  const list = service.client(chain)[of](of === "listBlocks" ? { order: "asc" } : {});
  const items = await (list as { toArray(): Promise<object[]> }).toArray();
  if (of === "listTransactions") items.reverse();
  const replace = (_: string, value: unknown) =>
    typeof value === "bigint" ? String(value) : value;
  return JSON.parse(JSON.stringify(items, replace));
}

describe("an export", () => {
  test("of blocks holds those between the heights, oldest first", async () => {
    const out = join(folder, "blocks.ndjson");
    const { code, stderr } = await run("blocks", "--out", out, "--from", "95", "--to", "310");
    expect(stderr).toBe(
      `At most 216 blocks in 3 requests: no rate limit, no daily quota.\nWrote 216 blocks to ${out}.\n`,
    );
    expect(code).toBe(0);
    expect(await linesOf("blocks.ndjson")).toEqual((await listed("listBlocks")).slice(95, 311));
    expect(await readdir(folder)).toEqual(["blocks.ndjson"]);
  });

  test("of transactions as CSV has a line for each, with the fields of the specs", async () => {
    const out = join(folder, "all.csv");
    expect((await run("transactions", "--out", out, "--chain", "alpha")).code).toBe(0);
    const [title, ...rows] = (await readFile(out, "utf8")).trim().split("\n");
    const expected = await listed("listTransactions", "alpha");
    const fields = title?.split(",") ?? [];
    // Alpha has no tokens, but the specs have the field.
    expect(fields).toContain("token");
    expect(fields.filter((name) => name !== "token")).toEqual(Object.keys(expected[0] ?? {}));
    expect(rows.map((row) => row.split(",")[0])).toEqual(expected.map(({ hash }) => hash));
  });

  test("of transactions as Parquet is read back whole, amounts as strings, lists as JSON", async () => {
    const out = join(folder, "all.parquet");
    expect((await run("transactions", "--out", out, "--chain", "alpha")).code).toBe(0);
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(out) });
    const expected = await listed("listTransactions", "alpha");
    const numbers = ["blockNumber", "nonce", "timestamp"];
    const plain = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          numbers.includes(name) ? Number(value) : value,
        ]),
      ),
    );
    expect(plain).toEqual(expected.map((item) => ({ ...item, token: null })));
  });

  test("of an account stops at the lowest height", async () => {
    const newest = (await listed("listTransactions")).at(-1);
    const address = String(newest?.from);
    const out = join(folder, "account.ndjson");
    await run("account", address, "--out", out, "--from", "100", "--to", "310");
    const expected = (await listed("listTransactions")).filter(
      ({ from, to, blockNumber }) =>
        [from, to].includes(address) && Number(blockNumber) >= 100 && Number(blockNumber) <= 310,
    );
    expect(expected.length).toBeGreaterThan(0);
    expect(await linesOf("account.ndjson")).toEqual(expected);
  });

  test.each(["blocks", "transactions"] as const)(
    "of %s is in the order of the chain, and with --order desc turned round",
    async (what) => {
      const file = `${what}.ndjson`;
      const expected = await listed(what === "blocks" ? "listBlocks" : "listTransactions");
      await run(what, "--out", join(folder, file));
      expect(await linesOf(file)).toEqual(expected);
      await run(what, "--out", join(folder, file), "--order", "desc", "--overwrite");
      expect(await linesOf(file)).toEqual(expected.toReversed());
      expect(await readdir(folder)).toEqual([file]);
    },
  );

  test.each(["csv", "parquet", "ndjson"])(
    "of nothing as %s is a file without items",
    async (format) => {
      const out = join(folder, `none.${format}`);
      const [, last = ""] = (await service.accounts("delta")).map(({ address }) => address);
      const { code } = await run("account", last, "--out", out, "--from", "5000");
      expect(code).toBe(0);
      if (format === "parquet")
        expect(await parquetReadObjects({ file: await asyncBufferFromFile(out) })).toEqual([]);
      else expect((await readFile(out, "utf8")).trim().split("\n")).toHaveLength(1);
    },
  );

  test("prints its plan first, by the service's limits, and with --dry-run only the plan", async () => {
    await using limited = await startService({ segments: ["alpha"], history: 220, tier: "Public" });
    const args = ["export", "blocks", "--dry-run", "--endpoint", limited.url, "--chain", "alpha"];
    expect(await runInProcess(args)).toEqual({
      code: 0,
      stdout: "At most 221 blocks in 3 requests: about 1 s, 0.03 % of the day's quota.\n",
      stderr: "",
    });
    const { stdout } = await runInProcess([...args, "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ items: 221, requests: 3, shareOfDay: 0.0003 });
    expect(await readdir(folder)).toEqual([]);
  });

  test.each([
    [["blocks", "--format", "parquet"], "Cannot write Parquet to standard output: name a file by"],
    [["blocks", "--json"], "Cannot print --json beside the items: use --ndjson, or name a file"],
    [["blocks", "--out", "x.txt"], "Cannot infer the format of x.txt: use --format with ndjson"],
    [["block"], "unknown command 'block' (Did you mean blocks?)"],
  ])("%j is wrong use", async (args, message) => {
    const { code, stderr } = await run(...args);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});

describe("an export to standard output", () => {
  test.each([
    ["blocks", "asc"],
    ["blocks", "desc"],
    ["transactions", "asc"],
    ["transactions", "desc"],
  ] as const)("of %s, %s, prints a line for each item and no other", async (what, order) => {
    const { code, stdout, stderr } = await run(what, "--order", order, "--from", "200");
    expect(code).toBe(0);
    expect(stderr).toMatch(new RegExp(`^At most \\d+ ${what} in \\d+ requests?: .*\n$`));
    const all = await listed(what === "blocks" ? "listBlocks" : "listTransactions");
    const expected = all.filter(({ number, blockNumber }) => Number(number ?? blockNumber) >= 200);
    if (order === "desc") expected.reverse();
    const lines = stdout.trim().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual(expected);
  });

  test("as CSV quotes what needs it", async () => {
    const { stdout } = await run(
      "transactions",
      "--out",
      "-",
      "--format",
      "csv",
      "--chain",
      "alpha",
    );
    const [title = "", first = ""] = stdout.split("\n");
    expect(title).toMatch(/^hash,blockNumber,.*,serialNumbers,commitments$/);
    expect(first).toMatch(/,"\[""0x[^]*""\]"$/);
    expect(stdout.trim().split("\n")).toHaveLength(
      1 + (await listed("listTransactions", "alpha")).length,
    );
  });

  test("leaves no temporary file", async () => {
    vi.stubEnv("TMPDIR", folder);
    const { stdout } = await run("transactions");
    vi.unstubAllEnvs();
    expect(stdout).not.toBe("");
    expect(await readdir(folder)).toEqual([]);
  });
});

test("a bar shows the progress to a file, and none is drawn among items on a terminal", async () => {
  const args = ["export", "blocks", "--endpoint", service.url];
  const onTerminal = { env: ENV, columns: 80 };
  const file = join(folder, "blocks.csv");
  const toFile = await runInProcess([...args, "--out", file], onTerminal);
  expect(toFile.stderr).toContain("\u001b[K");
  const toTerminal = await runInProcess(args, onTerminal);
  expect([toTerminal.code, toTerminal.stderr.includes("\u001b[K")]).toEqual([0, false]);
});

test("no height within the bounds is wrong use", async () => {
  const { code, stderr } = await run("blocks", "--from", "9", "--to", "3");
  expect(stderr).toBe("error: Cannot export from height 9 to 3: --from is the lower one.\n");
  expect(code).toBe(2);
});

test("with --json an export to a file prints what it wrote", async () => {
  const out = join(folder, "blocks.csv");
  const { stdout, stderr } = await run("blocks", "--out", out, "--to", "9", "--json");
  expect(JSON.parse(stdout)).toEqual({ file: out, format: "csv", items: 10 });
  expect(stderr).toBe("");
});

test.each([
  ["Enterprise", 5, "no rate limit, no daily quota"],
  ["Registered", 520, "about 1 s, 0.01 % of the day's quota"],
] as const)(
  "an export takes the tier %s from the headers of the service",
  async (tier, history, words) => {
    await using own = await startService({ segments: ["alpha"], history, tier });
    const args = ["export", "blocks", "--dry-run", "--endpoint", own.url, "--chain", "alpha"];
    expect((await runInProcess(args)).stdout).toContain(words);
  },
);

describe("an export that was killed", () => {
  /** Kills an export once some of its pages are written. */
  async function killOne(out: string): Promise<void> {
    service.faults.set([{ path: "/v1/delta/blocks", kind: "delay", delayMs: 150, probability: 1 }]);
    const env = { ...ENV, PATH: process.env.PATH, XDG_CONFIG_HOME: "/proc/none" };
    const args = ["export", "blocks", "--out", out, "--endpoint", service.url];
    const child = spawn(process.execPath, [COMMAND_LINE, ...args], { env });
    const isUnderWay = async (): Promise<number> =>
      JSON.parse(await readFile(`${out}.checkpoint`, "utf8").catch(() => '{"items":0}')).items;
    await expect.poll(isUnderWay, { interval: 5 }).toBeGreaterThan(100);
    child.kill("SIGKILL");
    await once(child, "close");
    service.faults.clear();
  }

  test("resumes without a gap or a repeat, and the file appears only when it is complete", async () => {
    const out = join(folder, "blocks.csv");
    await killOne(out);
    // It may have been killed as it wrote the next checkpoint.
    const left = (await readdir(folder)).filter((name) => name !== "blocks.csv.checkpoint.tmp");
    expect(left.toSorted()).toEqual(
      ["checkpoint", "lock", "part"].map((ending) => `blocks.csv.${ending}`),
    );
    // What a page had begun to write when it was killed.
    await appendFile(`${out}.part`, '{"number":');
    const { code, stderr } = await run("blocks", "--out", out);
    expect(stderr).toMatch(/^Resuming after \d+ blocks\.\n/);
    expect(code).toBe(0);
    const [, ...rows] = (await readFile(out, "utf8")).trim().split("\n");
    expect(rows.map((row) => Number(row.split(",")[0]))).toEqual(rows.map((_, height) => height));
    expect(rows).toHaveLength(HISTORY + 1);
    expect(await readdir(folder)).toEqual(["blocks.csv"]);
  });

  test.each(
    sampleOf([
      ["whose items are gone", ".part"],
      ["whose checkpoint is not whole", ".checkpoint"],
    ]),
  )("%s begins anew", async (_, ending) => {
    const out = join(folder, "blocks.ndjson");
    await killOne(out);
    await (ending === ".part" ? rm(out + ending) : writeFile(out + ending, '{"request'));
    const { code, stderr } = await run("blocks", "--out", out);
    expect(stderr).not.toContain("Resuming");
    expect(code).toBe(0);
    expect(await linesOf("blocks.ndjson")).toEqual(await listed("listBlocks"));
  });

  test("while it wrote its checkpoint leaves nothing behind when it has resumed", async () => {
    const out = join(folder, "blocks.csv");
    await killOne(out);
    await writeFile(`${out}.checkpoint.tmp`, "{");
    await run("blocks", "--out", out);
    expect(await readdir(folder)).toEqual(["blocks.csv"]);
  });

  test("is not mixed with another", async () => {
    const out = join(folder, "blocks.csv");
    await run("blocks", "--out", out);
    await writeFile(
      `${out}.checkpoint`,
      JSON.stringify({ request: { what: "transactions" }, items: 0, bytes: 0 }),
    );
    const { code, stderr } = await run("blocks", "--out", out);
    expect(stderr).toContain(
      "blocks.csv.checkpoint belongs to another export. Choose another --out",
    );
    expect(code).toBe(2);
  });
});

test("a second run to the same file is refused, and the first one goes on", async () => {
  const out = join(folder, "blocks.ndjson");
  service.faults.set([{ path: "/v1/delta/blocks", kind: "delay", delayMs: 20, probability: 1 }]);
  const first = run("blocks", "--out", out);
  const isUnderWay = (): Promise<string> => readFile(`${out}.checkpoint`, "utf8").catch(() => "");
  await expect.poll(isUnderWay, { interval: 1 }).not.toBe("");
  expect(await run("blocks", "--out", out)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("another run writes it. Wait for that one"),
  });
  service.faults.clear();
  expect((await first).code).toBe(0);
  expect(await linesOf("blocks.ndjson")).toEqual(await listed("listBlocks"));
});

test("a file that is there is replaced with --overwrite alone", async () => {
  const out = join(folder, "notes.csv");
  await writeFile(out, "kept");
  expect(await run("blocks", "--out", out)).toMatchObject({
    code: 2,
    stderr: `error: Cannot export to ${out}: it exists. Choose another --out, or replace it with --overwrite.\n`,
  });
  expect(await readFile(out, "utf8")).toBe("kept");
  expect(await readdir(folder)).toEqual(["notes.csv"]);
  expect((await run("blocks", "--out", out, "--overwrite")).code).toBe(0);
  expect(await readFile(out, "utf8")).toMatch(/^number,/);
});

test("only a file is written, no device and no folder", async () => {
  const args = ["blocks", "--out", folder, "--format", "csv"];
  expect(await run(...args)).toMatchObject({
    code: 2,
    stderr: `error: Cannot write ${folder}: it is not a file. Choose another --out.\n`,
  });
});

test("the ending of the file decides in capitals too, and a refused export leaves nothing behind", async () => {
  expect((await run("blocks", "--to", "1", "--out", join(folder, "A.CSV"))).code).toBe(0);
  const refused = await run("account", "dx1nobody", "--out", join(folder, "b.csv"));
  expect(refused.code).toBe(2);
  expect(await readdir(folder)).toEqual(["A.CSV"]);
});

test("a folder that is missing is named, at the start and when it goes meanwhile", async () => {
  const gone = join(folder, "gone");
  const args = ["blocks", "--out", join(gone, "blocks.csv")];
  const told = `there is no folder ${gone}. Create it, or choose another --out.`;
  const first = await run(...args);
  expect(first.stderr).toContain(told);
  expect(first.code).toBe(2);
  await mkdir(gone);
  service.faults.set([{ path: "/v1/delta/blocks", kind: "delay", delayMs: 20, probability: 1 }]);
  const second = run(...args);
  await expect.poll(() => readdir(gone), { interval: 1 }).toContain("blocks.csv.part");
  await rm(gone, { recursive: true, maxRetries: 9 });
  expect((await second).stderr).toContain(told);
  service.faults.clear();
});

test("a package that is not installed is named before anything is read", async () => {
  // As the package has it, with its manifest two folders above.
  const copy = join(folder, "dist/cli");
  await cp(dirname(COMMAND_LINE), copy, { recursive: true });
  await cp(join(ROOT, "package.json"), join(folder, "package.json"));
  const alone = join(copy, basename(COMMAND_LINE));
  const out = join(folder, "x.parquet");
  const args = [alone, "export", "blocks", "--out", out, "--endpoint", service.url];
  const env = { ...ENV, PATH: process.env.PATH, XDG_CONFIG_HOME: "/proc/none" };
  const failed = promisify(execFile)(process.execPath, args, { env });
  await expect(failed).rejects.toMatchObject({
    code: 1,
    stderr:
      "error: Parquet needs the package hyparquet-writer. Install it beside alphadelta: npm install hyparquet-writer\n",
  });
  expect(await readdir(folder)).toEqual(["dist", "package.json"]);
});
