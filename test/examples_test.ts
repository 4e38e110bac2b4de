import { appendFile, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { devAccounts } from "alphadelta/devnet";
import worker from "../examples/worker/worker.ts";
import { startService, type TestService } from "../src/testing/mod.ts";
import { type Program, runPrograms } from "./_run_programs.ts";
import {
  expectBlocks,
  expectOlderBlocks,
  type ServedExamples,
  serveExamples,
} from "./_served_examples.ts";
import { IS_WHOLE } from "./_suites.ts";
import { type Ended, runNode } from "./cli/_process.ts";

const ROOT = new URL("..", import.meta.url).pathname;
const DENO = process.env.DENO_PATH;

/** Output of each program, and its arguments after the origin. */
const PROGRAMS: Readonly<Record<string, { readonly args?: string[]; readonly prints: RegExp }>> = {
  "balances.ts": {
    prints:
      /^(?:\d+ of \d+ balances after \d+ requests\n)+[1-9]\d* accounts hold \d+; 0 could not be read\n$/,
  },
  "first_call.ts": { prints: /^delta mainnet: height \d+\n(?:0x\w{64} moved \d+\n){3}$/ },
  "send_and_wait.ts": { prints: /^0x\w{64} is in block \d+: success\n$/ },
  "watch_blocks.ts": { args: ["3"], prints: /^(?:\d+ 0x\w{64} \d+ transactions\n){3}$/ },
  "watch_validator.ts": {
    args: ["1", "--delegate"],
    prints: /^Watching dx1\w{38}, stake \d+\nstake \d+, delegated \d+, uptime [\d.]+, active\n$/,
  },
};

/** Examples with a test of their own below. */
const FURTHER = [
  ...["browser", "deno", "react_query", "worker"],
  ...["deliver_to_table.ts", "export_account.ts", "open_telemetry.ts", "payout.ts"],
];

/** Those that recipes_test.ts runs, and cli/serve_traces_test.ts. */
const RECIPES = ["hey_api_client.ts", "local_tests", "react", "trace_statements.ts", "vue_query"];

let service: TestService<"delta">;
let folder: string;
/** Each program, by its name. */
let ended: ReadonlyMap<string, Ended>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "examples-"));
  service = await startService({
    segments: ["delta"],
    history: 30,
    mode: "on-submit",
    tier: "Registered",
  });
  const names = Object.keys(PROGRAMS);
  const results = await runPrograms(
    names.map((name) => programOf(name, ...(PROGRAMS[name]?.args ?? []))),
  );
  ended = new Map(results.map((result, index) => [names[index] ?? "", result]));
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

