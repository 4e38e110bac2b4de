import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawn } from "node:child_process";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { startService, type TestService } from "../../src/testing/mod.ts";
import { ManualClock } from "../_manual_clock.ts";
import { type Answer, type Received, Receiver, SECRET } from "../delivery/_receiver.ts";
import { IS_WHOLE } from "../_suites.ts";
import { COMMAND_LINE } from "./_command_line.ts";
import { type Ended, runCli, type Running } from "./_process.ts";
import { runInProcess } from "./_run_in_process.ts";

let service: TestService<"delta">;
let folder: string;
const receivers: Receiver[] = [];
const running: Running[] = [];

beforeAll(async () => void (service = await startService({ segments: ["delta"] })));
afterAll(() => service.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cli-deliver-"));
  writeFileSync(file("secret.txt"), `${SECRET}\n`);
});
afterEach(async () => {
  for (const each of running.splice(0)) {
    each.kill("SIGKILL");
    await each.ended;
  }
  for (const receiver of receivers.splice(0)) await receiver.close();
  rmSync(folder, { recursive: true });
});

function file(name: string): string {
  return join(folder, name);
}

async function open(answerTo?: (received: Received, count: number) => Answer): Promise<Receiver> {
  const receiver = await Receiver.open(answerTo);
  receivers.push(receiver);
  return receiver;
}

/** Delivers blocks by a process of its own, from the first cursor of the log on. */
function run(to: string, ...flags: readonly string[]): Running {
  return runOf("blocks", to, ...flags);
}

function runOf(name: string, to: string, ...flags: readonly string[]): Running {
  const child = runCli("deliver", name, ...flagsTo(to), ...flags);
  running.push(child);
  return child;
}

function flagsTo(to: string): string[] {
  return [
    ...["--to", to, "--chain", "delta", "--endpoint", service.url],
    ...["--state", file("state.db")],
  ];
}

function post({ url }: Receiver, ...flags: readonly string[]): Running {
  return run(url, ...signedLocally(), ...flags);
}

/** The flags of webhooks to this machine. */
function signedLocally(): string[] {
  return ["--secret-file", file("secret.txt"), "--allow-private"];
}

function numbers({ events }: Receiver): (number | undefined)[] {
  return events.map(({ data }) => data?.number);
}

