import { afterEach, expect, test } from "vitest";
import { devAccounts, signTransaction } from "../../../../src/devnet/mod.ts";
import { LIMITS } from "../../../../src/generated/limits.gen.ts";
import { formatAddress } from "../../../../src/units/mod.ts";
import { forSeeds, type Random } from "../../../_random.ts";
import { callHttp, type EventService, openEventService } from "./_event_service.ts";
import { type Notification, SocketClient } from "./_socket_client.ts";

const opened: EventService[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ listener }) => listener.close()));
});

async function start(): Promise<EventService> {
  const service = await openEventService({ segments: ["delta"] });
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
