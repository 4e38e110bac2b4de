import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "../../src/mod.ts";
import { loadRivals } from "../rivals/load_rivals.ts";
import { readBlock } from "../rivals/rival.ts";
import type { Row } from "../_table.ts";

const TIMEOUT = 500;
const MOST = 520;
/** After this a call counts as one that hangs. */
const PATIENCE = 2_000;

/** An answer that stops within its body: how soon a call with a timeout of 500 ms ends. */
export async function benchStall(): Promise<readonly Row[]> {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write('{"success":true,');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const client = createClient("delta", { endpoints: origin, timeout: TIMEOUT, retries: 0 });
    await timeOf(() => client.getBlock(1));
    const ours = await timeOf(() => client.getBlock(1));
    const rivals: Record<string, string> = {};
    for (const { name, make } of await loadRivals()) {
      const calls = make({ origin, timeout: TIMEOUT, isOnce: true });
      rivals[name] = show(await timeOf(() => readBlock(calls, 1)));
    }
    return [
      {
        what: "body stalls, timeout 500 ms",
        ours: show(ours),
        target: `≤ ${MOST} ms`,
        isMet: ours <= MOST,
        rivals,
      },
    ];
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function timeOf(call: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<number>((resolve) => {
    timer = setTimeout(() => resolve(Infinity), PATIENCE);
  });
  const ended = async (): Promise<number> => {
    try {
      await call();
    } catch {
      return performance.now() - started;
    }
    throw new Error("An answer that stalls was taken for whole");
  };
  const time = await Promise.race([ended(), patience]);
  clearTimeout(timer);
  return time;
}

function show(time: number): string {
  return time === Infinity ? `hangs (${PATIENCE} ms)` : `${time.toFixed(0)} ms`;
}
