import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runProgram } from "../../src/cli/run_program.ts";
import { terminalOf } from "../../src/cli/terminal.ts";
import { createService, listen, type Listener, type ListenOptions } from "../../src/service/mod.ts";
import { upstreamOf } from "../../src/upstream/mod.ts";
import { ManualClock } from "../_manual_clock.ts";
import type { Ended } from "./_process.ts";
import { runInProcess } from "./_run_in_process.ts";

/** Nothing listens there. */
const GONE = "http://127.0.0.1:9";

/** Runs the command on a clock of its own, so that no test waits for the time between two readings. */
function runStatus(args: readonly string[]): Promise<Ended> {
  const clock = new ManualClock();
  return clock.until(runInProcess(["status", ...args], { clock }));
}

const running: { close(): Promise<void> }[] = [];

async function start(history: number, options: ListenOptions = {}): Promise<Listener> {
  const devnet = { segments: ["delta"], history, mode: "manual" } as const;
  const service = await createService(devnet);
  const server = await listen(service, { port: 0, ...options });
  running.push(server, service);
  return server;
}

let urls: readonly [string, string];
beforeAll(async () => {
  urls = [(await start(5)).origin, (await start(7)).origin];
});
afterAll(async () => {
  for (const one of running) await one.close();
});

test("status shows each process with its segments, and how far it is behind", async () => {
  const clock = new ManualClock();
  const asked = runInProcess(["status", ...urls, "--json"], { clock });
  // The wait between two readings.
  await expect.poll(() => clock.pending).toBe(1);
  await fetch(`${urls[0]}/v1/delta/blocks/99`);
  const { code, stdout } = await clock.until(asked);
  expect(JSON.parse(stdout)).toMatchObject([
    {
      process: urls[0],
      segment: "delta",
      role: "alone",
      height: 5,
      lag: 2,
      state: "ready",
      errors: 0,
    },
    {
      process: urls[1],
      segment: "delta",
      role: "alone",
      height: 7,
      lag: 0,
      state: "ready",
      errors: 0,
    },
  ]);
  expect(code).toBe(0);
});

test("without an address it reads the endpoint of the settings", async () => {
  const clock = new ManualClock();
  const env = { ALPHADELTA_ENDPOINT: urls[0] };
  const { code, stdout } = await clock.until(
    runInProcess(["status", "--once", "--json"], { clock, env }),
  );
  expect(JSON.parse(stdout)).toMatchObject([{ process: urls[0] }]);
  expect(code).toBe(0);
});

test("a process that does not answer is named with the reason, and the command fails", async () => {
  const { code, stdout, stderr } = await runStatus([urls[0], GONE]);
  expect(stdout).toMatch(/not ready/);
  expect(stderr).toMatch(
    /^http:\/\/127\.0\.0\.1:9 is not ready: .*\nerror: 1 of 2 processes are not ready\.$/m,
  );
  expect(code).toBe(1);
});

test("a process that serves its metrics at a port of their own is read there", async () => {
  const { origin, metricsOrigin = "" } = await start(3, { metricsPort: 0 });
  const { code, stdout } = await runStatus([metricsOrigin, "--json", "--once"]);
  expect(JSON.parse(stdout)).toMatchObject([{ process: metricsOrigin, state: "ready", height: 3 }]);
  expect(code).toBe(0);
  const other = await runStatus([origin, "--once"]);
  expect(other.stderr).toMatch(/has no \/metrics for this machine: .* --metrics-port\.\n$/);
});

