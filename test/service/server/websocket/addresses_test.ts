import { afterEach, describe, expect, test } from "vitest";
import { devAccounts, signTransaction } from "../../../../src/devnet/mod.ts";
import { LIMITS } from "../../../../src/generated/limits.gen.ts";
import type { ServiceOptions } from "../../../../src/service/mod.ts";
import { formatAddress } from "../../../../src/units/mod.ts";
import { SERVICE_DEFAULTS } from "../../../../src/service/options/mod.ts";
import { forSeeds, type Random } from "../../../_random.ts";
import { callHttp, type EventService, openEventService } from "./_event_service.ts";
import { type Notification, type Reply, SocketClient } from "./_socket_client.ts";

const opened: EventService[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ listener }) => listener.close()));
});

async function start(options: ServiceOptions = {}): Promise<EventService> {
  const service = await openEventService({ segments: ["delta"], ...options });
  opened.push(service);
  return service;
}

/** Addresses that nobody has, from a number on. */
function addresses(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, index) => {
    const bytes = new Uint8Array(20);
    new DataView(bytes.buffer).setUint32(0, (from + index + 1) * 2_654_435_761);
    new DataView(bytes.buffer).setUint32(16, from + index + 1);
    return formatAddress({ prefix: "dx", bytes });
  });
}

function sequenceOf(cursor: string): number {
  return Number(Buffer.from(cursor, "base64url").toString().split(":")[1]);
}

/** What a subscription watches from a sequence on. */
interface Phase {
  readonly after: number;
  readonly watched: ReadonlySet<string>;
}

/** A subscription by addresses, what it should have got by all events, and what it got. */
class Watcher {
  readonly #client: SocketClient;
  #id = "";
  #phases: Phase[] = [];

  constructor(client: SocketClient) {
    this.#client = client;
  }

  get watched(): ReadonlySet<string> {
    return this.#phases.at(-1)?.watched ?? new Set();
  }

  async subscribe(watched: ReadonlySet<string>, after?: string): Promise<void> {
    const filter = { addresses: [...watched], ...(after !== undefined && { after }) };
    const { result } = await this.#client.call("chain_subscribe", ["transactions", filter]);
    const { subscription, cursor } = result as { subscription: string; cursor: string };
    this.#id = subscription;
    this.#phases = [{ after: sequenceOf(cursor), watched }];
  }

  async change(random: Random, known: readonly string[]): Promise<void> {
    const add = known.filter((one) => !this.watched.has(one) && random.upTo(2) === 0);
    const remove = [...this.watched].filter(() => random.upTo(2) === 0);
    const watched = new Set([...this.watched].filter((one) => !remove.includes(one)));
    for (const one of add) watched.add(one);
    const { result } = await this.#client.call("chain_updateSubscription", [
      this.#id,
      { add, remove },
    ]);
    const { addresses: count, cursor } = result as { addresses: number; cursor: string };
    expect(count).toBe(watched.size);
    this.#phases.push({ after: sequenceOf(cursor), watched });
  }

  /** Cursors of what it got since it was last begun. */
  get got(): string[] {
    const own = this.#client.events.filter(({ subscription }) => subscription === this.#id);
    return own.map(({ cursor }) => cursor);
  }

  due(all: readonly Notification[]): string[] {
    const [begin] = this.#phases;
    return all.flatMap(({ result, cursor }) => {
      const sequence = sequenceOf(cursor);
      const phase = this.#phases.findLast(({ after }) => after < sequence);
      if (!phase || sequence <= (begin?.after ?? 0)) return [];
      const isOwn = [result["from"], result["to"]].some((one) => phase.watched.has(String(one)));
      return isOwn || result["reorg"] !== undefined ? [cursor] : [];
    });
  }
}

