import { afterAll, beforeAll, expect, test } from "vitest";
import { createService, listen } from "../../src/service/mod.ts";
import { upstreamOf } from "../../src/upstream/mod.ts";
import { runInProcess } from "./_run_in_process.ts";

const running: { close(): Promise<void> }[] = [];

async function start(history: number): Promise<string> {
  const options = { segments: ["delta"], history, mode: "manual" } as const;
  const service = await createService(options);
  const server = await listen(service, { port: 0 });
  running.push(server, service);
  return server.origin;
}

let urls: readonly [string, string];
beforeAll(async () => {
  urls = [await start(5), await start(7)];
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
  const gone = "http://127.0.0.1:9";
  const { code, stdout, stderr } = await runInProcess(["status", urls[0], gone, "--interval", "1"]);
  expect(stdout).toMatch(/not ready/);
  expect(stderr).toMatch(
    /^http:\/\/127\.0\.0\.1:9 is not ready: .*\nerror: 1 of 2 processes are not ready\.$/m,
  );
  expect(code).toBe(1);
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
