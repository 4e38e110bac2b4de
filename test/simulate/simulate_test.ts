import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { IS_WHOLE } from "../_suites.ts";

const run = promisify(execFile);

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = { timeout: 600_000 };

/** Seeds that are run: where not all tests run, as few as the order of two takes. */
const SEEDS = IS_WHOLE ? 4 : 2;

/** Runs a program of simulations in a process of its own, whose time is its alone; gives the lines that it prints. */
async function simulate(program: string, ...flags: string[]): Promise<string[]> {
  const script = `test/simulate/${program}.ts`;
  const { stdout } = await run(process.execPath, [script, ...flags], { maxBuffer: 2 ** 28 });
  return stdout.trimEnd().split("\n");
}

test(
  "clients and a service keep every rule, and a seed gives the same trace alone or after others",
  SLOW,
  async () => {
    const lines = await simulate("main", "--seed", "1", "--runs", `${SEEDS}`, "--minutes", "1");
    expect(lines).toHaveLength(SEEDS);
    const flags = ["--seed", `${SEEDS}`, "--runs", "1", "--minutes", "1", "--trace"];
    const alone = await simulate("main", ...flags);
    expect(alone.length).toBeGreaterThan(100);
    expect(alone.at(-1)).toMatch(new RegExp(`^seed ${SEEDS}: .*; trace [0-9a-f]{12}$`));
    expect(alone.at(-1)).toBe(lines.at(-1));
  },
);

// It judges the model and the search for the fewest faults, which are of these tests alone.
test.runIf(IS_WHOLE)(
  "a client that shows less after an error is found, with the few faults that it takes",
  SLOW,
  async () => {
    const [rule, before, ...faults] = await simulate("_broken_client", "swallows");
    expect(rule).toBe("heights");
    expect(Number(before)).toBeGreaterThan(3);
    expect([1, 2]).toContain(faults.length);
  },
);

test("a timer of the runtime is found", SLOW, async () => {
  const [rule, , ...faults] = await simulate("_broken_client", "waits");
  expect([rule, faults]).toEqual(["guard", []]);
});

test(
  "a turn of the event loop comes after one of a process that is killed, and in the next run",
  SLOW,
  async () => {
    expect(await simulate("_turns")).toEqual(["beside", "next"]);
  },
);