test("sets that change under load get every event of theirs once, through reorganisations and resumption", async () => {
  await forSeeds(3, async (random) => {
    const { service, origin, pay, errors } = await start();
    const known = (await devAccounts("delta")).map(({ address }) => address);
    const all = await SocketClient.open(origin, "delta");
    await all.subscribe("transactions");
    const watchers: Watcher[] = [];
    for (let made = 0; made < 4; made++) {
      const watcher = new Watcher(await SocketClient.open(origin, "delta"));
      await watcher.subscribe(new Set(known.slice(made, made * 2)));
      watchers.push(watcher);
    }
    let reorgs = 1;
    for (let turn = 0; turn < 40; turn++) {
      for (let paid = random.upTo(3); paid > 0; paid--) {
        await pay("delta", known[1 + random.upTo(known.length - 2)]);
      }
      const isReorg = random.upTo(5) === 0;
      if (isReorg) reorgs++;
      const making = isReorg ? service.reorganise("delta", 1) : service.produceBlock("delta");
      const one = watchers[random.upTo(watchers.length - 1)];
      const [cursor] = one?.got.slice(-1) ?? [];
      if (random.upTo(4) === 0) await one?.subscribe(new Set(one.watched), cursor);
      else await one?.change(random, known);
      await making;
    }
    // The notice of this one comes to all.
    await service.reorganise("delta", 1);
    const notices = (): Notification[] => all.events.filter(({ result }) => result["reorg"]);
    await all.until(() => notices().length === reorgs);
    const last = notices().at(-1)?.cursor ?? "";
    const untilLast = (cursors: readonly string[]): string[] =>
      cursors.slice(0, cursors.indexOf(last) + 1);
    for (const watcher of watchers) {
      await expect.poll(() => watcher.got.includes(last)).toBe(true);
      expect(untilLast(watcher.got)).toEqual(untilLast(watcher.due(all.events)));
    }
    expect(errors).toEqual([]);
  });
});

test("a filter has 10,000 addresses, and an added one must have room", async () => {
  const { origin, pay, service } = await start();
  const [, bob, carol] = await devAccounts("delta");
  const client = await SocketClient.open(origin, "delta");
  const many = addresses(LIMITS.addressesPerSubscription);
  const tooMany = await client.call("chain_subscribe", [
    "transactions",
    { addresses: [...many, bob?.address] },
  ]);
  expect(tooMany.error).toMatchObject({ code: -32602 });
  expect(tooMany.error?.data).toContain("must be an array of up to 10000 items");
  await client.subscribe("transactions", { addresses: many });
  const refused = await client.call("chain_updateSubscription", [
    "s1",
    { add: [bob?.address, carol?.address], remove: many.slice(0, 1) },
  ]);
  expect(refused.error?.data).toBe(
    "change.add must have at most 1 addresses, got 2: a filter has at most 10000",
  );
  const { result } = await client.call("chain_updateSubscription", [
    "s1",
    { add: [bob?.address], remove: many.slice(0, 1) },
  ]);
  expect(result).toMatchObject({ addresses: 10_000 });
  const hash = await pay("delta", bob?.address);
  await service.produceBlock("delta");
  expect((await client.take(1))[0]).toMatchObject({ subscription: "s1", result: { hash } });
});

test("the subscriptions of a connection have 100,000 addresses, and one that ends makes room", async () => {
  const { origin } = await start();
  const client = await SocketClient.open(origin, "delta");
  const many = addresses(LIMITS.addressesPerSubscription);
  const full = LIMITS.addressesPerConnection / LIMITS.addressesPerSubscription;
  for (let made = 0; made < full; made++) {
    await client.subscribe("transactions", { addresses: many });
  }
  const [one = ""] = many;
  const refusal = {
    code: -32005,
    message: "Limit exceeded",
    data: "A connection has at most 100000 addresses in the filters of its subscriptions, this one has 100000: end one first",
  };
  const again = await client.call("chain_subscribe", ["transactions", { addresses: [one] }]);
  expect(again.error).toEqual(refusal);
  await client.call("chain_updateSubscription", ["s1", { remove: [one] }]);
  await client.subscribe("transactions", { addresses: [one] });
  const { error } = await client.call("chain_updateSubscription", ["s1", { add: [one] }]);
  expect(error).toEqual(refusal);
  await client.call("chain_unsubscribe", ["s2"]);
  const added = await client.call("chain_updateSubscription", ["s1", { add: [one] }]);
  expect(added.result).toMatchObject({ addresses: 10_000 });
});

/** Addresses that filters hold, as `/metrics` shows them. */
async function watchedAt(origin: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^alphadelta_watched_addresses (\d+)$/m.exec(metrics)?.[1]);
}

