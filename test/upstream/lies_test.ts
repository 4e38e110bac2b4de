import { afterEach, describe, expect, test } from "vitest";
import { createService, type Service } from "../../src/service/mod.ts";
import { upstreamOf } from "../../src/upstream/mod.ts";
import { callHttp, type EventService } from "../service/server/websocket/_event_service.ts";
import { headOf, mine, Opened } from "./_gateway.ts";

const opened = new Opened();
const { clock } = opened;
let gateway: Service;
afterEach(async () => {
  await clock.until(gateway.close());
  await opened.close();
});

/** The fields of what is asked for here. */
interface Said {
  number: number;
  hash: string;
  parentHash: string;
  blockNumber: number;
  blockHash: string;
  transactionHash: string;
  blockHeight: number;
  blocks: Said[];
  transactions: Said[];
}

interface Body {
  success?: boolean;
  data: Said;
  result: Said;
  error?: Said & { readonly code?: unknown };
}

/** Changes the bodies of answers; undefined while the upstream is honest. */
type Lie = (body: Body, url: string, method: string | undefined) => void;

/** What the upstreams say instead, and where requests to them lead, by origin. */
const lies = new Map<string, Lie>();
const aliases = new Map<string, string>();

/** A gateway of some upstreams, the first of which is followed. */
async function open(...upstreams: readonly EventService[]): Promise<void> {
  lies.clear();
  aliases.clear();
  const opening = createService({
    ...{ segments: ["delta"], keylessTier: "Enterprise", log: () => undefined },
    upstream: upstreamOf({
      ...{ endpoints: upstreams.map(({ origin }) => origin), tier: "Enterprise", clock },
      async fetch(input, init) {
        const { origin, pathname, search } = new URL(String(input));
        const response = await fetch((aliases.get(origin) ?? origin) + pathname + search, init);
        const lie = lies.get(origin);
        if (!lie) return response;
        const body = (await response.json()) as Body;
        const { method } = JSON.parse(String(init?.body ?? "{}")) as { method?: string };
        lie(body, pathname, method);
        // A lie may be that there is something, or that there is nothing.
        const { success, error } = body;
        const status = error?.code === "NOT_FOUND" ? 404 : response.status;
        return Response.json(body, { status: success ? 200 : status });
      },
    }),
  });
  gateway = await clock.until(opening);
  if (upstreams[0]) await reaches(upstreams[0]);
}

async function ready(): Promise<string> {
  return (await gateway.fetch("http://gateway.test/readyz")).text();
}

async function reaches(service: EventService): Promise<void> {
  const { data } = await ask(service.origin, "/v1/delta/blocks?limit=1");
  const line = `delta: height ${data.blocks[0]?.number}, events live`;
  await clock.untilTrue(async () => (await ready()).includes(line));
}

async function ask(origin: string, path: string): Promise<Body> {
  return (await (await fetch(origin + path)).json()) as Body;
}

interface Read {
  readonly status: number;
  readonly source: string | null;
  /** The data, the result, or the error. */
  readonly said: Said;
}

/** Reads a path, or calls a method of JSON-RPC. */
async function read(what: string | readonly [string, unknown[]]): Promise<Read> {
  const [method, params] = what;
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const headers = { "Content-Type": "application/json" };
  const sent =
    typeof what === "string"
      ? gateway.fetch(`http://gateway.test/v1/delta${what}`)
      : gateway.fetch("http://gateway.test/rpc/delta", { method: "POST", headers, body });
  const response = await clock.until(sent);
  const { data, result, error } = (await response.json()) as Partial<Body>;
  const source = response.headers.get("Cache-Status");
  return { status: response.status, source, said: (data ?? result ?? error) as Said };
}

const OTHER = `0x${"ab".repeat(32)}`;

/** A followed chain: a block with a transaction of before, and blocks 4 to 6 with one each that came as events. */
async function follow(): Promise<{ service: EventService; hashes: string[]; old: string }> {
  const service = await opened.service({ segments: ["delta"] });
  await mine(service, 1);
  await open(service);
  await mine(service, 3);
  await reaches(service);
  const { data } = await ask(service.origin, "/v1/delta/transactions?limit=4");
  const [sixth = "", fifth = "", fourth = "", old = ""] = data.transactions.map(({ hash }) => hash);
  await clock.advance(300);
  return { service, hashes: [fourth, fifth, sixth], old };
}

