import { afterEach, expect, test } from "vitest";
import { METHOD_CALLS, SIMPLIFIED_CALLS } from "../../src/generated/client/methods.gen.ts";
import { type Client, createClient } from "../../src/mod.ts";
import { createService, listen, type Service } from "../../src/service/mod.ts";
import { upstreamOf } from "../../src/upstream/mod.ts";
import { SPECIFIED_OPERATIONS } from "./_connect.ts";
import type { PlainChain } from "./_plain_chain.ts";
import { type PlainOptions, PlainService } from "../plain_service.ts";

const closes: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closes.splice(0).toReversed()) await close();
});

interface Opened {
  readonly plain: PlainService;
  readonly chain: PlainChain;
  readonly service: Service;
  /** Answer of the gateway to a request. */
  readonly get: (path: string) => Promise<Answer>;
  readonly call: (method: string, params: readonly unknown[], of?: string) => Promise<Answer>;
}

interface Answer {
  readonly status: number;
  readonly source: string | null;
  readonly body: unknown;
}

/** A gateway in front of such a deployment, whose events it polls. */
async function open(options: PlainOptions = {}): Promise<Opened> {
  const plain = await PlainService.open({ blockTime: 0.02, ...options });
  closes.push(() => plain.close());
  const upstream = upstreamOf({ endpoints: plain.origin, tier: "Enterprise" });
  const quiet = { keylessTier: "Enterprise", log: () => undefined } as const;
  const service = await createService({ segments: ["alpha", "delta"], upstream, ...quiet });
  closes.push(() => service.close());
  const ask = async (path: string, init?: RequestInit): Promise<Answer> => {
    const response = await service.fetch(`http://gateway.test${path}`, init);
    const source = response.headers.get("Cache-Status");
    return { status: response.status, source, body: await response.json() };
  };
  const headers = { "Content-Type": "application/json" };
  const post = (of: string, body: object): Promise<Answer> =>
    ask(`/rpc/${of}`, { method: "POST", headers, body: JSON.stringify(body) });
  return {
    ...{ plain, chain: plain.chain("delta"), service },
    get: (path) => ask(path),
    call: (method, params, of = "delta") =>
      post(
        of,
        method in METHOD_CALLS ? { jsonrpc: "2.0", id: 1, method, params } : { method, params },
      ),
  };
}

/** A client of the gateway. */
async function clientOf(service: Service): Promise<Client<"delta">> {
  const listener = await listen(service, { port: 0, stopTimeout: 200 });
  const client = createClient("delta", { endpoints: listener.origin, tier: "Enterprise" });
  closes.splice(1, 1, () => listener.close());
  closes.push(() => client.close());
  return client;
}

const HIT = "alphadelta; hit";
const MISS = "alphadelta; fwd=miss";

/** REST operations of the interface by their paths, and what answers the second of two equal requests. */
function operationsOf(chain: PlainChain): Readonly<Record<string, string>> {
  const [, , block] = chain.blocks;
  const hash = block?.transactions[0]?.hash;
  return {
    getChainInfo: "/chain/info",
    getChainStats: "/chain/stats",
    listBlocks: "/blocks?limit=2",
    getBlock: `/blocks/${block?.hash}`,
    listBlockTransactions: "/blocks/3/transactions",
    getTransaction: `/transactions/${hash}`,
    listTransactions: `/transactions?address=${chain.bob}&type=stake.bond`,
    getAccount: `/accounts/${chain.ann}`,
    listAccountTransactions: `/accounts/${chain.ann}/transactions?limit=1`,
    listAccountTokens: `/accounts/${chain.ann}/tokens`,
    listValidators: "/validators",
    getValidator: `/validators/${chain.validator}`,
    listProposals: "/governance/proposals",
    getProposal: "/governance/proposals/4",
  };
}

test("each operation is answered as the deployment does, and then from the cache", async () => {
  const { plain, chain, get } = await open();
  const paths = operationsOf(chain);
  expect(Object.keys(paths)).toEqual(SPECIFIED_OPERATIONS.filter((id) => id !== "requestKey"));
  for (const [id, path] of Object.entries(paths)) {
    const response = await fetch(`${plain.origin}/v1/delta${path}`);
    const { data } = (await response.json()) as { data: unknown };
    const first = await get(`/v1/delta${path}`);
    expect([first.source, first.body], id).toEqual([MISS, expect.objectContaining({ data })]);
    const second = await get(`/v1/delta${path}`);
    expect([second.source, second.body], id).toEqual([HIT, expect.objectContaining({ data })]);
  }
});