describe("addresses in filters are bounded", () => {
  const FULL =
    "All connections of one key or IP address have at most 250 addresses in their filters, these have 250: unsubscribe or remove some first, or ask the operator for more (--addresses-per-subject)";

  test("by subject, over its connections; those that are removed, unsubscribed or closed make room", async () => {
    const { origin } = await start({ addressesPerSubject: 250 });
    const [one, two] = [
      await SocketClient.open(origin, "delta"),
      await SocketClient.open(origin, "delta"),
    ];
    const subscribe = async (client: SocketClient, filter: object): Promise<Reply> =>
      client.call("chain_subscribe", ["transactions", filter]);
    const change = async (client: SocketClient, changed: object): Promise<Reply> =>
      client.call("chain_updateSubscription", ["s1", changed]);
    const many = addresses(251);
    await one.subscribe("transactions", { addresses: many.slice(0, 150) });
    await two.subscribe("transactions", { addresses: many.slice(0, 99) });
    await two.subscribe("validators", { address: many[0] });
    const refusal = { code: -32005, message: "Limit exceeded", data: FULL };
    expect((await subscribe(one, { address: many[250] })).error).toEqual(refusal);
    expect((await change(two, { add: [many[250]] })).error).toEqual(refusal);
    expect(await watchedAt(origin)).toBe(250);
    // A change may take the place of what it removes; a subscription to everything needs none.
    expect((await change(two, { add: [many[250]], remove: [many[0]] })).error).toBeUndefined();
    expect((await subscribe(one, {})).error).toBeUndefined();
    await change(one, { remove: [many[0]] });
    expect((await subscribe(two, { address: many[250] })).error).toBeUndefined();
    expect((await subscribe(two, { address: many[249] })).error).toEqual(refusal);
    await one.call("chain_unsubscribe", ["s1"]);
    expect(await watchedAt(origin)).toBe(101);
    expect((await subscribe(one, { addresses: many.slice(0, 149) })).error).toBeUndefined();
    one.socket.close();
    await expect.poll(() => watchedAt(origin)).toBe(101);
    expect((await subscribe(two, { addresses: many.slice(0, 149) })).error).toBeUndefined();
    two.socket.terminate();
    await expect.poll(() => watchedAt(origin)).toBe(0);
  });

  test("by process, whoever asks", async () => {
    const { origin } = await start({ maximumAddresses: 300, trustedProxies: ["127.0.0.1"] });
    const clients = await Promise.all(
      ["192.0.2.1", "192.0.2.2"].map((address) =>
        SocketClient.open(origin, "delta", { headers: { "X-Forwarded-For": address } }),
      ),
    );
    for (const client of clients)
      await client.subscribe("transactions", { addresses: addresses(150) });
    const { error } =
      (await clients[1]?.call("chain_subscribe", ["transactions", { addresses: addresses(1) }])) ??
      {};
    expect(error).toEqual({
      code: -32005,
      message: "Limit exceeded",
      data: "This process has room for 300 addresses in the filters of all its connections, 300 are taken: retry later",
    });
    clients[0]?.socket.terminate();
    await expect.poll(() => watchedAt(origin)).toBe(150);
    await clients[1]?.subscribe("transactions", { addresses: addresses(150) });
  });

  test("by 200,000 a subject and a million a process", () => {
    expect(SERVICE_DEFAULTS).toMatchObject({
      addressesPerSubject: 200_000,
      maximumAddresses: 1_000_000,
    });
  });
});