type Followed = Awaited<ReturnType<typeof follow>>;

/** What is asked for, and how the answer is changed. */
const LIES: Record<string, (of: Followed) => readonly [Parameters<typeof read>[0], Lie]> = {
  "a block by its height has another hash": () => ["/blocks/5", ({ data }) => (data.hash = OTHER)],
  "a block by its hash has another hash": () => [
    `/blocks/${OTHER}`,
    (body) => Object.assign(body, { success: true, error: undefined, data: BLOCK }),
  ],
  "the parent of a block is not the one that is known": () => [
    "/blocks/5",
    ({ data }) => (data.parentHash = OTHER),
  ],
  "the parent of a block of JSON-RPC is not the one that is known": () => [
    ["chain_getBlockByNumber", [5]],
    ({ result }) => (result.parentHash = OTHER),
  ],
  "a transaction is in another block": ({ hashes }) => [
    `/transactions/${hashes[0]}`,
    ({ data }) => (data.blockHash = OTHER),
  ],
  "a transaction is at another height": ({ hashes }) => [
    `/transactions/${hashes[0]}`,
    ({ data }) => (data.blockNumber = 5),
  ],
  "an older transaction is in a block that does not hold it": ({ old, service }) => [
    `/transactions/${old}`,
    ({ data }) => Object.assign(data, blockOf(service, 5)),
  ],
  "a receipt is that of another transaction": ({ hashes, service }) => [
    ["tx_getTransactionReceipt", [hashes[0]]],
    ({ result }) => Object.assign(result, { transactionHash: hashes[1], ...blockOf(service, 5) }),
  ],
  "a receipt is that of another transaction, under the name of this one": ({ hashes, service }) => [
    ["tx_getTransactionReceipt", [hashes[0]]],
    ({ result }) => Object.assign(result, blockOf(service, 5)),
  ],
  "a list has another block at a height": () => [
    "/blocks?limit=3",
    ({ data }) => Object.assign(data.blocks[1] ?? {}, { hash: OTHER }),
  ],
  "a list has a transaction in another block": () => [
    "/blocks/5/transactions",
    ({ data }) => Object.assign(data.transactions[0] ?? {}, { blockHash: OTHER }),
  ],
  "a block is missing": () => [
    ["chain_getBlockByNumber", [5]],
    (body) => Object.assign(body, { result: null }),
  ],
  "a block of REST is missing": () => ["/blocks/5", MISSING],
  "the head is older": () => ["/chain/info", ({ data }) => (data.blockHeight -= 2)],
};

const MISSING: Lie = (body) => {
  const error = { code: "NOT_FOUND", message: "Nothing is there" };
  Object.assign(body, { success: false, data: undefined, error });
};

let BLOCK: unknown;
const blocks = new Map<EventService, Map<number, { blockNumber: number; blockHash: string }>>();
const blockOf = (service: EventService, height: number): object =>
  blocks.get(service)?.get(height) ?? {};

async function remember(service: EventService): Promise<void> {
  const { data } = await ask(service.origin, "/v1/delta/blocks?limit=10");
  const entries = data.blocks.map(({ number, hash }) => {
    return [number, { blockNumber: number, blockHash: hash }] as const;
  });
  blocks.set(service, new Map(entries));
  BLOCK = (await ask(service.origin, "/v1/delta/blocks/4")).data;
}