test("each method is answered as the deployment does, and cached as far as the specs allow", async () => {
  const { chain, call } = await open();
  const [, , block] = chain.blocks;
  const hash = block?.transactions[0]?.hash;
  const calls: Readonly<
    Record<string, readonly [unknown[], result: unknown, source?: string, of?: string]>
  > = {
    chain_getInfo: [[], { networkId: "77" }],
    chain_getBlockByNumber: [[3], { hash: block?.hash }],
    chain_getBlockByHash: [[block?.hash, true], { transactions: [{ raw: { hash } }] }],
    account_getBalance: [[chain.ann], { nonce: 9 }],
    account_getNonce: [[chain.ann], { nonce: 9 }, MISS],
    tx_sendRawTransaction: [[chain.sign(2n)], { status: "pending" }, "none"],
    tx_getTransaction: [[hash], { status: "confirmed" }],
    tx_getTransactionReceipt: [[hash], { logs: ["Transfer", ["of", 5]] }],
    alpha_getRecord: [["0xABCD"], { note: "ABCD" }, HIT, "alpha"],
    alpha_getSerialNumber: [["0xABCF"], { spent: true }, HIT, "alpha"],
    delta_getStake: [[chain.ann], { unbondingCompleteTime: "in two days" }],
    delta_getValidator: [[chain.validator], { uptime: 1 }],
    getBalance: [[chain.ann], { unit: "base" }],
    getTransaction: [[hash], { confirmations: 9 }, MISS],
  };
  expect(Object.keys(calls)).toEqual([
    ...Object.keys(METHOD_CALLS),
    ...Object.keys(SIMPLIFIED_CALLS),
  ]);
  for (const [method, [params, result, source = HIT, of]] of Object.entries(calls)) {
    const first = await call(method, params, of);
    expect(first.body, method).toMatchObject({ result });
    if (source !== "none") expect((await call(method, params, of)).source, method).toBe(source);
  }
});

test("a serial number that is not spent is asked for again after the next block", async () => {
  const { plain, call, service } = await open();
  const serial = ["0xABC0"];
  expect((await call("alpha_getSerialNumber", serial, "alpha")).body).toMatchObject({
    result: { spent: false },
  });
  const alpha = plain.chain("alpha");
  alpha.spent.add("0xABC0");
  const { number } = alpha.mine();
  await reaches(service, "alpha", number);
  const { body } = await call("alpha_getSerialNumber", serial, "alpha");
  expect(body).toMatchObject({ result: { spent: true, blockNumber: number } });
});

/** Resolves once the gateway has a block of a height. */
async function reaches(service: Service, segment: string, height: number): Promise<void> {
  const line = `${segment}: height ${height}, events polled`;
  await expect
    .poll(async () => (await service.fetch("http://gateway.test/readyz")).text(), { interval: 10 })
    .toContain(line);
}

test("arguments that the interface does not allow are refused before the deployment sees them", async () => {
  const { plain, chain, get, call } = await open();
  const before = plain.asked.length;
  const none =
    "address must be an address that starts with ax1 or dx1 and has a valid checksum, got";
  const paths = ["/accounts/bob", `/accounts/ax1Ann`, `/accounts/${chain.ann}%2F..%2Ftokens`];
  for (const path of paths) {
    const { status, body } = await get(`/v1/delta${path}`);
    expect([status, JSON.stringify(body)], path).toEqual([400, expect.stringContaining(none)]);
  }
  expect((await call("account_getNonce", ["bob"])).body).toMatchObject({ error: { code: -32602 } });
  expect((await get("/v1/delta/blocks?limit=101")).status).toBe(400);
  expect(plain.asked.slice(before).filter((one) => /account|limit=101/.test(one))).toEqual([]);
});

test("what the deployment refuses is refused in the words of the gateway", async () => {
  const { get, call } = await open();
  expect(await get("/v1/delta/blocks/99")).toMatchObject({
    status: 404,
    body: { error: { code: "NOT_FOUND" } },
  });
  const refused = await get("/v1/delta/blocks?page=-1");
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    400,
    expect.stringContaining("page must be"),
  ]);
  expect(await get("/v1/alpha/validators")).toMatchObject({ status: 404 });
  expect((await call("chain_getBlockByNumber", [99])).body).toMatchObject({
    error: { code: -32603 },
  });
});

test.each(["unknown", "other"] as const)(
  "blocks and transactions are events by polling where a subscription is answered: %s",
  async (subscribe) => {
    const { chain, service } = await open({ subscribe });
    const client = await clientOf(service);
    const blocks = client.events.subscribe("blocks");
    const transactions = client.events.subscribe("transactions", { type: "transfer" });
    await Promise.all([blocks.ready, transactions.ready]);
    chain.submit(chain.sign(70n));
    const { number, hash } = chain.mine();
    expect((await blocks.next()).value).toMatchObject({ data: { number, hash, txCount: 1 } });
    expect((await transactions.next()).value).toMatchObject({
      data: { blockHash: hash, value: 70n },
    });
    expect(blocks.transport).toBe("webSocket");
    const reason = /^The upstream sends no events over WebSocket, .* and not validators$/;
    const validators = client.events.subscribe("validators");
    await expect(validators.ready).rejects.toMatchObject({
      code: -32602,
      data: expect.stringMatching(reason),
    });
    const ready = await (await service.fetch("http://gateway.test/readyz")).text();
    expect(ready).toContain("delta: the upstream sends no events over WebSocket");
  },
);

test("a submission is passed on, and its receipt comes through the gateway", async () => {
  const { chain, service } = await open();
  const client = await clientOf(service);
  const { txHash, status } = await client.sendRawTransaction(chain.sign(3n));
  expect(status).toBe("pending");
  const waiting = client.waitForReceipt(txHash, { timeout: 20_000, pollInterval: 50 });
  const { number } = chain.mine();
  expect(await waiting).toMatchObject({ transactionHash: txHash, blockNumber: number });
});
