import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createService, listen, type Listener } from "../../src/service/mod.ts";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");

interface Outcome {
  readonly code: number;
  readonly lines: readonly string[];
}

/** Runs the command as `npm run exchanges` does. */
function run(...args: string[]): Promise<Outcome> {
  const command = [join(ROOT, "test/exchange_runner/main.ts"), ...args];
  return new Promise((resolve) => {
    execFile(process.execPath, command, { cwd: ROOT }, (error, stdout, stderr) => {
      const code = error ? Number(error.code) : 0;
      resolve({ code, lines: `${stdout}${stderr}`.trim().split("\n") });
    });
  });
}

describe("against a service", () => {
  let listener: Listener;

  beforeAll(async () => {
    const options = {
      history: 10,
      mode: "manual" as const,
      traffic: false,
      log: () => undefined,
      keylessTier: "Enterprise" as const,
    };
    listener = await listen(await createService(options), { port: 0 });
  });

  afterAll(() => listener.close());

  test("It exits 0 when every case passes, and says how many were not run", async () => {
    expect(await run("--origin", `${listener.origin}/`, "--only", "getBlock/")).toEqual({
      code: 0,
      lines: ["16 passed, 0 failed"],
    });
    const { code, lines } = await run(
      "--origin",
      listener.origin,
      "--only",
      "listBlocks/last_page",
    );
    expect(code).toBe(0);
    expect(lines[0]).toContain("4 not run");
    expect(lines[1]).toBe("0 passed, 0 failed");
  });
});

test("It exits 1 with a line for each case that fails", async () => {
  const server = createServer((_request, response) => {
    response.writeHead(404, { "Content-Type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const { code, lines } = await run(
    "--origin",
    `http://127.0.0.1:${port}`,
    "--only",
    "listValidators/active",
  );
  server.close();
  expect(code).toBe(1);
  const reason = "line 4: status: expected 200, got 404 {}";
  expect(lines).toEqual([
    `listValidators/active.io on delta: ${reason}`,
    `listValidators/active.io on delta-testnet: ${reason}`,
    "0 passed, 2 failed",
  ]);
});

describe("It exits 2 with one line", () => {
  test.each([
    [["--origin", "http://127.0.0.1:1"], "Cannot reach http://127.0.0.1:1"],
    [[], '--origin must be a URL http://… or https://…, got ""'],
    [
      ["--origin", "http://127.0.0.1:1", "--only", "nowhere"],
      'No file\'s path has "nowhere" in it',
    ],
  ])("for %j", async (args, message) => {
    const { code, lines } = await run(...args);
    expect(code).toBe(2);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(message);
  });
});
