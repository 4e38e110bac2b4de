import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CALLS } from "../../src/cli/calls/call.ts";
import { Printer } from "../../src/cli/output/printer.ts";
import { Table } from "../../src/cli/output/table.ts";
import { terminalOf } from "../../src/cli/terminal.ts";
import { SYSTEM_CLOCK } from "../../src/transport/internal.ts";
import type { Fields } from "../../src/cli/json.ts";
import { WATCH_TOPICS } from "../../src/generated/commands.gen.ts";
import { startService, type TestService } from "../../src/testing/mod.ts";
import { runInProcess } from "./_run_in_process.ts";

const TOKEN = "a-token-that-stands-for-one-of-43-characters";
const WIDTH = 80;

let service: TestService<"alpha" | "delta">;
/** Values of the arguments of calls, by chain and the parameter's name. */
let values: Readonly<Record<"alpha" | "delta", Readonly<Record<string, string>>>>;
beforeAll(async () => {
  service = await startService({
    segments: ["alpha", "delta"],
    history: 30,
    dev: { token: TOKEN },
  });
  values = { alpha: await valuesOf("alpha"), delta: await valuesOf("delta") };
});
afterAll(() => service.close());

async function valuesOf(chain: "alpha" | "delta"): Promise<Record<string, string>> {
  const client = service.client(chain);
  const { hash } = await client.getBlock(20);
  const { items } = await client.listTransactions();
  const [newest] = items;
  const [holder] = await service.accounts(chain);
  const contract = chain === "alpha" ? "" : await tokenContract(holder?.address ?? "");
  const address = chain === "alpha" ? (holder?.address ?? "") : await validatorAddress();
  const txHash = newest?.hash ?? "";
  const record = newest as { commitments?: string[]; serialNumbers?: string[] } | undefined;
  return {
    ...{ identifier: "20", number: "20", blockNumber: "20", blockHash: hash, id: "1" },
    ...{ hash: txHash, txHash, txid: txHash, address, contract },
    commitment: record?.commitments?.[0] ?? "",
    serialNumber: record?.serialNumbers?.[0] ?? "",
  };
}

async function tokenContract(holder: string): Promise<string> {
  const { tokens } = await service.client("delta").listAccountTokens(holder);
  return tokens[0]?.contract ?? "";
}

async function validatorAddress(): Promise<string> {
  const [first] = (await service.client("delta").listValidators()).items;
  return first?.address ?? "";
}

/** Runs a command on a terminal of 80 columns, without colours. */
async function run(line: string, chain: string): Promise<{ code: number | null; lines: string[] }> {
  const env = {
    ...{ ALPHADELTA_ENDPOINT: service.url, ALPHADELTA_CHAIN: chain, NO_COLOR: "1" },
    ALPHADELTA_DEV_TOKEN: TOKEN,
  };
  const now = service.now().getTime();
  const { code, stdout, stderr } = await runInProcess(line.split(" "), {
    ...{ columns: WIDTH, env, now },
  });
  return { code, lines: `${stderr}${stdout}`.split("\n") };
}

const CHAINS = ["alpha", "delta"] as const;
const READS = CALLS.filter(({ info }) => info.safe);

