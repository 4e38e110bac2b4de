import { get } from "node:https";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient } from "../../../../src/mod.ts";
import { IS_WHOLE } from "../../../_suites.ts";
import { seeded } from "../../../fault_proxy.ts";
import { type EventService, openEventService } from "../websocket/_event_service.ts";
import { type Nginx, openNginx } from "./_nginx.ts";

let service: EventService;
let nginx: Nginx;
const DEPTH = 10;

beforeAll(async () => {
  const options = { segments: ["delta"], history: 60, trustedProxies: ["127.0.0.1"] } as const;
  service = await openEventService({ ...options, settledAfter: DEPTH });
  nginx = await openNginx(Number(new URL(service.origin).port));
});
afterAll(async () => {
  await nginx?.close();
  await service?.listener.close();
});

interface Read {
  readonly status: number;
  readonly data: string;
  readonly isShared: boolean;
  /** True where nginx has answered by itself. */
  readonly isHit: boolean;
}

async function read(url: string, headers: Record<string, string> = {}): Promise<Read> {
  const response = await fetch(url, { headers });
  const { data, error } = (await response.json()) as { data?: unknown; error?: unknown };
  return {
    status: response.status,
    data: JSON.stringify(data ?? error),
    isShared: response.headers.get("Cache-Control")?.startsWith("public") ?? false,
    isHit: response.headers.get("X-Cache") === "HIT",
  };
}

test("TLS and the published addresses are those of the proxy", { timeout: 20_000 }, async () => {
  const { secureOrigin, certificate: ca } = nginx;
  const text = await new Promise<string>((resolve, reject) => {
    get(`${secureOrigin}/chains/v1/delta/blocks/5`, { ca }, (response) => {
      let body = "";
      response.on("data", (bytes: Buffer) => (body += String(bytes)));
      response.on("end", () => resolve(body));
    }).once("error", reject);
  });
  expect(JSON.parse(text).data.number).toBe(5);
  const spec = await (await fetch(`${nginx.origin}/chains/openapi.json`)).text();
  expect(spec).toContain(`${nginx.origin}/chains`);
});

test("a client reads and follows events through it", async () => {
  const client = createClient("delta", { endpoints: `${nginx.origin}/chains`, tier: "Enterprise" });
  const blocks = client.events.subscribe("blocks");
  await blocks.ready;
  await service.service.produceBlock("delta");
  const { value } = await blocks.next();
  expect(blocks.transport).toBe("webSocket");
  expect(value?.data).toMatchObject({ number: (await client.getChainInfo()).blockHeight });
  await client.close();
});

/** Paths of what a reader asks for: by height, by hash, lists, and the state of the newest block. */
class Paths {
  readonly #random: () => number;
  readonly #hashes: string[] = [];

  constructor(random: () => number) {
    this.#random = random;
  }

  async next(height: number): Promise<string> {
    const at = Math.floor(this.#random() ** 0.5 * (height + 1));
    const kind = Math.floor(this.#random() * 8);
    if (kind < 3) return `/blocks/${at}`;
    if (kind < 6 && this.#hashes.length > 0)
      return this.#hashes[Math.floor(this.#random() * this.#hashes.length)] ?? "/blocks/0";
    return kind === 6 ? "/blocks?limit=5" : "/chain/info";
  }

  note(path: string, data: string): void {
    if (!/^\/blocks\/\d+$/.test(path) || this.#hashes.length > 500) return;
    const { hash, transactions = [] } = JSON.parse(data) as {
      hash?: string;
      transactions?: (string | { hash: string })[];
    };
    if (hash) this.#hashes.push(`/blocks/${hash}`);
    for (const one of transactions)
      this.#hashes.push(`/transactions/${typeof one === "string" ? one : one.hash}`);
  }
}

const READS = IS_WHOLE ? 10_000 : 1_000;

test(
  `${READS} reads through reorganisations are those of the service`,
  { timeout: 240_000 },
  async () => {
    const random = seeded(1);
    const paths = new Paths(random);
    const [wrong, seen] = [[] as string[], new Set<string>()];
    const settled = { again: 0, hits: 0 };
    const heightNow = async (): Promise<number> => {
      const { data } = await read(`${service.origin}/v1/delta/chain/info`);
      return JSON.parse(data).blockHeight;
    };
    let height = await heightNow();
    let hits = 0;
    for (let count = 0; count < READS; count++) {
      if (random() < 0.05) {
        if (random() < 0.3) await service.service.reorganise("delta", 1 + Math.floor(random() * 9));
        if (random() < 0.5) await service.pay("delta");
        await service.service.produceBlock("delta");
        height = await heightNow();
      }
      const path = await paths.next(height);
      const through = await read(`${nginx.origin}/chains/v1/delta${path}`);
      const direct = await read(`${service.origin}/v1/delta${path}`);
      if (through.status !== direct.status || through.data !== direct.data) wrong.push(path);
      if (direct.status === 200) paths.note(path, direct.data);
      if (through.isHit) hits++;
      if (!direct.isShared) continue;
      if (seen.has(path)) {
        settled.again++;
        if (through.isHit) settled.hits++;
      }
      if (through.isShared) seen.add(path);
    }
    console.log(
      `${hits} hits of ${READS}; ${settled.hits} of ${settled.again} settled reads again`,
    );
    expect(wrong).toEqual([]);
    expect(settled.again).toBeGreaterThan(READS / 10);
    expect(settled.hits / settled.again).toBeGreaterThanOrEqual(0.95);
  },
);
