import { createServer, type Server } from "node:http";
import { appendFile, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { build } from "esbuild";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { devAccounts } from "alphadelta/devnet";
import worker from "../examples/worker/worker.ts";
import { startService, type TestService } from "../src/testing/mod.ts";
import { launchChromium } from "./_chromium.ts";
import { type Ended, runNode } from "./cli/_process.ts";
import { run } from "./scripts/_run.ts";

const ROOT = new URL("..", import.meta.url).pathname;
const DENO = process.env.DENO_PATH;

/** Output of each program, and its arguments after the origin. */
const PROGRAMS: Readonly<Record<string, { readonly args?: string[]; readonly prints: RegExp }>> = {
  "balances.ts": {
    prints:
      /^(?:\d+ of \d+ balances after \d+ requests\n)+[1-9]\d* accounts hold \d+; 0 could not be read\n$/,
  },
  "first_call.ts": { prints: /^delta mainnet: height \d+\n(?:0x\w{64} moved \d+\n){3}$/ },
  "hey_api_client.ts": { prints: /number: 3,[^]*requests are left today\n$/ },
  "open_telemetry.ts": {
    prints: /name: 'getChainInfo',[^]*name: 'getBlock',[^]*'http.response.status_code': 404/,
  },
  "send_and_wait.ts": { prints: /^0x\w{64} is in block \d+: success\n$/ },
  "watch_blocks.ts": { args: ["3"], prints: /^(?:\d+ 0x\w{64} \d+ transactions\n){3}$/ },
  "watch_validator.ts": {
    args: ["1", "--delegate"],
    prints: /^Watching dx1\w{38}, stake \d+\nstake \d+, delegated \d+, uptime [\d.]+, active\n$/,
  },
};

/** Examples with a test of their own below. */
const FURTHER = [
  ...["browser", "deno", "local_tests", "react", "react_query", "vue_query", "worker"],
  ...["deliver_to_table.ts", "export_account.ts", "payout.ts"],
];

let service: TestService<"delta">;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "examples-"));
  service = await startService({
    segments: ["delta"],
    history: 30,
    mode: "on-submit",
    tier: "Registered",
  });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