describe("what contradicts the chain as it is known is not sent, nor kept:", () => {
  test.each(Object.keys(LIES))("%s", async (name) => {
    const followed = await follow();
    const { service } = followed;
    await remember(service);
    const [what, lie] = LIES[name]?.(followed) ?? [""];
    const asked = typeof what === "string" ? `/v1/delta${what}` : what[0];
    let told = 0;
    lies.set(service.origin, (body, url, method) => {
      if (![url, method].includes(asked.split("?")[0])) return;
      told++;
      lie?.(body, url, method);
    });
    const refused = await read(what);
    expect(told).toBeGreaterThan(0);
    if (typeof what === "string") expect(refused.status).toBe(503);
    else expect(refused.said).toMatchObject({ code: -32603 });
    lies.clear();
    await clock.untilTrue(async () => (await ready()).startsWith("ready"));
    const honest =
      typeof what === "string"
        ? ((r) => r.data ?? r.error)(await ask(service.origin, asked))
        : await callHttp(service.origin, "delta", ...(what as [string, unknown[]]));
    expect((await read(what)).said).toEqual(honest);
  });

  test("a parent that an answer has told of, of a block before all that were followed", async () => {
    const { service } = await follow();
    const { said } = await read("/blocks/1");
    lies.set(service.origin, ({ data }, url) => {
      if (url.endsWith("/blocks/2")) data.parentHash = OTHER;
    });
    expect((await read("/blocks/2")).status).toBe(503);
    lies.clear();
    expect((await read("/blocks/2")).said.parentHash).toBe(said.hash);
  });
});

test("a second upstream answers where the first one lies", async () => {
  const { service } = await follow();
  const proxy = await opened.proxy(service.origin);
  await clock.until(gateway.close());
  await open(service, { ...service, origin: proxy.origin });
  await mine(service, 1);
  await reaches(service);
  lies.set(service.origin, ({ data }, url) => {
    if (url.endsWith("/blocks/7")) data.hash = OTHER;
  });
  expect((await read("/blocks/7")).said.hash).toBe(await headOf(service));
});

/** Two services that have the same first blocks, and then others; a gateway follows the first one. */
async function contradict(): Promise<readonly [first: EventService, second: EventService]> {
  const startedAt = Date.now();
  const same = { segments: ["delta"], clock: () => startedAt } as const;
  const services = [await opened.service(same), await opened.service(same)] as const;
  const [first, second] = services;
  await open(first, second);
  for (let made = 0; made < 30; made++) await first.service.produceBlock("delta");
  await mine(second, 30);
  await reaches(first);
  return services;
}

test("where two upstreams contradict each other, the first one serves, and nothing is stored until they agree", async () => {
  const [first, second] = await contradict();
  const dispute = `upstream ${second.origin}: its block 12 is not that of ${first.origin}`;
  await clock.untilTrue(async () => (await ready()).includes(dispute));
  expect(await ready()).toContain(`upstream ${first.origin}: in use`);
  const metrics = await (await gateway.fetch("http://127.0.0.1/metrics")).text();
  const metric = `alphadelta_upstream_disputed{segment="delta",upstream="${second.origin}"} 1`;
  expect(metrics).toContain(metric);
  const { data } = await ask(first.origin, "/v1/delta/blocks/20");
  /** Sources of a read before and after a block. */
  const sources = async (): Promise<(string | null)[]> => {
    const before = await read("/blocks/20");
    expect(before.said).toEqual(data);
    await first.service.produceBlock("delta");
    await reaches(first);
    return [before.source, (await read("/blocks/20")).source];
  };
  expect(await sources()).toEqual(["alphadelta; fwd=miss", "alphadelta; fwd=miss"]);
  aliases.set(second.origin, first.origin);
  await clock.untilTrue(async () => !(await ready()).includes("is not that of"));
  await first.service.produceBlock("delta");
  await reaches(first);
  expect(await sources()).toEqual(["alphadelta; fwd=miss", "alphadelta; hit"]);
});

test("a second upstream that turns into one of another chain is no dispute any more, and is not used", async () => {
  const [first, second] = await contradict();
  const other = await opened.service({ segments: ["delta"], seed: 5 });
  for (let made = 0; made < 30; made++) await other.service.produceBlock("delta");
  await clock.untilTrue(async () => (await ready()).includes("is not that of"));
  aliases.set(second.origin, other.origin);
  const reason = `upstream ${second.origin}: Cannot use upstream ${second.origin} for delta: expected the first block 0`;
  await clock.untilTrue(async () => (await ready()).includes(reason));
  expect(await ready()).toContain(`upstream ${first.origin}: in use`);
});
