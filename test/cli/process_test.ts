import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeFailure } from "../../src/cli/exit_error.ts";
import { NoReceiptError } from "../../src/errors/mod.ts";
import type { FirstSegment } from "../../src/generated/segments.gen.ts";
import { startService, type TestService } from "../../src/testing/mod.ts";
import { ManualClock } from "../_manual_clock.ts";
import { COMMAND_LINE } from "./_command_line.ts";
import { runInProcess } from "./_run_in_process.ts";

const SECRET = "adk_0123456789abcdef";

let service: TestService<FirstSegment>;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  service = await startService({ history: 30 });
  env = {
    PATH: process.env.PATH,
    TERM: "xterm",
    XDG_CONFIG_HOME: "/proc/none",
    ALPHADELTA_CHAIN: "delta",
    ALPHADELTA_ENDPOINT: service.url,
  };
});
afterAll(() => service.close());

function start(...args: readonly string[]) {
  return spawn(process.execPath, [COMMAND_LINE, ...args], { env });
}

test("a command ends silently when its reader closes the pipe", async () => {
  const child = start("blocks", "--all", "--ndjson");
  child.stdout.destroy();
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect([code, stderr]).toEqual([0, ""]);
});

test("an interrupt ends a command with 130, and the key is in no argument of the process", async () => {
  env.ALPHADELTA_KEY_FILE = "-";
  const child = start("watch", "blocks", "--from", "0", "--ndjson");
  delete env.ALPHADELTA_KEY_FILE;
  // Not ended: the command goes on reading, and is there to be listed.
  child.stdin.write(SECRET);
  const { stdout: listed } = await promisify(execFile)("ps", ["-o", "args=", "-p", `${child.pid}`]);
  expect(listed).toContain("watch blocks");
  expect(listed).not.toContain(SECRET);
  child.kill("SIGKILL");

  const watching = start("watch", "blocks", "--from", "0", "--ndjson");
  await new Promise((resolve) => watching.stdout.once("data", resolve));
  watching.kill("SIGINT");
  const code = await new Promise((resolve) => watching.once("close", resolve));
  expect(code).toBe(130);
});

test("a key that comes late on standard input is waited for", async () => {
  const args = ["watch", "blocks", "--key-file", "-"];
  const waiting = start(...args);
  const answered = once(waiting.stderr, "data").then(String);
  const other = start(...args);
  other.stdin.end("no key");
  const refusal = String((await once(other.stderr, "data"))[0]);
  expect(refusal).toContain("Cannot use the key in standard input");
  // The one that was started first reads too by now.
  expect(waiting.exitCode).toBe(null);
  waiting.stdin.end("no key");
  expect(await answered).toBe(refusal);
});

test("a watch from a height to come says what it waits for", async () => {
  const watching = start("watch", "blocks", "--from", "999999");
  const [said] = await once(watching.stderr, "data");
  watching.kill("SIGINT");
  expect(String(said)).toMatch(/^Waiting for block 999999; the newest is block \d+\.\n$/);
});

test("a watch without a service says why it waits, goes on trying, and says when it is connected", async () => {
  let isUp = false;
  const front = createServer((socket) => {
    socket.on("error", () => undefined);
    if (isUp) {
      const back = connect(Number(new URL(service.url).port)).on("error", () => undefined);
      socket.pipe(back).pipe(socket);
    } else socket.destroy();
  });
  await once(front.listen(0, "127.0.0.1"), "listening");
  const { port } = front.address() as AddressInfo;
  const watching = start("watch", "blocks", "--endpoint", `http://127.0.0.1:${port}`, "--ndjson");
  let said = "";
  watching.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await expect
    .poll(() => said, { timeout: 20_000 })
    .toMatch(/^Waiting for the service, trying again: WebSocket: .+\n/);
  isUp = true;
  await expect.poll(() => said, { timeout: 20_000 }).toMatch(/\nConnected\.\n$/);
  watching.kill("SIGINT");
  front.close();
}, 60_000);

test("a command that npx started ends when the shell between them does", async () => {
  // npx runs it in a shell, which a signal ends alone.
  const line = `"${process.execPath}" "${COMMAND_LINE}" watch blocks --from 0 --ndjson; exit`;
  const shell = spawn("sh", ["-c", line], { env: { ...env, npm_lifecycle_event: "npx" } });
  await once(shell.stdout, "data");
  const closed = once(shell.stdout.resume(), "close");
  shell.kill("SIGTERM");
  await closed;
});

test("a wait for an unknown transaction ends with 3, and says what was found", async () => {
  const hash = `0x${"7".repeat(64)}`;
  const waitAt = async (endpoint: string): Promise<readonly [unknown, string]> => {
    const clock = new ManualClock(Date.now());
    const args = ["receipt", hash, "--wait", "--timeout", "1", "--endpoint", endpoint];
    const run = runInProcess(args, { env: { ALPHADELTA_CHAIN: "delta" }, clock });
    const { code, stderr } = await clock.until(run);
    return [code, stderr];
  };
  const [code, text] = await waitAt(service.url);
  expect(text).toContain(`No receipt of ${hash} (timeout): `);
  expect(text).not.toContain("Is the service running");
  expect(code).toBe(3);
  const [failed, advice] = await waitAt("http://127.0.0.1:9");
  expect(advice).toContain("Is the service running there?");
  expect(failed).toBe(1);
});

test("a wait whose requests failed, or were not answered in time, asks whether the service runs", () => {
  const evidence = [
    { kind: "fault", operation: "tx_getTransaction", text: "failed", error: new Error("refused") },
    { kind: "fault", operation: "tx_getTransaction", text: "did not respond in time" },
  ] as const;
  const context = { segment: "delta", operation: "waitForReceipt" } as const;
  const error = new NoReceiptError("timeout", { txHash: "0x77", evidence }, context);
  const { exitCode, text } = describeFailure(error);
  expect(text).toMatch(/in time\. Is the service running there\?/);
  expect(exitCode).toBe(1);
});

describe("on a terminal", () => {
  /** Output of a command on a pseudo-terminal of 80 columns. */
  async function onTerminal(args: string, more: NodeJS.ProcessEnv = {}): Promise<string> {
    const command = `stty cols 80; "${process.execPath}" "${COMMAND_LINE}" ${args}`;
    const run = promisify(execFile)("script", ["-qec", command, "/dev/null"], {
      env: { ...env, ...more },
    });
    return (await run).stdout.replaceAll("\r\n", "\n");
  }

  test("a table is aligned, fits the width and has a title in bold", async () => {
    const printed = await onTerminal("blocks --limit 2");
    const lines = printed.trim().split("\n");
    expect(lines[0]?.startsWith("\u001b[1mNUMBER  HASH")).toBe(true);
    expect(lines[0]?.endsWith("VALIDATOR\u001b[22m")).toBe(true);
    expect(lines[1]).toMatch(/^ +30 {2}0x\w+…\w+ +\d+ \w+ ago +\d+ {2}dx1\w+…\w+$/);
    for (const line of lines.slice(1)) expect(line.length).toBeLessThanOrEqual(80);
  });

  test("NO_COLOR leaves the colours out unless it is empty", async () => {
    expect(await onTerminal("blocks --limit 2", { NO_COLOR: "1" })).not.toContain("\u001b");
    expect(await onTerminal("blocks --limit 2", { NO_COLOR: "" })).toContain("\u001b");
  });
});
