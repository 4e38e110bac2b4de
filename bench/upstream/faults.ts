import { setTimeout } from "node:timers/promises";
import type { FaultProxy } from "../../test/fault_proxy.ts";
import { FAULTS, openPlaces } from "../../test/upstream/_faults.ts";
import { type Answer, Readers } from "../../test/upstream/_readers.ts";
import { type Floor, printTable } from "../_table.ts";
import { type Opened, until, withOpened } from "./opened.ts";

const HISTORY = 60;
/** Milliseconds that a fault lasts, and that are watched from the moment on from which all should be well again. */
const [STRUCK, WATCHED] = [3_000, 6_000];
/** The proxy of the upstream that the gateway uses. */
async function usedOf(gateway: string, proxies: readonly FaultProxy[]): Promise<FaultProxy> {
  const text = await (await fetch(`${gateway}/readyz`)).text();
  const used = proxies.find(({ origin }) => text.includes(`${origin}: in use`));
  if (!used) throw new Error(`No upstream is in use: ${text}`);
  return used;
}

/** Resolves once every upstream is well and events come. */
async function untilWell(gateway: string, count: number): Promise<void> {
  await until(async () => {
    const text = await (await fetch(`${gateway}/readyz`)).text();
    const well = text.match(/: (?:in use|ready), 0 blocks behind/g) ?? [];
    return text.includes("events live") && well.length === count;
  }, 60_000);
}

/** Milliseconds from a moment until every answer that is asked for is right and new; Infinity if that does not come. */
function recoveryAfter(since: number, answers: readonly Answer[]): number {
  const after = answers.filter(({ ended }) => ended >= since);
  const last = after.findLastIndex(({ state }) => state !== "right");
  if (last === -1) return 0;
  return last === after.length - 1 ? Infinity : (after[last]?.ended ?? Infinity) - since;
}

export function benchFaults(): Promise<readonly Floor[]> {
  return withOpened(tryAll);
}

async function tryAll(opened: Opened): Promise<readonly Floor[]> {
  const making = { mode: "interval", blockTime: 0.5, traffic: true } as const;
  const { right, places, close } = await openPlaces(
    (options) => opened.devnet({ history: HISTORY, ...options }),
    opened.folder,
    making,
  );
  opened.onClose(close);
  const rows = [["fault", "upstreams", "right", "late", "refused", "wrong", "s to recover"]];
  const worst = { wrong: 0, recovery: 0 };
  for (const count of [1, 2]) {
    const proxies: FaultProxy[] = [];
    while (proxies.length < count) proxies.push(await opened.proxy(right.listener.origin));
    const urls = proxies.map(({ origin }) => origin);
    const { origin } = await opened.gateway(urls, "--upstream-tier", "Enterprise");
    for (const [name, fault] of Object.entries(FAULTS)) {
      await untilWell(origin, count);
      const readers = new Readers(origin, right.listener.origin);
      await setTimeout(1_000);
      const struck = performance.now();
      const end = await fault(await usedOf(origin, proxies), places);
      await setTimeout(STRUCK);
      // The other one answers while the fault lasts.
      const since = count === 1 ? performance.now() : struck;
      await end();
      await setTimeout(WATCHED);
      const answers = await readers.stop();
      const recovery = recoveryAfter(since, answers) / 1_000;
      const numberOf = (state: Answer["state"]): number =>
        answers.filter((one) => one.state === state).length;
      for (const { text } of answers.filter(({ state }) => state === "wrong").slice(0, 3))
        console.log(`wrong, ${name}: ${text}`);
      worst.wrong += numberOf("wrong");
      worst.recovery = Math.max(worst.recovery, recovery);
      const counts = (["right", "late", "refused", "wrong"] as const).map(numberOf);
      rows.push([name, String(count), ...counts.map(String), recovery.toFixed(2)]);
    }
  }
  printTable(rows);
  return [
    { what: "wrong or undocumented answers", value: worst.wrong, most: 0 },
    { what: "s to recover", value: worst.recovery, most: [3, 1] },
  ];
}