describe("on a terminal of 80 columns", () => {
  const commands = CHAINS.flatMap((chain) => [
    ...READS.filter(({ info }) => info.chains.includes(chain)).map(
      ({ name, kind, info: { parameters } }) => {
        const needed = parameters.filter(
          ({ required, in: place }) => required && (place === "path" || place === "positional"),
        );
        const full = name.startsWith("chain_getBlockBy") ? " true" : "";
        const words = [
          kind === "method" ? "rpc" : "api",
          name,
          ...needed.map((one) => `<${one.name}>`),
        ];
        return [`${words.join(" ")}${full}`, chain] as const;
      },
    ),
    ...["block 20", "tx <hash>", "account <address>", "balance <address>", "receipt <hash>"].map(
      (line) => [line, chain] as const,
    ),
    ...["blocks", "txs", "txs --all", "dev accounts"].map((line) => [line, chain] as const),
    ...Object.entries(WATCH_TOPICS)
      .filter(([topic]) => ["blocks", "transactions"].includes(topic))
      .map(([topic]) => [`watch ${topic} --from 0 --count 25`, chain] as const),
  ]);
  const delta = [
    ...["validators --status all", "validator <address>", "proposals", "proposal 1"],
    ...["dev mine", 'dev faults [{"path":"/v1","kind":"status","status":500,"probability":0}]'],
    ...["export blocks --dry-run"],
  ].map((line) => [line, "delta"] as const);

  test.each([...commands, ...delta])('every line of "%s" on %s fits', async (line, chain) => {
    const real = line.replaceAll(/<(\w+)>/g, (_, name: string) => values[chain][name] ?? "");
    const { code, lines } = await run(real, chain);
    expect(lines.join("\n")).not.toContain("error:");
    expect(code).toBe(0);
    expect(lines.filter((one) => one.length > WIDTH)).toEqual([]);
    expect(lines.length).toBeGreaterThan(1);
  });

  test("rows of a stream show times at the moment of each", () => {
    let now = 10_000;
    let stdout = "";
    const stream = { isTTY: true, columns: WIDTH, write: (text: string) => (stdout += text) };
    const clock = { ...SYSTEM_CLOCK, now: () => now };
    const readInput = async () => new Uint8Array();
    const terminal = terminalOf({ env: {}, stdout: stream, stderr: stream, readInput, clock });
    const printer = new Printer(terminal, {});
    printer.row({ timestamp: 10 });
    now = 20_000;
    printer.row({ timestamp: 20 });
    expect(stdout.match(/^now$/gm)).toHaveLength(2);
  });

  test("a terminal of 0 columns is one of unknown width", async () => {
    const env = { ALPHADELTA_ENDPOINT: service.url, ALPHADELTA_CHAIN: "delta", NO_COLOR: "1" };
    const { stdout } = await runInProcess(["validators"], { env, columns: 0 });
    expect(stdout).toBe((await runInProcess(["validators"], { env, columns: WIDTH })).stdout);
  });

  test("a list with a default filter says what it leaves out", async () => {
    const hint = "Only items with status active are listed; --status all lists every one.";
    expect((await run("validators", "delta")).lines).toContain(hint);
    expect((await run("validators --status active", "delta")).lines).not.toContain(hint);
    expect((await run("txs", "delta")).lines.join()).not.toContain("Only items");
  });

  test("a record that is missing is named", async () => {
    const commitment = `0x${"7a".repeat(32)}`;
    const { code, lines } = await run(`record ${commitment}`, "alpha");
    expect(lines).not.toContain("-");
    expect(lines[0]).toContain(`found nothing for ${commitment} on alpha.`);
    expect(code).toBe(3);
  });

  test("columns leave by their rank, and people are told how to choose", async () => {
    const { lines } = await run("txs --type transfer --limit 1", "delta");
    expect(lines[0]).toBe('6 columns do not fit; choose with --columns, or "--columns all".');
    expect(lines[2]).toMatch(/^HASH +FROM +TO +VALUE +STATUS +TIMESTAMP +TYPE$/);
  });

  test("--columns chooses columns and fields, in their order", async () => {
    const { lines } = await run("txs --limit 1 --columns status,gasPrice,nonce", "delta");
    expect(lines[1]).toBe("STATUS      GAS PRICE  NONCE");
    const block = await run("block 7 --columns number,txCount", "delta");
    expect(block.lines).toEqual(["number   7", "txCount  1", ""]);
    const all = await run("txs --limit 1 --columns all", "delta");
    expect(all.lines[1]).toContain("GAS PRICE");
  });

  test.each([
    ["txs --columns colour", 'Cannot show column "colour": choose hash, blockNumber, '],
    ["block 7 --columns colour", 'Cannot show column "colour": choose number, hash, '],
    ["txs --columns ,", "--columns must be names of columns"],
    ["export blocks --columns hash", "unknown option '--columns'"],
    ["height --columns hash", "unknown option '--columns'"],
    ["doctor --columns hash", "unknown option '--columns'"],
    ["config list --columns hash", "unknown option '--columns'"],
    ["txs --columns hash --json", "'--columns <names>' cannot be used with option '--json'"],
  ])("%s is wrong use", async (line, message) => {
    const { code, lines } = await run(line, "delta");
    expect(lines[0]).toContain(message);
    expect(code).toBe(2);
  });
});

/** A table of strings. */
function tableOf(width: number, chosen?: readonly string[]): Table {
  return new Table({ width, chosen, format: (_, value) => String(value) });
}

describe("a table", () => {
  const HASH = `0x${"0123456789abcdef".repeat(4)}`;

  test("cuts hashes in their middle and decimals at their end, and no other number", () => {
    const table = tableOf(31);
    const rows: Fields[] = [
      { hash: HASH, value: "1,234.5678901234", count: "1234567" },
      { hash: HASH, value: "7", count: "1" },
    ];
    expect([...table.lines(rows), table.title]).toEqual([
      "0x01…cdef  1,234.5678…  1234567",
      "0x01…cdef      7              1",
      "HASH             VALUE    COUNT",
    ]);
  });

  test("keeps the columns and widths of its first rows in later ones", () => {
    const table = tableOf(40);
    expect(table.lines([{ name: "a long name", value: "10.25" }])).toEqual(["a long name  10.25"]);
    expect(table.lines([{ name: "b", value: "3.5", other: "x" }])).toEqual(["b             3.5"]);
  });

  test("cuts no amount that is not 0 to nothing but zeros", () => {
    const rows = [{ id: "7", price: "0.0000000012345" }];
    expect(tableOf(16).lines(rows)).toEqual([" 7  0.000000001…"]);
    expect(tableOf(15).lines(rows)).toEqual([" 7"]);
  });

  test("keeps the type of a transaction longer than what stands before it", () => {
    const rows = [{ hash: HASH, value: "1,234,567.8901234", type: "token_transfer" }];
    const table = tableOf(30);
    table.lines(rows);
    expect(table.title.split(/ +/)).toEqual(["HASH", "TYPE"]);
  });

  test("keeps its first column however narrow the terminal is", () => {
    const table = tableOf(12);
    expect(table.lines([{ hash: HASH, nonce: "5", type: "transfer" }])).toEqual(["0x0123…bcdef"]);
    expect(table.hiddenOf([{ hash: HASH, nonce: "5", type: "transfer" }])).toBe(2);
  });
});
