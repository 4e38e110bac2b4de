import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";

import type { StreamEvent } from "../../src/events/mod.ts";
import { createClient } from "../../src/mod.ts";
import { readCursor } from "../../src/service/api/events/mod.ts";
import { runCli, type Running, runNode } from "../cli/_process.ts";
import { seeded } from "../fault_proxy.ts";
import { type ReceivedEvent, SECRET } from "./_receiver.ts";

/** `npm run test:crash` asks for 100. */
const KILLS = Number(process.env["CRASH_ROUNDS"] ?? 3) * 2;
const SEED = Number(process.env["CRASH_SEED"] ?? 1);

const RECEIVER = new URL("_receiver_process.ts", import.meta.url).pathname;

const folder = mkdtempSync(join(tmpdir(), "deliver-crash-"));
const running = new Set<Running>();
afterEach(async () => {
  for (const each of running) each.kill("SIGKILL");
  await Promise.all([...running].map((each) => each.ended));
  rmSync(folder, { recursive: true });
});

function started(process: Running): Running {
  running.add(process);
  return process;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** A service with traffic, whose chain is reorganised on demand. */
class BusyService {
  readonly origin: string;
  readonly #flags: readonly string[];
  #process: Running | undefined;
  #token = "";

  constructor(port: number) {
    this.origin = `http://127.0.0.1:${port}`;
    const own = ["--port", String(port), "--chain", "delta", "--dev", "--json"];
    const chain = ["--block-time", "0.1", "--history", "5", "--data", join(folder, "data")];
    this.#flags = [...own, ...chain, "--keyless-tier", "Enterprise"];
  }

  async start(): Promise<void> {
    this.#process = started(runCli("serve", ...this.#flags));
    [, this.#token = ""] = await this.#process.printed(/"devToken":"([^"]+)"/);
  }

  async kill(): Promise<void> {
    this.#process?.kill("SIGKILL");
    await this.#process?.ended;
  }

  /** Ends the traffic with a block that has a transaction; resolves to the hash of the last one. */
  async lastTransaction(): Promise<string> {
    await this.dev("dev_setInterval", 0);
    const client = createClient("delta", { endpoints: this.origin });
    for (;;) {
      await this.dev("dev_mine", 1);
      const { number, txCount } = await client.getLatestBlock();
      if (txCount === 0) continue;
      const transactions = await client.listBlockTransactions(number).toArray({ limit: 1_000 });
      await client.close();
      return transactions.at(-1)?.hash ?? "";
    }
  }

  async dev(method: string, ...params: readonly unknown[]): Promise<unknown> {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const headers = { "content-type": "application/json", "x-dev-token": this.#token };
    const answer = await fetch(`${this.origin}/rpc/delta`, { method: "POST", headers, body });
    const { result, error } = (await answer.json()) as { result?: unknown; error?: unknown };
    if (error) throw new Error(JSON.stringify(error));
    return result;
  }
}

interface Line {
  readonly id: string;
  readonly body: string;
}

function linesOf(file: string): Line[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Line);
}

/** Batches without those that came again: each right behind itself, with the same bytes. */
function batchesOf(lines: readonly Line[]): Line[] {
  const bodies = new Map<string, string>();
  return lines.filter(({ id, body }, at) => {
    const before = bodies.get(id);
    bodies.set(id, body);
    if (before !== undefined) expect([lines[at - 1]?.id, before]).toEqual([id, body]);
    return before === undefined;
  });
}

function eventsOf(lines: readonly Line[]): ReceivedEvent[] {
  return lines.flatMap(
    ({ body }) => (JSON.parse(body) as { data: { events: ReceivedEvent[] } }).data.events,
  );
}

/** An event to compare: a restart of the service begins an epoch of its log, in which the same event has another cursor. */
function textOf({ cursor, data, reorg }: ReceivedEvent | StreamEvent<"transactions">): string {
  const { sequence } = readCursor(cursor ?? "") ?? {};
  return reorg ? `${sequence} reorg ${reorg.fromHeight}` : `${sequence} ${data?.hash}`;
}

/** Reads the events of the service after a cursor up to a transaction, through a connection without faults. */
async function truthOf(origin: string, after: string, last: string): Promise<string[]> {
  const client = createClient("delta", { endpoints: origin, events: { polling: false } });
  const events: string[] = [];
  for await (const event of client.events.subscribe("transactions", { after })) {
    events.push(textOf(event));
    if (event.data?.hash === last) break;
  }
  await client.close();
  return events;
}

test(
  `no event is lost, doubled or out of order through ${KILLS} kills of deliverer, receiver and service`,
  async () => {
    const random = seeded(SEED);
    const service = new BusyService(await freePort());
    const hook = await freePort();
    const received = join(folder, "received");
    const secret = join(folder, "secret.txt");
    writeFileSync(received, "");
    writeFileSync(secret, SECRET);
    await service.start();
    const client = createClient("delta", { endpoints: service.origin });
    const first = client.events.subscribe("transactions");
    await first.ready;
    const begin = first.cursor ?? "";
    await client.close();

    const startReceiver = (): Running => started(runNode(RECEIVER, String(hook), received));
    const to = ["--to", `http://127.0.0.1:${hook}/`, "--secret-file", secret, "--allow-private"];
    const from = ["--chain", "delta", "--endpoint", service.origin, "--after", begin];
    const flags = [...to, ...from, "--state", join(folder, "state.db"), "--batch", "7"];
    const startDeliverer = (): Running => started(runCli("deliver", "transactions", ...flags));
    let receiver = startReceiver();
    let deliverer = startDeliverer();
    const did = { deliverer: 0, receiver: 0, service: 0, reorganisations: 0 };
    for (let kill = 0; kill < KILLS; kill++) {
      await pause(200 + random() * 800);
      const depth = 1 + Math.floor(random() * 3);
      await service.dev("dev_reorg", depth);
      did.reorganisations++;
      await pause(random() * 200);
      const victim = (["deliverer", "receiver", "service"] as const)[kill % 3] ?? "service";
      did[victim]++;
      if (victim === "service") {
        await service.kill();
        await service.start();
        continue;
      }
      const killed = victim === "receiver" ? receiver : deliverer;
      killed.kill("SIGKILL");
      const { code, stderr } = await killed.ended;
      // What it told is of the others; it never ended by itself.
      expect([code, stderr.match(/^error: .*/m)]).toEqual([null, null]);
      if (victim === "receiver") receiver = startReceiver();
      else deliverer = startDeliverer();
    }
    const last = await service.lastTransaction();
    await expect
      .poll(() => eventsOf(linesOf(received)).at(-1)?.data?.hash, { timeout: 60_000 })
      .toBe(last);
    deliverer.kill("SIGTERM");
    expect((await deliverer.ended).code).toBe(0);

    const events = eventsOf(batchesOf(linesOf(received)));
    const truth = await truthOf(service.origin, begin, last);
    expect(events.map(textOf)).toEqual(truth);
    expect(truth.filter((event) => event.includes("reorg")).length).toBe(did.reorganisations);
    expect(truth.length).toBeGreaterThan(KILLS * 5);
  },
  60_000 + KILLS * 10_000,
);
