import { createServer, type Server } from "node:http";
import { readdir, readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import worker from "../examples/worker/worker.ts";
import { startService, type TestService } from "../src/testing/mod.ts";
import { launchChromium } from "./_chromium.ts";
import { type Ended, runNode } from "./cli/_process.ts";
import { run } from "./scripts/_run.ts";

const ROOT = new URL("..", import.meta.url).pathname;
const DENO = process.env.DENO_PATH;

/** What each program prints, with further arguments than the origin. */
const PROGRAMS: Readonly<Record<string, { readonly args?: string[]; readonly prints: RegExp }>> = {
  "batch.ts": { prints: /^(?:dx1\w{38} {2}\d+\n){3,}$/ },
  "export_csv.ts": {
    prints: /^number,hash,timestamp,validator,txCount\n0,0x\w+,\d+,dx1\w+,\d+\n1,/,
  },
  "first_call.ts": { prints: /^delta mainnet: height \d+\n(?:0x\w{64} moved \d+\n){3}$/ },
  "hey_api_client.ts": { prints: /number: 3,[^]*requests are left today\n$/ },
  "send_and_wait.ts": { prints: /^0x\w{64} is in block \d+: success\n$/ },
  "walk_account.ts": { prints: /^dx1\w{38}: [1-9]\d* transactions, in \d+, out \d+\n$/ },
  "watch_blocks.ts": { args: ["3"], prints: /^(?:\d+ 0x\w{64} \d+ transactions\n){3}$/ },
};

let service: TestService<"delta">;
beforeAll(async () => {
  service = await startService({
    segments: ["delta"],
    history: 30,
    mode: "on-submit",
    tier: "Registered",
  });
});
afterAll(() => service.close());

describe("the examples", () => {
  test("are all run here", async () => {
    const entries = await readdir(join(ROOT, "examples"), { withFileTypes: true });
    const names = entries.map(({ name }) => name).filter((name) => !name.startsWith("."));
    const further = ["browser", "deno", "local_tests", "worker"];
    expect(names.toSorted()).toEqual([...Object.keys(PROGRAMS), ...further].toSorted());
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

  test("worker answers requests", async () => {
    const request = new Request("https://worker.example/");
    const answer = await worker.fetch(request, { SERVICE: service.url });
    expect(await answer.json()).toMatchObject({ network: "mainnet" });
    expect(answer.status).toBe(200);
  });

  test("local_tests passes in a runner of its own", { timeout: 60_000 }, async () => {
    const { code, stdout } = await run("vitest", ["run", "--root", "examples/local_tests"]);
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

  test("browser shows blocks as they come", { tags: "browser", timeout: 60_000 }, async () => {
    const files = await serveFiles();
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      const faults: string[] = [];
      page.on("pageerror", (error) => faults.push(error.message));
      const { port } = files.address() as AddressInfo;
      await page.goto(`http://127.0.0.1:${port}/examples/browser/?origin=${service.url}`);
      const items = page.locator("#blocks li");
      await expect.poll(() => items.count(), { timeout: 20_000 }).toBe(1);
      await service.mine(2);
      await expect.poll(() => items.count(), { timeout: 20_000 }).toBe(3);
      expect(faults).toEqual([]);
    } finally {
      await browser.close();
      files.close();
    }
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
};

/** Serves the repository's folder, as any static server would. */
async function serveFiles(): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://files.example");
    const path = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
    const headers = { "Content-Type": TYPES[extname(path)] ?? "text/plain" };
    readFile(join(ROOT, path)).then(
      (body) => response.writeHead(200, headers).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}