/** A server that is no service of ours. */
async function answering(answer: (path: string) => string): Promise<string> {
  const server = createServer(({ url = "" }, response) => response.end(answer(url)));
  running.push({ close: async () => void server.close() });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("a server of another kind is not ready, whatever it answers", async () => {
  const url = await answering(() => "<h1>Welcome</h1>");
  const { code, stderr } = await runStatus([url, "--once"]);
  expect(stderr).toContain("/readyz answers 200, and not as a service does; is the address right?");
  expect(code).toBe(1);
});

test("a standby writer is told from a gateway, and columns have one order whatever is down", async () => {
  const fleetProcess = (isProducer: number, term: number): Promise<string> =>
    answering((path) =>
      path === "/readyz"
        ? "ready\n"
        : `alphadelta_producer ${isProducer}
alphadelta_lease_term{segment="delta"} ${term}
alphadelta_head_height{segment="delta"} 7
`,
    );
  const processes = [await fleetProcess(1, 3), await fleetProcess(1, 0), await fleetProcess(0, 0)];
  const { stdout } = await runStatus([GONE, ...processes, "--columns", "all"]);
  const [titles = "", , ...rows] = stdout.split("\n");
  expect(rows.slice(0, 3).map((row) => row.split(/ {2,}/)[3])).toEqual([
    ...["writer", "standby", "gateway"],
  ]);
  const upFirst = await runStatus([...processes, GONE, "--columns", "all"]);
  expect(upFirst.stdout.split("\n")[0]).toBe(titles);
});

test("errors are requests answered with 5xx, and calls of JSON-RPC with an internal error", async () => {
  let reading = 0;
  const metrics = (count: number): string => `
alphadelta_requests_total{protocol="rest",operation="getBlock",status="2xx"} ${count * 60}
alphadelta_requests_total{protocol="rest",operation="getBlock",status="5xx"} ${count * 10}
alphadelta_requests_total{protocol="rpc",operation="batch",status="2xx"} ${count * 30}
alphadelta_rpc_calls_total{transport="http",method="chain_getInfo",code="-32603"} ${count * 40}
alphadelta_rpc_calls_total{transport="http",method="chain_getInfo",code="-32602"} ${count * 70}
`;
  const url = await answering((path) => (path === "/readyz" ? "ready\n" : metrics(reading++)));
  const { stdout } = await runStatus([url, "--json", "--once"]);
  const [{ requests, errors }] = JSON.parse(stdout);
  expect(errors / requests).toBeCloseTo(0.5);
});

test("on a terminal each reading takes the place of the last one by one write", async () => {
  const frames: string[] = [];
  const stdout = {
    ...{ isTTY: true, columns: 60, rows: 5 },
    write(text: string) {
      frames.push(text);
      if (frames.length === 2) throw new Error("enough");
    },
  };
  const stderr = { isTTY: true, columns: 60, write: () => undefined };
  const env = { XDG_CONFIG_HOME: "/proc/none", NO_COLOR: "1" };
  const clock = new ManualClock();
  const terminal = terminalOf({
    env,
    stdout,
    stderr,
    readInput: async () => new Uint8Array(),
    clock,
  });
  const args = ["status", ...urls, GONE, "http://127.0.0.1:10"];
  await clock.until(runProgram(args, terminal));
  for (const frame of frames) {
    const lines = frame.replaceAll("\u001b", "ESC").split("\n");
    expect(lines[0]).toMatch(/^ESC\[Hhttp:.* is not ready: .*ESC\[K$/);
    expect(lines[3]).toMatch(/^\d+ lines do not fit\.ESC\[K$/);
    expect(lines[4]).toBe("ESC[J");
    expect(lines).toHaveLength(5);
  }
});

test("columns can be chosen, those of figures too that are not known yet", async () => {
  const args = ["--columns", "process,p99", "--once"];
  const { stdout } = await runStatus([urls[0], ...args]);
  expect(stdout).toMatch(/^PROCESS +P99\n127\.0\.0\.1:\d+ +(?:-|\S+ m?s)\n$/);
});

test("a process behind a proxy is read below its prefix, and shown by it", async () => {
  const pass = async (url: string, response: ServerResponse): Promise<void> => {
    const isBelow = url.startsWith("/chain/");
    const answer = await fetch(urls[0] + (isBelow ? url.slice("/chain".length) : "/nothing"));
    response.writeHead(answer.status).end(await answer.text());
  };
  const proxy = createServer(({ url = "" }, response) => void pass(url, response));
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}/chain`;
  const { code, stdout, stderr } = await runStatus([`${address}/`, "--once"]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(new RegExp(`\n127\\.0\\.0\\.1:${port}/chain +ready `));
  const [row] = JSON.parse((await runStatus([address, "--json"])).stdout);
  expect(row).toMatchObject({ process: address, state: "ready", height: 5 });
  await new Promise((resolve) => proxy.close(resolve));
});

test("what is no address is wrong use, and repeats no password", async () => {
  const { code, stderr } = await runStatus(["http://ann:secret@host"]);
  expect(stderr).toBe(
    "error: Cannot use an address: expected an origin such as http://127.0.0.1:8645, without a key.\n",
  );
  expect(code).toBe(2);
});

test("of a gateway it shows the upstream in use, how far that is behind, and its quota", async () => {
  const gateway = await createService({
    segments: ["delta"],
    upstream: upstreamOf({ endpoints: urls[0], tier: "Registered" }),
  });
  const server = await listen(gateway, { port: 0 });
  running.unshift(server);
  const { stdout } = await runStatus([server.origin, "--json"]);
  const [row] = JSON.parse(stdout);
  expect(row).toMatchObject({ role: "gateway", upstream: urls[0], upstreamLag: 0 });
  expect(row.upstreamQuota).toBeGreaterThan(9_000);
});