describe("the examples", () => {
  test("are all run by a test", async () => {
    const entries = await readdir(join(ROOT, "examples"), { withFileTypes: true });
    const names = entries.map(({ name }) => name).filter((name) => !name.startsWith("."));
    expect(names.toSorted()).toEqual([...Object.keys(PROGRAMS), ...FURTHER, ...RECIPES].toSorted());
  });

  test.each(Object.entries(PROGRAMS))("%s does what it says", (name, { prints }) => {
    const { code, stdout, stderr } = ended.get(name) ?? expect.fail("It did not run");
    expect(stderr).toBe("");
    expect(stdout).toMatch(prints);
    expect(code).toBe(0);
  });

  test("open_telemetry.ts shows the spans of its calls", async () => {
    const { code, stdout, stderr } = await runNode("examples/open_telemetry.ts", service.url).ended;
    expect(stderr).toBe("");
    expect(stdout).toMatch(
      /name: 'getChainInfo',[^]*name: 'getBlock',[^]*'http.response.status_code': 404/,
    );
    expect(code).toBe(0);
  });

  test("export_account.ts goes on where it was killed", async () => {
    const client = service.client("delta");
    const [newest] = await client.listTransactions().toArray({ limit: 1 });
    const address = newest?.from ?? "";
    const file = join(folder, "account.ndjson");
    const program = programOf("export_account.ts", address, file);
    const [first] = await runPrograms([program]);
    expect(first?.stdout).toMatch(/^(?:\d+ of \d+ transactions\n)+.* is complete\n$/);
    const whole = await readFile(file, "utf8");
    const listed = await client.listAccountTransactions(address).toArray({ limit: 1_000 });
    expect(whole.match(/"hash":"0x\w+"/g)).toEqual(listed.map(({ hash }) => `"hash":"${hash}"`));
    // A kill between a write and the note of its position leaves more than the position says.
    await appendFile(file, '{"hash":"0x');
    expect(await runPrograms([program])).toMatchObject([{ code: 0 }]);
    expect(await readFile(file, "utf8")).toBe(whole);
  });

  test.runIf(IS_WHOLE)("payout.ts pays each account once, although it is killed", async () => {
    const client = service.client("delta");
    const accounts = await devAccounts("delta", { count: 51 });
    const balances = async (): Promise<bigint[]> => {
      const calls = accounts
        .slice(1)
        .map(({ address }) => ["account_getBalance", address, "latest"] as const);
      return (await client.rpc.batch(calls)).map(({ balance }) => balance);
    };
    const before = await balances();
    const file = join(folder, "payout.json");
    const first = runNode("examples/payout.ts", service.url, file);
    await first.printed(/(?:.*\n){5}/);
    first.kill("SIGKILL");
    expect((await first.ended).code).toBe(null);
    const [second] = await runPrograms([programOf("payout.ts", file)]);
    expect(second).toMatchObject({ code: 0, stderr: "" });
    expect(second?.stdout.match(/0x\w{64}/g)).toHaveLength(50);
    await service.mine(1);
    expect(await balances()).toEqual(before.map((balance) => balance + 5n));
  });

  test.runIf(IS_WHOLE)(
    "deliver_to_table.ts writes each transaction once, although it is killed",
    async () => {
      const table = await mkdtemp(join(folder, "table-"));
      const [alice] = await service.accounts("delta");
      const fund = (): Promise<unknown> => service.fund(alice?.address ?? "", 5n);
      const first = runNode("examples/deliver_to_table.ts", service.url, table);
      await first.printed(/Waiting/);
      await fund();
      await first.printed(/transactions: 1/);
      first.kill("SIGKILL");
      await first.ended;
      await fund();
      const second = runNode("examples/deliver_to_table.ts", service.url, table);
      await second.printed(/transactions: 2/);
      await fund();
      await second.printed(/transactions: 3/);
      second.kill("SIGINT");
      expect(await second.ended).toMatchObject({ code: 0, stderr: "" });
    },
  );

  test("worker answers requests", async () => {
    const request = new Request("https://worker.example/");
    const answer = await worker.fetch(request, { SERVICE: service.url });
    expect(await answer.json()).toMatchObject({ network: "mainnet" });
    expect(answer.status).toBe(200);
  });

  // Deno is not installed by npm; `npm run check:deno` checks the types of this example.
  if (DENO !== undefined) {
    test("deno reads the head", async () => {
      const { code, stdout } = await runDeno(DENO);
      expect(stdout).toMatch(/^delta mainnet: height \d+\n$/);
      expect(code).toBe(0);
    });
  }

  describe("in a browser", () => {
    let examples: ServedExamples;
    beforeAll(async () => {
      examples = await serveExamples();
    });
    afterAll(() => examples?.[Symbol.asyncDispose]());

    test("browser shows blocks as they come", async () => {
      await using page = await examples.open("browser", service);
      await expectBlocks(page, "#blocks li", service);
    });

    test("react_query shows older blocks and one of them, and blocks as they come", async () => {
      await using page = await examples.open("react_query", service);
      await expectOlderBlocks(page);
      await expectBlocks(page, "#root li", service);
    });
  });
});

function programOf(name: string, ...args: readonly string[]): Program {
  return { file: join(ROOT, "examples", name), args: [service.url, ...args] };
}

async function runDeno(deno: string): Promise<{ code: number | null; stdout: string }> {
  const { spawn } = await import("node:child_process");
  const args = ["run", "--allow-net", "--allow-env", "examples/deno/main.ts", service.url];
  return new Promise((resolve, reject) => {
    const child = spawn(deno, args, { cwd: ROOT });
    let stdout = "";
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout }));
  });
}
