import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { sharedPart } from "../../_parts.ts";
import { MENDS } from "./_renames.ts";

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = 120_000;

/** Whatever a client of renamed specs has; its types are in the copy. */
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any;

let folder: string;
/** Files below `src` that the compiler names. */
let named: readonly string[];
let testing: Loose;
let library: Loose;
let devnet: Loose;

beforeAll(async () => {
  const tree = await sharedPart("renamed");
  ({ folder } = tree);
  named = tree.errors.map((line) => line.slice("src/".length, line.indexOf(":")));
  [testing, library, devnet] = await Promise.all(
    ["testing/mod.ts", "mod.ts", "devnet/mod.ts"].map((file) => import(join(folder, "src", file))),
  );
}, SLOW);

/** A clock on which what a limit refused is tried again at once. */
const QUICK = {
  now: Date.now,
  setTimeout: (callback: () => void, delay: number) =>
    setTimeout(callback, delay > 1_000 ? delay : 0),
  clearTimeout,
};

/** The reason a promise rejects with. */
async function errorOf(promise: PromiseLike<unknown>): Promise<Loose> {
  return promise.then(
    (value) => expect.fail(`It resolved to ${String(value)}`),
    (error: unknown) => error,
  );
}

/** The code that a WebSocket is closed with after `greeting` was sent. */
function closeCodeOf(url: string, greeting?: Uint8Array): Promise<number> {
  const socket = new WebSocket(url);
  if (greeting) socket.on("open", () => socket.send(greeting));
  return new Promise((resolve) => socket.on("close", resolve));
}

/** The replies to calls on one WebSocket, one after the other. */
function repliesOf(url: string, calls: readonly [string, unknown][]): Promise<Loose[]> {
  const socket = new WebSocket(url);
  const texts = calls.map(([method, params], id) =>
    JSON.stringify({ jsonrpc: "2.0", id, method, params }),
  );
  const replies: Loose[] = [];
  return new Promise((resolve) => {
    socket.on("open", () => texts.forEach((text) => socket.send(text)));
    socket.on("message", (data: Buffer) => {
      replies.push(JSON.parse(data.toString()));
      if (replies.length < calls.length) return;
      socket.close();
      resolve(replies);
    });
  });
}