/** Mines blocks until the receiver has some, since a delivery begins behind the newest block. */
async function mineUntil(holds: () => boolean): Promise<void> {
  while (!holds()) {
    await service.mine(1);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test("a process that is killed goes on where it was, and SIGTERM ends it", async () => {
  const receiver = await open();
  const first = post(receiver);
  await mineUntil(() => receiver.events.length > 0);
  first.kill("SIGKILL");
  await first.ended;
  const before = receiver.events.length;
  await service.mine(3);
  const second = post(receiver, "--json");
  await receiver.until(() => receiver.events.length >= before + 3);
  const { blockHeight } = await service.client("delta").getChainInfo();
  await receiver.until(() => numbers(receiver).at(-1) === blockHeight);
  second.kill("SIGTERM");
  const { code, stdout, stderr } = await second.ended;
  expect([code, stderr]).toEqual([0, ""]);
  expect(JSON.parse(stdout)).toMatchObject({ cursor: receiver.events.at(-1)?.cursor });
  const [begin = 0] = numbers(receiver);
  const expected = Array.from({ length: blockHeight - begin + 1 }, (_, at) => begin + at);
  expect([...new Set(numbers(receiver))]).toEqual(expected);
});

test("accountActivity is the transactions of the addresses in a file, which may change from run to run", async () => {
  const [alice = "", bob = "", carol = ""] = (await service.accounts("delta")).map(
    ({ address }) => address,
  );
  const client = service.client("delta", { events: { polling: false } });
  const stream = client.events.subscribe("transactions");
  await stream.ready;
  const begin = ["--after", stream.cursor ?? "", "--addresses", file("watch.txt")];
  const receiver = await open();
  const own = ["--secret-file", file("secret.txt"), "--allow-private", ...begin];

  writeFileSync(file("watch.txt"), `${bob} # the shop\n`);
  const first = runOf("accountActivity", receiver.url, ...own);
  await service.fund(alice, 1n);
  const one = await service.fund(bob, 1n);
  await receiver.until(() => receiver.events.length > 0);
  first.kill("SIGTERM");
  expect((await first.ended).code).toBe(0);

  writeFileSync(file("watch.txt"), `${bob}\n${carol}\n`);
  await service.fund(alice, 1n);
  const other = await service.fund(carol, 1n);
  runOf("accountActivity", receiver.url, ...own);
  await receiver.until(() => receiver.events.length > 1);
  expect(receiver.events.map(({ data }) => data?.hash)).toEqual([one, other]);
});

test("a host or a port that metrics cannot have is named by its flag", async () => {
  const own = [
    "--chain",
    "delta",
    "--endpoint",
    service.url,
    "--to",
    "-",
    "--state",
    file("state"),
  ];
  const served = (...flags: string[]) => runInProcess(["deliver", "blocks", ...own, ...flags]);
  const { port } = new URL(service.url);
  const taken = await served("--metrics-port", port);
  expect(taken.stderr).toMatch(/EADDRINUSE\. Choose another --metrics-port\.\n$/);
  const away = await served("--metrics-port", "0", "--metrics-host", "192.0.2.1");
  expect(away.stderr).toMatch(/EADDRNOTAVAIL\. Choose another --metrics-host\.\n$/);
});

test("accountActivity needs a file of addresses", async () => {
  const { code, stderr } = await runInProcess([
    ...["deliver", "accountActivity", "--to", "-", "--chain", "delta"],
    ...["--endpoint", service.url, "--state", file("state.db")],
  ]);
  expect([code, stderr]).toEqual([
    2,
    'error: Missing --addresses: use "alphadelta deliver accountActivity --to <url> --state <file> --addresses <file>".\n',
  ]);
});

test.runIf(IS_WHOLE)(
  "a batch under way when the process is killed is sent again, the same bytes under the same id",
  async () => {
    const receiver = await open((_, count) => ({ isSilent: count === 1 }));
    const first = post(receiver);
    await mineUntil(() => receiver.requests.length > 0);
    first.kill("SIGKILL");
    await first.ended;
    await service.mine(3);
    post(receiver);
    await receiver.until(() => receiver.acknowledged.length >= 2);
    const [before, again, next] = receiver.requests as [Received, Received, Received];
    expect([again.id, again.body]).toEqual([before.id, before.body]);
    const [last = 0] = before.events.slice(-1).map(({ data }) => data?.number ?? 0);
    expect(next.events[0]?.data?.number).toBe(last + 1);
  },
);

test("a receiver that is gone ends it with an exit code of its own", async () => {
  const receiver = await open(() => ({ status: 410 }));
  const child = post(receiver);
  await mineUntil(() => receiver.requests.length > 0);
  const { code, stdout, stderr } = await child.ended;
  expect([code, stdout]).toEqual([5, ""]);
  expect(stderr).toMatch(
    /^error: The receiver at 127\.0\.0\.1:\d+ wants no more: it answered 410\. /,
  );
});

test.runIf(IS_WHOLE)(
  "a receiver that is given up ends it with an exit code of its own",
  async () => {
    const receiver = await open(() => ({ status: 500 }));
    const clock = new ManualClock();
    const ended = runInProcess(
      ["deliver", "blocks", ...flagsTo(receiver.url), ...signedLocally(), "--give-up", "1s"],
      { clock },
    );
    await mineUntil(() => receiver.requests.length > 0);
    await expect.poll(() => clock.untilNext).toBeLessThanOrEqual(1_000);
    await clock.advance(1_000);
    const { code, stdout, stderr } = await ended;
    expect([code, stdout]).toEqual([5, ""]);
    expect(stderr).toMatch(
      /^Not acknowledged, trying again: 127\.0\.0\.1:\d+ answered 500\.\nerror: Gave up: the receiver fails since /,
    );
  },
);

test("an expired cursor ends it with an exit code of its own", async () => {
  const { code, stderr } = await run("-", "--after", "foo").ended;
  expect(code).toBe(6);
  expect(stderr).toMatch(
    /^error: Cannot deliver blocks of delta: --after must be a cursor whose events the service has \(Cursor expired: "foo" is no cursor of this service: subscribe after the oldest one, [\w-]+, or without one \(-32004\)\)\n$/,
  );
});

test.each([
  [
    "missing/state.db",
    /^error: Cannot deliver: --state must be a file in a folder that exists, got /,
  ],
  [".", /^error: Cannot deliver: --state must be a file, got the folder /],
])("a state at %s is refused", async (name, told) => {
  const own = ["--chain", "delta", "--endpoint", service.url, "--to", "-", "--state", file(name)];
  const { code, stderr } = await runInProcess(["deliver", "blocks", ...own]);
  expect(stderr).toMatch(told);
  expect(code).toBe(2);
});

test("a state of another topic, or in use, is refused", async () => {
  const receiver = await open();
  post(receiver);
  await mineUntil(() => receiver.events.length > 0);
  const { code, stderr } = await post(receiver).ended;
  expect([code, stderr]).toEqual([
    1,
    `error: Cannot use the state ${file("state.db")}: another process delivers with it. End that one, or choose another file.\n`,
  ]);
  running[0]?.kill();
  await running[0]?.ended;
  const other = await run("-").ended;
  expect(other.code).toBe(2);
  expect(other.stderr).toContain("it is of another delivery, blocks of delta as webhook, not ");
});

test.each<[string, readonly string[], RegExp]>([
  [
    "http",
    ["--to", "http://my.example/"],
    /: --to must be an https URL \(http only with --allow-private\) without/,
  ],
  ["an address of this machine", ["--to", "https://127.0.0.1/"], /; --allow-private permits/],
  ["a name of this machine", ["--to", "https://localhost/"], /; --allow-private permits/],
  ["secrets for standard output", ["--to", "-"], /^error: Cannot sign standard output: /],
  [
    "a file without secrets",
    ["--to", "https://my.example/", "--secret-file", "/dev/null"],
    /^error: Cannot use the secrets in \/dev\/null, named by --secret-file: it has 0 lines; /,
  ],
])("%s is refused", async (_, flags, told) => {
  const common = ["--endpoint", service.url, "--chain", "delta", "--state", file("state.db")];
  const own = [...common, "--secret-file", file("secret.txt"), ...flags];
  const { code, stdout, stderr } = await runInProcess(["deliver", "blocks", ...own]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(told);
});

test("no message has a secret, be it wrong or not", async () => {
  const hidden = "whsec_c2hvcnQ=";
  writeFileSync(file("secret.txt"), hidden);
  const common = ["--endpoint", service.url, "--chain", "delta", "--state", file("state.db")];
  const own = [...common, "--secret-file", file("secret.txt"), "--to", "https://my.example/"];
  const { code, stderr } = await runInProcess(["deliver", "blocks", ...own]);
  expect([code, stderr]).toEqual([
    2,
    "error: Cannot sign with secret 1: the secrets of --secret-file must be whsec_ and 24 to 64 bytes in base64\n",
  ]);
  const without = ["deliver", "blocks", ...own.slice(0, -4), ...own.slice(-2)];
  const { stderr: missing } = await runInProcess(without);
  expect(missing).toBe(
    "error: Missing --secret-file: a receiver verifies what is delivered by a secret.\n",
  );
});

test("standard output has a line for each event, and a reader that has enough ends it silently", async () => {
  const own = ["--chain", "delta", "--endpoint", service.url, "--state", file("state.db")];
  const args = [COMMAND_LINE, "deliver", "blocks", "--to", "-", ...own];
  const child = spawn(process.execPath, args, { env: { XDG_CONFIG_HOME: "/proc/none" } });
  const ended = once(child, "close") as Promise<[Ended["code"]]>;
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  await mineUntil(() => stdout.includes("\n"));
  const [line = ""] = stdout.split("\n");
  expect(JSON.parse(line)).toMatchObject({ topic: "blocks", cursor: expect.any(String) });
  child.stdout.destroy();
  await mineUntil(() => child.exitCode !== null);
  expect([(await ended)[0], stderr]).toEqual([0, ""]);
});

test("metrics tell what was delivered", async () => {
  const receiver = await open((_, count) => ({ status: count === 1 ? 500 : 204 }));
  const child = post(receiver, "--metrics-port", "0");
  await mineUntil(() => receiver.events.length > 0);
  const [, url = ""] = await child.told(/^Metrics at (\S+)\.$/m);
  await expect
    .poll(async () => (await fetch(url)).text())
    .toMatch(/^alphadelta_delivery_waiting_events 0$/m);
  const text = await (await fetch(url)).text();
  expect(text).toContain(
    'alphadelta_delivery_attempts_total{acknowledged="false",status="500"} 1\n',
  );
  expect(text).toContain(`alphadelta_delivery_events_total ${receiver.events.length}\n`);
  expect(text).toContain("alphadelta_delivery_lag_blocks 0\n");
});