describe("a call costs one request, and one more for each 100 addresses", () => {
  const NOW = 1_800_000_000_000;

  /** Requests of the day that a peer has left. */
  async function left(origin: string): Promise<number> {
    const { headers } = await fetch(`${origin}/v1/delta/chain/info`);
    return Number(/"day";r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1]);
  }

  interface Limited {
    readonly client: SocketClient;
    /** Requests that are spent meanwhile. */
    readonly spent: (work: () => Promise<unknown>) => Promise<number>;
    /** What a call costs, and the code of its error. */
    readonly cost: (method: string, params: unknown) => Promise<[number, number | undefined]>;
  }

  async function limited(options: ServiceOptions = {}): Promise<Limited> {
    let now = NOW;
    const { origin } = await start({ keylessTier: "Public", clock: () => now, ...options });
    const client = await SocketClient.open(origin, "delta");
    async function spent(work: () => Promise<unknown>): Promise<number> {
      now += 60_000;
      const before = await left(origin);
      await work();
      now += 60_000;
      return before - (await left(origin)) - 1;
    }
    async function cost(method: string, params: unknown): Promise<[number, number | undefined]> {
      let code: number | undefined;
      const requests = await spent(async () => {
        code = (await client.call(method, params)).error?.code;
      });
      return [requests, code];
    }
    return { client, spent, cost };
  }

  test("of a filter, and of those that are added and removed together", async () => {
    const { cost } = await limited();
    const subscribe = (count: number) =>
      cost("chain_subscribe", ["transactions", { addresses: addresses(count) }]);
    expect(await subscribe(99)).toEqual([1, undefined]);
    expect(await subscribe(100)).toEqual([2, undefined]);
    expect(await subscribe(10_000)).toEqual([101, undefined]);
    const change = { add: addresses(150, 10_000), remove: addresses(50) };
    expect(await cost("chain_updateSubscription", ["s1", change])).toEqual([3, undefined]);
    expect(await cost("chain_unsubscribe", ["s3"])).toEqual([1, undefined]);
  });

  test("also where it is refused for what it asks; where there is no room, it costs one", async () => {
    const { cost } = await limited({ addressesPerSubject: 500 });
    const own = addresses(400);
    const malformed = ["transactions", { addresses: [...own, "dx1"] }];
    expect(await cost("chain_subscribe", malformed)).toEqual([5, -32602]);
    expect(await cost("chain_subscribe", ["transactions", { addresses: own }])).toEqual([
      5,
      undefined,
    ]);
    expect(await cost("chain_subscribe", ["transactions", { addresses: own }])).toEqual([
      1, -32005,
    ]);
    const add = addresses(300, 1_000);
    expect(await cost("chain_updateSubscription", ["s1", { add }])).toEqual([1, -32005]);
    for (const odd of [undefined, [], ["transactions", null], ["transactions", { addresses: {} }]])
      expect(await cost("chain_subscribe", odd)).toEqual([1, expect.any(Number)]);
  });

  test("which may be owed; until it is repaid, no other is admitted", async () => {
    let now = NOW;
    const { origin } = await start({ keylessTier: "Public", clock: () => now });
    const client = await SocketClient.open(origin, "delta");
    const filter = { addresses: addresses(10_000) };
    const asked = await client.call("chain_subscribe", ["transactions", filter]);
    expect(asked.error).toBeUndefined();
    const refused = await client.call("chain_getInfo");
    expect(refused.error?.data).toBe(
      "The tier Public allows 10 requests per second, retry in 10 seconds",
    );
    now += 10_000;
    expect((await client.call("chain_getInfo")).error).toBeUndefined();
  });

  test("in a batch too", async () => {
    const { client, spent } = await limited();
    const call = (id: number): object => ({
      ...{ jsonrpc: "2.0", id, method: "chain_subscribe" },
      params: ["transactions", { addresses: addresses(250) }],
    });
    expect(await spent(() => client.ask(JSON.stringify([call(1), call(2)])))).toBe(6);
    expect(client.replies.flat().map(({ error }) => error)).toEqual([undefined, undefined]);
  });
});

test("validators are watched by their addresses", async () => {
  const { service, origin } = await start();
  const { data } = (await (await fetch(`${origin}/v1/delta/validators?limit=3`)).json()) as {
    data: { validators: { address: string }[] };
  };
  const validators = data.validators.map(({ address }) => address);
  const client = await SocketClient.open(origin, "delta");
  const begin = await client.subscribe("validators", { addresses: validators.slice(1) });
  const accounts = await devAccounts("delta");
  for (const [index, validator] of validators.entries()) {
    const account = accounts[index];
    if (!account) throw new Error("No account");
    const body = { type: "delegate", validator, value: 10n ** 18n, nonce: 0 } as const;
    const { signedTx } = await signTransaction(account, body);
    await callHttp(origin, "delta", "tx_sendRawTransaction", [signedTx]);
  }
  await service.produceBlock("delta");
  const toldOf = (events: readonly Notification[]): string[] =>
    events.map(({ subscription, result }) => `${subscription} ${result["address"]}`);
  const [, second, third] = validators;
  expect(new Set(toldOf(await client.take(2)))).toEqual(new Set([`s1 ${second}`, `s1 ${third}`]));
  await client.subscribe("validators", { addresses: [third], after: begin });
  expect(toldOf(await client.take(3))[2]).toBe(`s2 ${third}`);
});
