import { spawnSync } from "node:child_process";
import { afterEach, expect, test, vi } from "vitest";
import { reuseTimers } from "../../src/transport/clock.ts";

afterEach(() => {
  vi.useRealTimers();
});

test("a timer that is started again runs what it was given last, at its own time", async () => {
  const clock = reuseTimers();
  const ran: string[] = [];
  clock.clearTimeout(clock.setTimeout(() => ran.push("first"), 40));
  const started = performance.now();
  await new Promise<void>((resolve) => {
    clock.setTimeout(() => {
      ran.push("second");
      resolve();
    }, 40);
  });
  expect(ran).toEqual(["second"]);
  expect(performance.now() - started).toBeGreaterThan(38);
});

test("timers that overlap run each at its time, and one taken back does not", async () => {
  const clock = reuseTimers();
  const ran: number[] = [];
  clock.clearTimeout(clock.setTimeout(() => ran.push(0), 5));
  const dropped = clock.setTimeout(() => ran.push(1), 5);
  clock.setTimeout(() => ran.push(2), 5);
  clock.setTimeout(() => ran.push(3), 20);
  clock.clearTimeout(dropped);
  clock.clearTimeout(dropped);
  clock.setTimeout(() => ran.push(4), 5);
  await expect.poll(() => ran).toEqual([2, 4, 3]);
});

test("a timer taken back twice leaves the one that was started in its place", () => {
  vi.useFakeTimers();
  const clock = reuseTimers();
  const ran: string[] = [];
  const first = clock.setTimeout(() => ran.push("first"), 5);
  clock.clearTimeout(first);
  clock.setTimeout(() => ran.push("second"), 5);
  clock.clearTimeout(first);
  vi.advanceTimersByTime(5);
  expect(ran).toEqual(["second"]);
});

test("a timer of the runtime is not started again in the place of a test's own", () => {
  const clock = reuseTimers();
  clock.clearTimeout(clock.setTimeout(() => {}, 30_000));
  vi.useFakeTimers();
  let isRun = false;
  clock.setTimeout(() => (isRun = true), 30_000);
  vi.advanceTimersByTime(30_000);
  expect(isRun).toBe(true);
});

test("a timer that nobody waits for does not keep a process alive, one that somebody does", () => {
  const file = new URL("../../src/transport/clock.ts", import.meta.url).href;
  const program = `
    import { reuseTimers } from ${JSON.stringify(file)};
    const clock = reuseTimers();
    clock.clearTimeout(clock.setTimeout(() => {}, 60_000));
    clock.clearTimeout(clock.setTimeout(() => {}, 50));
    clock.setTimeout(() => console.log("ran"), 50);
    clock.clearTimeout(clock.setTimeout(() => {}, 60_000));`;
  const { stdout, status } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    encoding: "utf8",
    timeout: 20_000,
  });
  expect({ stdout, status }).toEqual({ stdout: "ran\n", status: 0 });
});
