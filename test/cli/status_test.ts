import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runProgram } from "../../src/cli/run_program.ts";
import { createService, listen, type Listener, type ListenOptions } from "../../src/service/mod.ts";
import { upstreamOf } from "../../src/upstream/mod.ts";
import { runInProcess } from "./_run_in_process.ts";

/** Nothing listens there. */
const GONE = "http://127.0.0.1:9";

const QUICK = ["--once", "--interval", "1"] as const;

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
  const asked = runInProcess(["status", ...urls, "--interval", "1", "--json"]);
  await fetch(`${urls[0]}/v1/delta/blocks/99`);
  const { code, stdout } = await asked;
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

test("a process that does not answer is named with the reason, and the command fails", async () => {
  const { code, stdout, stderr } = await runInProcess(["status", urls[0], GONE, "--interval", "1"]);
  expect(stdout).toMatch(/not ready/);
  expect(stderr).toMatch(
    /^http:\/\/127\.0\.0\.1:9 is not ready: .*\nerror: 1 of 2 processes are not ready\.$/m,
  );
  expect(code).toBe(1);
});

test("a process that serves its metrics at a port of their own is read there", async () => {
  const { origin, metricsOrigin = "" } = await start(3, { metricsPort: 0 });
  const { code, stdout } = await runInProcess(["status", metricsOrigin, "--json", ...QUICK]);
  expect(JSON.parse(stdout)).toMatchObject([{ process: metricsOrigin, state: "ready", height: 3 }]);
  expect(code).toBe(0);
  const other = await runInProcess(["status", origin, ...QUICK]);
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
  const { code, stderr } = await runInProcess(["status", url, ...QUICK]);
  expect(stderr).toContain("/readyz answers 200, and not as a service does; is the address right?");
  expect(code).toBe(1);
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
  const { stdout } = await runInProcess(["status", url, "--json", ...QUICK]);
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
  await runProgram(["status", ...urls, GONE, "http://127.0.0.1:10", "--interval", "1"], {
    ...{
      env,
      stdout,
      stderr,
      readInput: async () => "",
      now: Date.now,
      secrets: new Set<string>(),
    },
  });
  for (const frame of frames) {
    const lines = frame.replaceAll("\u001b", "ESC").split("\n");
    expect(lines[0]).toMatch(/^ESC\[Hhttp:.* is not ready: .*ESC\[K$/);
    expect(lines[3]).toMatch(/^\d+ lines do not fit\.ESC\[K$/);
    expect(lines[4]).toBe("ESC[J");
    expect(lines).toHaveLength(5);
  }
});

test("columns can be chosen, those of figures too that are not known yet", async () => {
  const args = ["--columns", "process,p99", ...QUICK];
  const { stdout } = await runInProcess(["status", urls[0], ...args]);
  expect(stdout).toMatch(/^PROCESS +P99\n127\.0\.0\.1:\d+ +(?:-|\S+ m?s)\n$/);
});

test("what is no address is wrong use, and repeats no password", async () => {
  const { code, stderr } = await runInProcess(["status", "http://ann:secret@host"]);
  expect(stderr).toBe(
    "error: Cannot read the status: give addresses such as http://127.0.0.1:8645.\n",
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
  const { stdout } = await runInProcess(["status", server.origin, "--interval", "1", "--json"]);
  const [row] = JSON.parse(stdout);
  expect(row).toMatchObject({ role: "gateway", upstream: urls[0], upstreamLag: 0 });
  expect(row.upstreamQuota).toBeGreaterThan(9_000);
});
