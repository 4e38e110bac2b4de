import { getEventListeners } from "node:events";
import { createClient } from "../../src/mod.ts";
import { median } from "../_measure.ts";
import { loadRivals } from "../rivals/load_rivals.ts";
import { readBlock } from "../rivals/rival.ts";
import type { Row } from "../_table.ts";
import { ORIGIN, stub } from "./stub.ts";

const CALLS = 10_000;
const SLICE = 500;
const MOST = 1.5;

type Call = (height: number, signal: AbortSignal) => Promise<unknown>;

/** 10,000 calls with one signal: what the last of them cost beside the same calls with no signal, and what stays behind. */
export async function benchSignal(): Promise<readonly Row[]> {
  const client = createClient("delta", {
    endpoints: ORIGIN,
    fetch: stub,
    tier: { requestsPerSecond: 1e9, requestsPerDay: 1e15 },
  });
  const ours = await measureSignal(
    (height, signal) => client.getBlock(height, { signal }),
    (height) => client.getBlock(height),
  );
  const rivals: Record<string, string> = {};
  const others = (await loadRivals()).filter(({ name }) => name !== "Octokit");
  for (const { name, make } of others) {
    const calls = make({ origin: ORIGIN, fetch: stub });
    const call = (height: number, signal?: AbortSignal): Promise<unknown> =>
      readBlock(calls, height, signal);
    rivals[name] = show(await measureSignal(call, call));
  }
  return [
    {
      what: "one signal over 10,000 calls",
      ours: show(ours),
      target: `≤ ${MOST}×, 0 left`,
      isMet: ours.ratio <= MOST && ours.left === 0,
      rivals,
    },
  ];
}

interface Outcome {
  readonly ratio: number;
  /** Listeners that are still on the signal. */
  readonly left: number;
}

/** The last quarter counts, slice by slice beside calls without the signal. */
async function measureSignal(call: Call, bare: (height: number) => unknown): Promise<Outcome> {
  const { signal } = new AbortController();
  const ratios: number[] = [];
  for (let done = 0; done < CALLS; done += SLICE) {
    const without = await timeOf(done, bare);
    const within = await timeOf(done, (height) => call(height, signal));
    if (done >= (CALLS * 3) / 4) ratios.push(within / without);
  }
  return { ratio: median(ratios), left: getEventListeners(signal, "abort").length };
}

async function timeOf(from: number, call: (height: number) => unknown): Promise<number> {
  const before = process.cpuUsage();
  for (let height = from; height < from + SLICE; height++) await call(height);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function show({ ratio, left }: Outcome): string {
  return `${ratio.toFixed(2)}×, ${left} left`;
}
