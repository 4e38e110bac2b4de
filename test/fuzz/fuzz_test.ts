import { run } from "../scripts/_run.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createService, listen, type Listener, type LogEntry } from "../../src/service/mod.ts";
import { runFuzz } from "./run_fuzz.ts";

const SEED = 1;
const errors: LogEntry[] = [];
let listener: Listener;

beforeAll(async () => {
  const service = await createService({
    segments: ["alpha", "delta"],
    history: 30,
    mode: "on-submit",
    traffic: false,
    keylessTier: "Enterprise",
    keysPerDay: 1_000,
    keysPerAddress: 1_000,
    pagesPerSecond: 1_000_000,
    log: (entry) => void (entry.level === "error" && errors.push(entry)),
  });
  listener = await listen(service, { port: 0, stopTimeout: 1_000 });
});

afterAll(() => listener.close());

test("1,500 mutated requests and frames get well-formed answers in time, and nothing fails inside", async () => {
  const { counts, failures } = await runFuzz({ origin: listener.origin, seed: SEED, count: 1_500 });
  expect(failures).toEqual([]);
  expect(errors).toEqual([]);
  expect([...counts.keys()].length).toBeGreaterThan(8);
}, 60_000);

test.each([
  [["--seed", "abc"], '--seed must be a whole number from 0, got "abc". Usage:'],
  [["--count", "1e3"], '--count must be a whole number from 0, got "1e3". Usage:'],
  [["--requests", "5"], "Unknown option '--requests'. Usage:"],
])("the command refuses %j in one line", { timeout: 60_000 }, async (args, reason) => {
  const { code, stdout, stderr } = await run("node", ["test/fuzz/main.ts", ...args]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^.*\n$/);
  expect(stderr.startsWith(reason)).toBe(true);
});
