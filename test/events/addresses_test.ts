import { afterEach, describe, expect, test } from "vitest";
import { devAccounts } from "../../src/devnet/mod.ts";
import type { AddressStream, StreamEvent } from "../../src/events/mod.ts";
import { isAlphadeltaError } from "../../src/mod.ts";
import { formatAddress } from "../../src/units/mod.ts";
import { forSeeds } from "../_random.ts";
import { IS_WHOLE } from "../_suites.ts";
import { FaultProxy } from "../fault_proxy.ts";
import { answer, type Asked, begin, HostileServer, refuse } from "./_hostile_server.ts";
import { Opened, take, until } from "./_streams.ts";

const opened = new Opened();
afterEach(() => opened.close());

const known = (await devAccounts("delta")).map(({ address }) => address);
const [ALICE = "", BOB = "", CAROL = "", DAVE = ""] = known;

/** An address that nobody has. */
function addressOf(index: number): string {
  const bytes = new Uint8Array(20);
  new DataView(bytes.buffer).setUint32(16, index);
  return formatAddress({ prefix: "dx", bytes });
}

type Event = StreamEvent<"transactions">;

/** Reads until the transaction of a hash; resolves to all up to it. */
async function readTo(stream: AddressStream<"transactions">, hash: string): Promise<Event[]> {
  const events: Event[] = [];
  do events.push(...(await take(stream, 1)));
  while (events.at(-1)?.data?.hash !== hash);
  return events;
}

describe("a list of addresses", () => {
  test("that changes gets every event of its own once, through cuts and reorganisations", async () => {
    await forSeeds(IS_WHOLE ? 3 : 1, async (random) => {
      const running = await opened.service({ segments: ["delta"] });
      const proxy = await FaultProxy.open(running.origin);
      opened.add(() => proxy.close());
      const all = opened.delta(running.origin).events.accountActivity({ addresses: known });
      const { events } = opened.delta(proxy.origin);
      // Each turn ends with a payment to this one.
      const own = events.accountActivity({ addresses: [CAROL] });
      await Promise.all([all.ready, own.ready]);
      const watched = new Set([CAROL]);
      for (let turn = 0; turn < 25; turn++) {
        const others = known.slice(3).filter(() => random.upTo(3) === 0);
        const isAdded = random.upTo(1) === 0;
        const changing = isAdded ? own.add(others) : own.remove(others);
        for (const one of others) watched[isAdded ? "add" : "delete"](one);
        if (random.upTo(2) === 0) proxy.cutAll();
        await changing;
        expect(own.addresses).toEqual(watched);
        for (let paid = random.upTo(3); paid > 0; paid--) {
          await running.pay("delta", known[3 + random.upTo(known.length - 4)]);
        }
        if (random.upTo(3) === 0) await running.service.reorganise("delta", 1);
        const last = await running.pay("delta", CAROL);
        await running.service.produceBlock("delta");
        if (random.upTo(3) === 0) proxy.cutAll();
        const due = (await readTo(all, last)).filter(
          ({ data, reorg }) => reorg ?? (watched.has(data.to) || watched.has(data.from)),
        );
        const got = await readTo(own, last);
        expect(got.map(({ cursor }) => cursor)).toEqual(due.map(({ cursor }) => cursor));
      }
      await Promise.all([all.return(), own.return()]);
    });
  });

  test("takes one that it has, and lets go of one that it does not have", async () => {
    const { origin } = await opened.service({ segments: ["delta"] });
    const stream = opened.delta(origin).events.accountActivity({ addresses: [BOB, BOB] });
    await stream.ready;
    await stream.add([BOB, CAROL]);
    await stream.remove([DAVE]);
    expect([...stream.addresses]).toEqual([BOB, CAROL]);
  });

  test("stays as it is where the service refuses one", async () => {
    const { origin, pay, service } = await opened.service({ segments: ["delta"] });
    const stream = opened.delta(origin).events.accountActivity({ addresses: [BOB] });
    await stream.ready;
    const refusal = await stream.add([CAROL, `a${BOB.slice(1)}`]).catch((error: unknown) => error);
    expect(isAlphadeltaError(refusal, "RpcError") && [refusal.code, refusal.data]).toEqual([
      -32602,
      `change.add.1 must be an address that starts with dx1 and has a valid checksum, got "a${BOB.slice(1)}"`,
    ]);
    expect([...stream.addresses]).toEqual([BOB]);
    await pay("delta", CAROL);
    const hash = await pay("delta", BOB);
    await service.produceBlock("delta");
    expect((await readTo(stream, hash)).length).toBe(1);
  });

  test("is refused where the filter has none, where there are too many, and where one is no string", async () => {
    const { origin } = await opened.service({ segments: ["delta"] });
    const { events } = opened.delta(origin);
    await expect(events.subscribe("transactions").add([BOB])).rejects.toThrow(
      "Cannot add addresses: the filter of transactions has none; pass addresses to subscribe, [] to begin with none",
    );
    const stream = events.accountActivity({ addresses: [] });
    const many = Array.from({ length: 10_001 }, (_, index) => `dx1${index}`);
    await expect(stream.add(many)).rejects.toThrow(
      new RangeError("Cannot add addresses: a filter has at most 10000, it has 0, got 10001 more"),
    );
    for (const wrong of [[7], BOB, undefined]) {
      await expect(stream.add(wrong as never)).rejects.toThrow(TypeError);
    }
    for (const filter of [{ addresses: [7] }, {}, undefined]) {
      await expect(events.accountActivity(filter as never).ready).rejects.toThrow(
        /^Cannot subscribe: addresses must be an array of addresses, got/,
      );
    }
  });

  test("of more than a connection may have are spread over several", async () => {
    const { origin, pay, service } = await opened.service({ segments: ["delta"] });
    const many = Array.from({ length: 9_990 }, (_, index) => addressOf(index));
    const { events } = opened.delta(origin);
    const streams = Array.from({ length: 11 }, () => events.accountActivity({ addresses: many }));
    await Promise.all(streams.map(({ ready }) => ready));
    const further = Array.from({ length: 10 }, (_, index) => addressOf(20_000 + index));
    for (const stream of streams) await stream.add([...further.slice(1), BOB]);
    const hash = await pay("delta", BOB);
    await service.produceBlock("delta");
    for (const stream of streams) expect((await readTo(stream, hash)).length).toBe(1);
  });
});

