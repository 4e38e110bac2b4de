import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sampleOf } from "../_suites.ts";
import { COMMAND_LINE } from "./_command_line.ts";
import { runCli } from "./_process.ts";
import { runInProcess } from "./_run_in_process.ts";

const QUICK = ["--port", "0", "--history", "5", "--chain", "delta", "--mode", "manual"];
const UP = /up at (http:\/\/127\.0\.0\.1:\d+)/;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "operator-"));
  const running = runCli("serve", ...QUICK, "--history", "60", "--data", folder);
  await running.printed(UP);
  const { code, stderr } = await runInProcess(["serve", ...QUICK, "--data", folder]);
  expect(stderr).toMatch(
    /^error: Cannot use data folder [^:]*: it is in use by process \d+, since 20[^;]*; stop that process or choose another folder\n$/,
  );
  expect(code).toBe(1);
  running.kill();
  await running.ended;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("a data folder", () => {
  test("is opened by one of several concurrent starts, and the others say so", async () => {
    const fresh = ["--port", "0", "--history", "0", "--data", join(folder, "new", "folder")];
    const starts = Array.from({ length: 3 }, () => runCli("serve", ...fresh));
    const became = await Promise.all(
      starts.map(async (start) =>
        start.printed(UP).then(
          () => "up",
          async () => (await start.ended).stderr,
        ),
      ),
    );
    const refused = became.filter((text) => text !== "up");
    expect(refused).toHaveLength(2);
    for (const text of refused)
      expect(text).toMatch(/^error: Cannot use data folder .*: it is in use by/);
    for (const start of starts) start.kill();
    await Promise.all(starts.map(({ ended }) => ended));
  });

  test("of another seed is named with both seeds", async () => {
    const { stderr } = await runInProcess(["serve", ...QUICK, "--data", folder, "--seed", "4"]);
    expect(stderr).toBe(
      `error: Cannot open data folder ${folder}: its chain delta was created with the seed 0, not seed 4; use that seed or another folder\n`,
    );
  });

  test("of another seed is named where its seed was not recorded", async () => {
    await rm(join(folder, "alphadelta.json"));
    const { stderr } = await runInProcess(["serve", ...QUICK, "--data", folder, "--seed", "4"]);
    expect(stderr).toContain(
      `data folder ${folder}: its chain delta was created with another seed, not seed 4`,
    );
  });

  test.runIf(process.platform === "linux")("that cannot be created ends the command", async () => {
    for (const [command, why] of [
      [["serve", "--port", "0"], "ENOENT"],
      [["key", "list"], "no service has run on it"],
    ] as const) {
      const { code, stderr } = await runInProcess([...command, "--data", "/proc/x/y"]);
      expect(stderr).toContain(`error: Cannot use data folder /proc/x/y: ${why}`);
      expect(code).toBe(1);
    }
  });
});