describe("the examples", () => {
  test("are all run by this file", async () => {
    const entries = await readdir(join(ROOT, "examples"), { withFileTypes: true });
    const names = entries.map(({ name }) => name).filter((name) => !name.startsWith("."));
    expect(names.toSorted()).toEqual([...Object.keys(PROGRAMS), ...FURTHER].toSorted());
  });

  test.each(Object.entries(PROGRAMS))(
    "%s does what it says",
    { timeout: 60_000 },
    async (name, { args = [], prints }) => {
      const { code, stdout, stderr } = await runProgram(name, ...args);
      expect(stderr).toBe("");
      expect(stdout).toMatch(prints);
      expect(code).toBe(0);
    },
  );

  test("export_account.ts goes on where it was killed", async () => {
    const client = service.client("delta");
    const [newest] = await client.listTransactions().toArray({ limit: 1 });
    const address = newest?.from ?? "";
    const file = join(folder, "account.ndjson");
    const { stdout } = await runProgram("export_account.ts", address, file);
    expect(stdout).toMatch(/^(?:\d+ of \d+ transactions\n)+.* is complete\n$/);
    const whole = await readFile(file, "utf8");
    const listed = await client.listAccountTransactions(address).toArray({ limit: 1_000 });
    expect(whole.match(/"hash":"0x\w+"/g)).toEqual(listed.map(({ hash }) => `"hash":"${hash}"`));
    // A kill between a write and the note of its position leaves more than the position says.
    await appendFile(file, '{"hash":"0x');
    expect((await runProgram("export_account.ts", address, file)).code).toBe(0);
    expect(await readFile(file, "utf8")).toBe(whole);
  });

  test("payout.ts pays each account once, although it is killed", async () => {
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
    const { stdout, stderr, code } = await runProgram("payout.ts", file);
    expect(stderr).toBe("");
    expect(stdout.match(/0x\w{64}/g)).toHaveLength(50);
    expect(code).toBe(0);
    await service.mine(1);
    expect(await balances()).toEqual(before.map((balance) => balance + 5n));
  });

  test("deliver_to_table.ts writes each transaction once, although it is killed", async () => {
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
  });

  test("worker answers requests", async () => {
    const request = new Request("https://worker.example/");
    const answer = await worker.fetch(request, { SERVICE: service.url });
    expect(await answer.json()).toMatchObject({ network: "mainnet" });
    expect(answer.status).toBe(200);
  });

  test("local_tests passes in a runner of its own", { timeout: 60_000 }, async () => {
    // The defaults are for a machine that does nothing else meanwhile.
    const patience = ["--testTimeout=50000", "--hookTimeout=50000"];
    const args = ["run", "--root", "examples/local_tests", ...patience];
    const { code, stdout } = await run("vitest", args);
    expect(stdout).toContain("2 passed");
    expect(code).toBe(0);
  });

  // Deno is not installed by npm; `npm run check:deno` checks the types of this example.
  if (DENO !== undefined) {
    test("deno reads the head", async () => {
      const { code, stdout } = await runDeno(DENO);
      expect(stdout).toMatch(/^delta mainnet: height \d+\n$/);
      expect(code).toBe(0);
    });
  }

  describe("in a browser", { tags: "browser" }, () => {
    let files: Server;
    let browser: Browser;
    beforeAll(async () => {
      files = await serveFiles();
      browser = await launchChromium();
    });
    afterAll(async () => {
      await browser?.close();
      files?.close();
    });

    test.each([
      ["browser", "#blocks li"],
      ["react", "#root li"],
      ["react_query", "#root li"],
      ["vue_query", "#app li"],
    ])("%s shows blocks as they come", { timeout: 60_000 }, async (name, shown) => {
      const page = await browser.newPage();
      const faults: string[] = [];
      page.on("pageerror", (error) => faults.push(error.message));
      const { port } = files.address() as AddressInfo;
      await page.goto(`http://127.0.0.1:${port}/examples/${name}/?origin=${service.url}`);
      const items = page.locator(shown);
      await expect.poll(() => items.count()).toBeGreaterThan(0);
      const head = Number.parseInt((await items.first().textContent()) ?? "", 10);
      await service.mine(2);
      await expect.poll(() => items.first().textContent()).toMatch(new RegExp(`^${head + 2}: `));
      expect(faults).toEqual([]);
      await page.close();
    });

    test.each(["react_query", "vue_query"])(
      "%s shows older blocks and one of them",
      { timeout: 60_000 },
      async (name) => {
        const page = await browser.newPage();
        const { port } = files.address() as AddressInfo;
        await page.goto(`http://127.0.0.1:${port}/examples/${name}/?origin=${service.url}`);
        const items = page.locator("li");
        await expect.poll(() => items.count()).toBe(10);
        await page.getByRole("button", { name: "Older" }).click();
        await expect.poll(() => items.count()).toBe(20);
        const shown = Number.parseInt((await items.nth(15).textContent()) ?? "", 10);
        await items.nth(15).getByRole("button").click();
        await expect
          .poll(() => page.locator("output").textContent())
          .toMatch(new RegExp(`^Block ${shown}: \\d+ gas$`));
        await page.close();
      },
    );
  });
});

function runProgram(name: string, ...args: readonly string[]): Promise<Ended> {
  return runNode(`examples/${name}`, service.url, ...args).ended;
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

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".ts": "text/javascript",
  ".tsx": "text/javascript",
};

/** Serves the repository's folder, as any static server would, with TypeScript bundled. */
async function serveFiles(): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://files.example");
    const path = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
    const headers = { "Content-Type": TYPES[extname(path)] ?? "text/plain" };
    const read = /\.tsx?$/.test(path) ? bundle : readFile;
    read(join(ROOT, path)).then(
      (body) => response.writeHead(200, headers).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

async function bundle(path: string): Promise<Uint8Array> {
  const options = { bundle: true, write: false, format: "esm", jsx: "automatic" } as const;
  const { outputFiles } = await build({ entryPoints: [path], ...options });
  return outputFiles[0]?.contents ?? new Uint8Array();
}