test("a list of addresses, and its changes, cost the client's budget what they cost the service's", async () => {
  const { origin } = await opened.service({ segments: ["delta"], keylessTier: "Registered" });
  const client = opened.delta(origin, {}, { tier: "Registered" });
  const many = Array.from({ length: 1_700 }, (_, index) => addressOf(index));
  const stream = client.events.accountActivity({ addresses: many.slice(0, 1_000) });
  await stream.ready;
  await stream.add(many.slice(1_000));
  await stream.remove(many.slice(0, 250));
  // The connection, and 11, 8 and 3 for the three calls.
  const { limit, remaining } = client.budget().day;
  expect(limit - remaining).toBe(1 + 11 + 8 + 3);
  const { headers } = await fetch(`${origin}/v1/delta/chain/info`);
  expect(headers.get("ratelimit")).toContain(`"day";r=${remaining - 1};`);
});

describe("of a service", () => {
  async function hostile(react: (call: Asked) => void): Promise<AddressStream<"transactions">> {
    const server = await HostileServer.open(react);
    opened.add(() => server.close());
    return opened.delta(server.origin).events.accountActivity({ addresses: [BOB] });
  }

  test("that does not know the method, all addresses are subscribed to anew", async () => {
    const asked: unknown[] = [];
    const stream = await hostile((call) => {
      if (call.method === "chain_updateSubscription") return refuse(call, -32601);
      if (call.method !== "chain_subscribe") return answer(call);
      asked.push(call.params[1]);
      begin(call, "c1");
    });
    await stream.ready;
    await stream.add([CAROL]);
    await until(() => asked.length === 2);
    expect(asked).toEqual([{ addresses: [BOB] }, { addresses: [BOB, CAROL], after: "c1" }]);
  });

  test("that refuses a change for its limits, it is made again later", async () => {
    let changes = 0;
    const stream = await hostile((call) => {
      if (call.method === "chain_subscribe") return begin(call, "c1");
      if (call.method === "chain_updateSubscription" && ++changes === 1)
        return refuse(call, -32005);
      answer(call);
    });
    await stream.ready;
    await stream.add([CAROL]);
    expect(changes).toBe(2);
  });

  test("that has no room for a change, however often it is asked, it is refused, and the list is as before", async () => {
    let changes = 0;
    const stream = await hostile((call) => {
      if (call.method === "chain_subscribe") return begin(call, "c1");
      if (call.method !== "chain_updateSubscription") return answer(call);
      changes++;
      refuse(call, -32005);
    });
    await stream.ready;
    const refusal = await stream.add([CAROL]).catch((error: unknown) => error);
    expect(isAlphadeltaError(refusal, "RpcError") && refusal.code).toBe(-32005);
    expect(changes).toBe(5);
    expect([...stream.addresses]).toEqual([BOB]);
  });

  test("that sends what is of no address of the list, the stream ends with an error", async () => {
    const stream = await hostile((call) => {
      if (call.method !== "chain_subscribe") return answer(call);
      begin(call, "c1");
      const result = { from: ALICE, to: DAVE };
      const params = { subscription: `s${call.id}`, result, cursor: "c2" };
      call.socket.send(JSON.stringify({ method: "chain_subscription", params }));
    });
    const error = await stream.next().catch((refusal: unknown) => refusal);
    expect(isAlphadeltaError(error, "ContractError") && error.message).toContain(
      `expected from or to to be one of the 1 addresses of the filter, got "${ALICE}" and "${DAVE}"`,
    );
  });
});

test("a list of addresses is backfilled, and polled where no WebSocket answers, as it stands", async () => {
  const { origin, pay, service } = await opened.service({ segments: ["delta"] });
  await pay("delta", CAROL);
  const first = await pay("delta", BOB);
  await service.produceBlock("delta");
  const endpoints = { apiHost: origin };
  const tier = { requestsPerSecond: null, requestsPerDay: null };
  const { events } = opened.delta(origin, {}, { endpoints, tier });
  const stream = events.accountActivity({ addresses: [BOB] }, { fromHeight: 1 });
  expect((await readTo(stream, first)).length).toBe(1);
  expect(stream.transport).toBe("polling");
  await stream.add([DAVE]);
  await stream.remove([BOB]);
  await pay("delta", BOB);
  const second = await pay("delta", DAVE);
  await service.produceBlock("delta");
  expect((await readTo(stream, second)).length).toBe(1);
});