describe("after renames in the specs alone", { timeout: SLOW }, () => {
  test("the compiler names every place that names what was renamed", () => {
    expect(MENDS.map(({ file }) => file).filter((file) => !named.includes(file))).toEqual([]);
  });

  test("client and service agree on operations, paths, parameters, methods and codes", async () => {
    await using service = await testing.startService({ segments: ["delta-main"] });
    const paths: string[] = [];
    const delta = service.client("delta-main", {
      fetch: (input: string, init: RequestInit) => {
        paths.push(new URL(input).pathname);
        return service.fetch(input, init);
      },
    });
    const [alice] = await service.accounts("delta-main");

    expect((await delta.getFigures()).avgBlockTime).toBeGreaterThan(0);
    expect((await delta.getBlock(3)).number).toBe(3);
    expect(paths).toEqual(["/v1/delta-main/figures", "/v1/delta-main/blocks/3"]);
    expect(await delta.listBlocks({ limit: 4 }).toArray()).toHaveLength(11);
    expect(await delta.listAccountTransactions(alice.address, { way: "out" }).toArray()).toEqual(
      [],
    );
    expect(await delta.rpc.delta_readStake(alice.address)).toMatchObject({ delegatedTo: null });
    const refusal = await errorOf(delta.getBlock("0x12"));
    expect(refusal).toMatchObject({ code: "BAD_ARGUMENT", status: 422, retryable: false });
    const { rpc } = delta;
    const heights = await rpc.batch([1, 2, 3, 4].map((each) => ["chain_getBlockByNumber", each]));
    expect(heights.map(({ number }: Loose) => number)).toEqual([1, 2, 3, 4]);
    expect(paths.filter((path) => path === "/rpc/delta-main")).toHaveLength(3);
  });

  test("parameters go by position or by name, as each method says", async () => {
    await using service = await testing.startService({ segments: ["delta-main"] });
    const { rpc, listValidators } = service.client("delta-main");
    const [validator] = (await listValidators()).items;
    const { address } = validator;
    expect(await rpc.delta_getValidator(address)).toMatchObject({ address });
    expect(
      await rpc.batch([
        ["delta_getValidator", address],
        ["account_getNonce", address],
      ]),
    ).toMatchObject([{ address }, { nonce: 0 }]);
    const post = async (method: string, params: unknown): Promise<Loose> => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
      const headers = { "Content-Type": "application/json" };
      const url = `${service.url}/rpc/delta-main`;
      return (await service.fetch(url, { method: "POST", headers, body })).json();
    };
    expect(await post("delta_getValidator", { address })).toMatchObject({ result: { address } });
    expect((await post("delta_getValidator", [address])).error.code).toBe(-32602);
    expect(await post("account_getNonce", { address })).toMatchObject({ result: { nonce: 0 } });
    expect(await post("account_getNonce", [address])).toMatchObject({ result: { nonce: 0 } });
    expect((await post("account_getBalance", { address })).error.code).toBe(-32602);
  });

  test("what is deprecated says so, in the answers and in the types", async () => {
    await using service = await testing.startService({ segments: ["delta-main"] });
    const [alice] = await service.accounts("delta-main");
    const headersOf = async (path: string, init?: RequestInit): Promise<(string | null)[]> => {
      const { headers } = await service.fetch(`${service.url}${path}`, init);
      return [headers.get("Deprecation"), headers.get("Sunset")];
    };
    const post = (body: unknown): RequestInit => ({
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const call = { jsonrpc: "2.0", id: 1, method: "delta_readStake", params: [alice.address] };
    const dates = ["@1769817600", "Fri, 31 Jul 2026 00:00:00 GMT"];
    expect(await headersOf("/v1/delta-main/figures")).toEqual(dates);
    expect(await headersOf("/v2/delta-main/chain/info")).toEqual([null, null]);
    expect(await headersOf("/rpc/delta-main", post(call))).toEqual(dates);
    expect(await headersOf("/rpc/delta-main", post([call, call]))).toEqual([null, null]);

    const generated = (file: string): Promise<string> =>
      readFile(join(folder, "src/generated/client", file), "utf8");
    const tag =
      "@deprecated Use getChainInfo instead. Since 2026-01-31, served until 2026-07-31.\n";
    for (const file of ["operations.gen.ts", "methods.gen.ts", "paths.gen.ts"])
      expect(await generated(file)).toContain(tag);
    for (const file of ["operation_calls.gen.ts", "method_calls.gen.ts"]) {
      expect(await generated(file)).toContain(tag);
      expect(await generated(file)).toContain(
        '"deprecated":{"reason":"Use getChainInfo instead.","since":"2026-01-31","sunset":"2026-07-31"}',
      );
    }
    expect(await generated("operations.gen.ts")).toContain("`way` is deprecated. Look at all.");
    const types = await generated("../types.gen.ts");
    for (const [reason, name] of [
      ["Look at all", "way"],
      ["Use blockTime", "avgBlockTime"],
      ["Use a form", "email"],
      ["Ask by key", "address"],
    ] as const)
      expect(types).toMatch(new RegExp(`@deprecated ${reason}\\.\\n\\s*\\*/\\n\\s*${name}\\??:`));
  });

  test("accounts of the renamed network sign what the renamed segment takes", async () => {
    await using service = await testing.startService({ segments: ["delta-stage"] });
    const client = service.client("delta-stage");
    expect(client.network).toBe("stage");
    const [alice, bob] = await devnet.devAccounts("delta", { network: "stage" });
    const transfer = { type: "transfer", to: bob.address, value: 5n, nonce: 0 };
    const { signedTx } = await devnet.signTransaction(alice, transfer);
    const { txHash } = await client.sendRawTransaction(signedTx);
    await service.mine();
    expect(await client.waitForReceipt(txHash)).toMatchObject({ status: 1 });
  });

  test("the doctor tries every call, with values of the service", async () => {
    await using service = await testing.startService({
      ...{ segments: ["delta-main"], history: 60, keylessTier: "Enterprise" },
    });
    const { examine } = await import(join(folder, "src/cli/doctor/examine.ts"));
    const findings: Loose[] = await examine({
      ...{
        segment: "delta-main",
        endpoint: service.url,
        client: service.client("delta-main", { tier: "Enterprise" }),
      },
      ...{ eventSeconds: 0, onProbe: () => undefined },
      wait: {
        clock: QUICK,
        signal: AbortSignal.timeout(SLOW),
        onWait: () => undefined,
        turn: async () => undefined,
      },
    });
    const tried = (verdict: string): string[] =>
      findings
        .filter((one) => one.verdict === verdict)
        .map((one) => `${one.subject} ${one.aspect}`);
    expect(tried("differs")).toEqual([]);
    expect(tried("missing")).toEqual([]);
    const untried = tried("not tried").filter((name) => !name.endsWith(" an event"));
    // A connection has no more than three subscriptions.
    const refused = ["rollbacks ", "validators ", "proposals "];
    expect(untried).toEqual(["requestKey ", "tx_sendRawTransaction ", ...refused]);
    expect(tried("as specified")).toEqual(
      expect.arrayContaining([
        ...["getBlock unknown wanted", "getBlock by hash", "getValidator ", "getProposal "],
        ...["listBlocks order asc", "listValidators a page of one"],
      ]),
    );
  });

  test("examples are taken from the renamed calls, on the servers that they have", async () => {
    const [{ liveExamples }, { loadSpecs: load }] = await Promise.all(
      ["examples/live_examples.ts", "specs/specs.ts"].map(
        (file): Promise<Loose> => import(join(folder, "scripts", file)),
      ),
    );
    const samples: Loose[] = await liveExamples(await load(folder));
    const shown = (...path: string[]): Loose =>
      samples.find(({ path: at }) => at.join() === path.join())?.value;
    const example = ["content", "application/json", "example"];
    expect(shown("paths", "/chain/info", "get", "responses", "200", ...example).data).toMatchObject(
      {
        chain: "delta",
      },
    );
    expect(shown("paths", "/blocks/{wanted}", "get", "responses", "200", ...example).data).toEqual(
      expect.objectContaining({ number: expect.any(Number) }),
    );
    expect(samples.length).toBeGreaterThan(150);
  });

  test("events arrive under the renamed notification, topic and cursor code", async () => {
    await using service = await testing.startService();
    expect(service.segments).toEqual(["alpha", "delta-main"]);
    const { events } = service.client("delta-main");
    const rollbacks = events.subscribe("rollbacks");
    await rollbacks.ready;
    await service.mine(2, "delta-main");
    await service.reorganise(1, "delta-main");
    expect((await rollbacks.next()).value.data).toMatchObject({ fromHeight: 12 });
    const expired = events.subscribe("blocks", { after: btoa("0:1") });
    expect(await errorOf(expired.next())).toMatchObject({ code: -32044 });
  });

  test("keys and connections go by the renamed tier, header, parameter, bound and close codes", async () => {
    await using service = await testing.startService({ segments: ["delta-main"] });
    const socket = `${service.url.replace("http", "ws")}/ws/delta-main`;
    const keyless = library.createClient("delta-main", { endpoints: service.url });
    expect(keyless.budget().second.limit).toBe(10);
    const { apiKey, tier } = await keyless.requestKey({ email: "me@example.org" });
    expect(tier).toBe("Known");
    const keyed = await service.fetch(`${service.url}/v1/delta-main/figures`, {
      headers: { "X-Token": apiKey },
    });
    expect(keyed.headers.get("RateLimit-Policy")).toContain("q=100;w=1");

    expect(await closeCodeOf(`${socket}?token=unknown`)).toBe(4008);
    expect(await closeCodeOf(`${socket}?token=${apiKey}`, Uint8Array.of(1))).toBe(4003);
    const follow: [string, unknown] = ["chain_follow", ["blocks"]];
    const replies = await repliesOf(socket, [follow, follow, follow, follow]);
    const [first] = replies;
    expect(first.result).toMatchObject({ subscription: "s1" });
    expect(replies.map(({ error }) => error?.code)).toEqual([...Array(3), -32005]);
  });
});
