import { cpSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { FaultProxy } from "../../test/fault_proxy.ts";
import { type Floor, printTable } from "../_table.ts";
import { type OpenedDevnet, type Opened, until, withOpened } from "./opened.ts";
import { type Answer, Readers } from "./readers.ts";

const HISTORY = 60;
/** Milliseconds that a fault lasts, and that are watched from the moment on from which all should be well again. */
const [STRUCK, WATCHED] = [3_000, 6_000];
/** Milliseconds between two cuts of all connections. */
const CUT_EVERY = 150;

/** Services that a proxy may lead to, by port: the right one, and what a lying upstream is. */
interface Places {
  readonly right: number;
  readonly closed: number;
  readonly otherChain: number;
  readonly olderHead: number;
  readonly brokenJson: number;
}

/** What happens to an upstream; it returns what ends that. */
type Fault = (proxy: FaultProxy, places: Places) => () => void;

/** Leads to another place until it ends. */
function leadTo(place: keyof Places): Fault {
  return (proxy, places) => {
    proxy.target = places[place];
    proxy.cutAll();
    return () => {
      proxy.target = places.right;
      proxy.cutAll();
    };
  };
}

const FAULTS: Readonly<Record<string, Fault>> = {
  killed: leadTo("closed"),
  stalled: (proxy) => {
    proxy.isStalled = true;
    return () => {
      proxy.isStalled = false;
      // What was swallowed never arrives.
      proxy.cutAll();
    };
  },
  cut: (proxy) => {
    proxy.cutAll();
    const timer = setInterval(() => proxy.cutAll(), CUT_EVERY);
    return () => clearInterval(timer);
  },
  "another chain": leadTo("otherChain"),
  "an older head": leadTo("olderHead"),
  "broken JSON": leadTo("brokenJson"),
};

function portOf({ listener }: OpenedDevnet): number {
  return Number(new URL(listener.origin).port);
}

/** Answers every request with JSON that breaks off. */
async function openLiar(): Promise<Server> {
  const server = createServer((_, response) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end('{"success":true,"data":{"number":1,"ha');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

/** Port where nothing listens. */
const CLOSED = 9;

async function openPlaces(opened: Opened, liar: Server): Promise<[OpenedDevnet, Places]> {
  const [data, copy] = [join(opened.folder, "chain"), join(opened.folder, "older")];
  const first = await opened.devnet({ data, history: HISTORY });
  await first.listener.close();
  cpSync(data, copy, { recursive: true });
  const older = await opened.devnet({ data: copy, history: HISTORY });
  const making = { mode: "interval", blockTime: 0.5, traffic: true } as const;
  const right = await opened.devnet({ data, history: HISTORY, ...making });
  const other = await opened.devnet({ seed: 5, history: HISTORY * 2, ...making });
  return [
    right,
    {
      right: portOf(right),
      closed: CLOSED,
      otherChain: portOf(other),
      olderHead: portOf(older),
      brokenJson: (liar.address() as AddressInfo).port,
    },
  ];
}

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

export async function benchFaults(): Promise<readonly Floor[]> {
  const liar = await openLiar();
  try {
    return await withOpened((opened) => tryAll(opened, liar));
  } finally {
    liar.close();
    liar.closeAllConnections();
  }
}

async function tryAll(opened: Opened, liar: Server): Promise<readonly Floor[]> {
  const [right, places] = await openPlaces(opened, liar);
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
      const end = fault(await usedOf(origin, proxies), places);
      await setTimeout(STRUCK);
      // The other one answers while the fault lasts.
      const since = count === 1 ? performance.now() : struck;
      end();
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
    { what: "s to recover", value: worst.recovery, most: 3 },
    { what: "s to recover", value: worst.recovery, most: 1, isAim: true },
  ];
}