describe.runIf(existsSync("/dev/full"))("standard output on a full disk", () => {
  function runOnFullDisk(...args: readonly string[]): {
    readonly kill: () => boolean;
    readonly ended: Promise<{ readonly code: unknown; readonly stderr: string }>;
  } {
    const full = openSync("/dev/full", "w");
    const child = spawn(process.execPath, [COMMAND_LINE, ...args], {
      stdio: ["ignore", full, "pipe"],
    });
    closeSync(full);
    let stderr = "";
    child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    const ended = new Promise<unknown>((resolve) => child.once("close", resolve));
    return { kill: () => child.kill(), ended: ended.then((code) => ({ code, stderr })) };
  }

  test("ends a check in one line", async () => {
    const { code, stderr } = await runOnFullDisk("check", "--data", folder).ended;
    expect(stderr).toMatch(/^error: Cannot write to standard output: ENOSPC[^\n]*\n$/);
    expect(code).toBe(1);
  });

  test.each(sampleOf(["--help", "--version", "__complete"]))(
    "ends %s in one line",
    async (word) => {
      const { code, stderr } = await runOnFullDisk(word).ended;
      expect(stderr).toMatch(/^error: Cannot write to standard output: ENOSPC[^\n]*\n$/);
      expect(code).toBe(1);
    },
  );

  const services: [string, string[]][] = [
    ["", ["serve"]],
    [" whose chain is named in front of it", ["--chain", "delta", "serve"]],
  ];
  test.each(sampleOf(services))("lets a service%s go on", async (_, words) => {
    const port = String(await freePort());
    const running = runOnFullDisk(...words, ...QUICK, "--port", port);
    const isUp = (): Promise<boolean> =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(isUp).toBe(true);
    running.kill();
    expect(await running.ended).toEqual({ code: 0, stderr: "" });
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

describe("a reader that closes the pipe", () => {
  beforeAll(async () => {
    const order = ["--email", "reader@example.org", "--data", folder];
    expect((await runInProcess(["key", "issue", ...order])).code).toBe(0);
  });

  const data = (...words: string[]): string[] => [...words, "--data", folder];

  const commands: [string, () => string[]][] = [
    ["key list", () => data("key", "list")],
    ["--version", () => ["--version"]],
    ["check", () => data("check")],
    ["the completion", () => ["__complete", ""]],
  ];
  test.each(sampleOf(commands, 2))("ends %s silently", async (_, args) => {
    const child = spawn(process.execPath, [COMMAND_LINE, ...args()]);
    child.stdout.destroy();
    let stderr = "";
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    const code = await new Promise((resolve) => child.once("close", resolve));
    expect(stderr).toBe("");
    expect(code).toBe(0);
  });
});

test("serve continues when the reader of its log has ended", async () => {
  const child = spawn(process.execPath, [COMMAND_LINE, "serve", ...QUICK, "--log", "requests"]);
  const [, origin = ""] = await new Promise<string[]>((resolve) => {
    child.stdout.once("data", (text: Buffer) => resolve(UP.exec(text.toString()) ?? []));
  });
  child.stderr.destroy();
  for (let request = 0; request < 3; request++) {
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  child.kill();
  expect(await new Promise((resolve) => child.once("close", resolve))).toBe(0);
});

describe("alphadelta serve with bounds", () => {
  test("reports that it is stopping for the time it was given", async () => {
    const running = runCli("serve", ...QUICK, "--stop-delay", "0.5", "--idle-timeout", "0.5");
    const [, origin = ""] = await running.printed(UP);
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    running.kill();
    const status = async (): Promise<number> => (await fetch(`${origin}/readyz`)).status;
    await expect.poll(status, { interval: 5 }).toBe(503);
    expect(await running.ended).toMatchObject({ code: 0, stderr: "" });
  });

  test("shows its metrics at an address of their own", async () => {
    const running = runCli("serve", ...QUICK, "--metrics-port", "0");
    const [, address = ""] = await running.printed(/metrics +(http:\S+)/);
    expect(await (await fetch(address)).text()).toContain("alphadelta_head_height");
    running.kill();
    await running.ended;
  });

  test("ends at once on a second signal of any kind", async () => {
    const running = runCli("serve", ...QUICK, "--stop-delay", "60");
    const [, origin = ""] = await running.printed(UP);
    running.kill("SIGINT");
    await expect.poll(async () => (await fetch(`${origin}/readyz`)).status).toBe(503);
    running.kill("SIGTERM");
    expect(await running.ended).toMatchObject({ code: 1, stderr: "" });
  });

  test.each([
    [["--max-connections", "0"], "must be a whole number from 1 to 1000000, got"],
    [["--metrics-port", "1", "--metrics-open"], "cannot be used with option"],
    [["--subjects", "x"], "must be a whole number from 1 to 10000000, got"],
    [["--headers-timeout", "0"], "must be a number from 0.001 to 86400, got"],
    [["--trusted-proxies", "proxy.test"], "--trusted-proxies must be a list of IP addresses"],
  ])("%j is refused", async (flags, message) => {
    const { code, stderr } = await runInProcess(["serve", ...QUICK, ...flags]);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});
