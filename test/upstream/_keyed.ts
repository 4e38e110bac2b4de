import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createService, listen, type Listener, type Service } from "../../src/service/mod.ts";
import { upstreamOf, type UpstreamOptions } from "../../src/upstream/mod.ts";
import { runInProcess } from "../cli/_run_in_process.ts";
import { ManualClock } from "../_manual_clock.ts";

/** A request that a gateway has sent: its origin, path, and what was answered. */
interface Sent {
  readonly origin: string;
  readonly path: string;
  readonly status: number;
}

/** Upstreams that serve one chain and know one key, and a gateway that presents it. */
export interface Keyed {
  readonly gateway: Service;
  /** Time of the gateway and its upstreams, which stands still unless it is moved. */
  readonly clock: ManualClock;
  readonly origins: readonly string[];
  readonly upstreams: readonly Service[];
  /** What the gateway has sent, the latest last. */
  readonly sent: Sent[];
  /** The upstream that the gateway uses: its place among all. */
  used(): Promise<number>;
  /** Revokes the key at an upstream, as its operator does. */
  revoke(place: number): Promise<void>;
  /** Lets time pass at the upstreams. */
  pass(milliseconds: number): void;
  close(): Promise<void>;
}

/** Options of {@linkcode openKeyed}. */
export interface KeyedOptions {
  readonly count?: number;
  readonly upstream?: Partial<UpstreamOptions>;
  /** Flags of `key issue`. */
  readonly issue?: readonly string[];
  /** Milliseconds between two looks of the upstreams at the keys of their connections. */
  readonly pingInterval?: number;
}

const MANUAL = {
  segments: ["delta"],
  mode: "manual",
  traffic: false,
  history: 12,
  // Requests with a key that is refused are of the keyless tier.
  keylessTier: "Enterprise",
} as const;

async function key(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runInProcess(["key", ...args]);
  if (code !== 0) throw new Error(stderr);
  return stdout;
}

/** Opens services of one chain with one key, each in a folder of its own, and a gateway in front of them. */
export async function openKeyed({
  count = 1,
  upstream = {},
  issue = [],
  pingInterval = 60_000,
}: KeyedOptions = {}): Promise<Keyed> {
  const root = mkdtempSync(join(tmpdir(), "keyed-"));
  const folders = Array.from({ length: count }, (_, place) => join(root, String(place)));
  const first = join(root, "first");
  await (await createService({ ...MANUAL, data: first, log: () => undefined })).close();
  const order = ["--data", first, "--email", "gateway@example.org", "--tier", "Enterprise"];
  const { apiKey, id } = JSON.parse(await key("issue", ...order, ...issue, "--json"));
  const clock = new ManualClock(Date.now());
  let passed = 0;
  const listeners: Listener[] = [];
  const upstreams: Service[] = [];
  for (const data of folders) {
    cpSync(first, data, { recursive: true });
    const now = (): number => clock.now() + passed;
    const service = await createService({ ...MANUAL, data, clock: now, log: () => undefined });
    upstreams.push(service);
    listeners.push(await listen(service, { port: 0, stopTimeout: 500, pingInterval }));
  }
  const origins = listeners.map(({ origin }) => origin);
  const sent: Sent[] = [];
  const opening = createService({
    ...{ segments: ["delta"], keylessTier: "Enterprise", log: () => undefined },
    upstream: upstreamOf({
      ...{ endpoints: origins, apiKey, tier: "Enterprise", clock },
      async fetch(input, init) {
        const { origin, pathname: path } = new URL(String(input));
        const response = await fetch(input, init);
        sent.push({ origin, path, status: response.status });
        return response;
      },
      ...upstream,
    }),
  });
  const gateway = await clock.until(opening);
  const readyz = async (): Promise<string> =>
    (await gateway.fetch("http://gateway.test/readyz")).text();
  await clock.untilTrue(async () => (await readyz()).includes("events live"));
  return {
    ...{ gateway, clock, origins, upstreams, sent },
    async used() {
      const [, origin = ""] = /upstream (\S+): in use/.exec(await readyz()) ?? [];
      return origins.indexOf(origin);
    },
    async revoke(place) {
      await key("revoke", id, "--data", folders[place] ?? "");
    },
    pass: (milliseconds) => void (passed += milliseconds),
    async close() {
      await clock.until(gateway.close());
      await Promise.all(listeners.map((listener) => listener.close()));
      rmSync(root, { recursive: true, force: true });
    },
  };
}
