import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { devAccounts, signTransaction, type SignedBytes } from "../../src/devnet/mod.ts";
import { isAlphadeltaError } from "../../src/errors/mod.ts";
import { type Client, createClient } from "../../src/mod.ts";
import { createService, type Service } from "../../src/service/mod.ts";
import type { Nonces, NoncesOptions } from "../../src/submission/mod.ts";
import type { QuotaState, QuotaStore } from "../../src/transport/mod.ts";
import { ORIGIN } from "../_client.ts";
import { ManualClock, settle } from "../_manual_clock.ts";

/** Value of the payment that must not be made twice, and of any other. */
const PAYMENT = 700n;
const OTHER = 3n;

type Answer = Response | undefined;

/** Responses to a submission and to a question; the service answers where these do not. */
interface Plan {
  /** Answers the copy of a submission; the first request is on its way for as long as the test says. */
  copy(id: unknown, count: number): Answer | Promise<Answer>;
  read(asked: string): Answer;
}

let service: Service;
let client: Client<"delta">;
let direct: Client<"delta">;
let alice: Awaited<ReturnType<typeof devAccounts<"delta">>>[number];
let plan: Plan;
/** First requests that are on their way. */
let underWay: (() => Promise<Response>)[];
/** Nonces that the payment was signed for. */
let signed: number[];
/** Of a client whose time is the test's. */
let clock: ManualClock;
let requests: number;

beforeEach(async () => {
  service = await createService({
    segments: ["delta"],
    history: 3,
    mode: "manual",
    traffic: false,
    keylessTier: "Enterprise",
    log: () => undefined,
  });
  onTestFinished(() => service.close());
  const options = { endpoints: ORIGIN, tier: "Enterprise", retries: 0 } as const;
  direct = createClient("delta", { ...options, fetch: service.fetch });
  client = createClient("delta", { ...options, fetch: send });
  const [first] = await devAccounts("delta");
  if (!first) throw new Error("There is no account");
  alice = first;
  plan = { copy: () => undefined, read: () => undefined };
  underWay = [];
  signed = [];
});

/** A network that doubles submissions: the first request is held, and the copy is answered in its place. */
async function send(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const url = String(input instanceof Request ? input.url : input);
  const { method, id } = JSON.parse(String(init?.body ?? "{}")) as {
    method?: string;
    id?: unknown;
  };
  const forward = (): Promise<Response> => service.fetch(url, { ...init, signal: null });
  if (method !== "tx_sendRawTransaction") return plan.read(method ?? url) ?? forward();
  underWay.push(forward);
  return (await plan.copy(id, underWay.length)) ?? forward();
}

/** Lets the requests arrive that are on their way; what they are answered reaches nobody. */
async function arrive(): Promise<void> {
  for (const forward of underWay.splice(0)) await forward();
}

function refuse(id: unknown, code: number, status = 200): Response {
  const error = { code, message: "Refused", data: "by the nonce" };
  return Response.json({ jsonrpc: "2.0", id, error }, { status });
}

function unavailable(): Response {
  return new Response("Service Unavailable", { status: 503 });
}

function sign(nonce: number, value: bigint): Promise<SignedBytes> {
  return signTransaction(alice, { type: "transfer", to: alice.address, value, nonce });
}

function pay(nonce: number): Promise<SignedBytes> {
  signed.push(nonce);
  return sign(nonce, PAYMENT);
}

function open(options: NoncesOptions = {}): Nonces {
  return client.createNonces(alice.address, { settleTimeout: 0, ...options });
}

/** Values of what the account sent, in the order of its nonces, once all has arrived and is in a block. */
async function valuesInBlocks(): Promise<bigint[]> {
  await arrive();
  await service.produceBlock("delta");
  const list = direct.listAccountTransactions(alice.address, { direction: "out" });
  return (await list.toArray({ limit: 100 })).map(({ value }) => value).toReversed();
}

/** Gives the client a clock of the test's own. */
function stopTime(): void {
  clock = new ManualClock();
  requests = 0;
  client = createClient("delta", {
    endpoints: ORIGIN,
    tier: "Enterprise",
    retries: 0,
    clock,
    fetch: (input, init) => {
      requests++;
      return send(input, init).finally(() => requests--);
    },
  });
}

/** Lets time pass until `work` is done, but none while a request is on its way. */
async function elapse<Value>(work: Promise<Value>): Promise<Value> {
  const state = { isDone: false };
  const end = (): void => void (state.isDone = true);
  work.then(end, end);
  while (!state.isDone) await (requests > 0 ? settle() : clock.advance(100));
  return work;
}

async function rejection(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => expect.unreachable("It must reject"),
    (error: unknown) => error,
  );
}

describe("a payment whose request came twice, the copy answered -32002", () => {
  beforeEach(() => {
    plan.copy = (id) => refuse(id, -32_002);
  });

  test.each([
    [
      "answers 503",
      { read: (asked: string) => (asked === "tx_getTransaction" ? unavailable() : undefined) },
    ],
    [
      "and every other question answers 503",
      { read: (asked: string) => (asked === "account_getNonce" ? undefined : unavailable()) },
    ],
    ["does not know it yet", {}],
  ])("is uncertain and signed once, where the look-up by hash %s", async (_, reads) => {
    Object.assign(plan, reads);
    const error = await rejection(open().send(pay));
    if (!isAlphadeltaError(error, "AmbiguousSubmissionError")) throw error;
    const { txHash } = await sign(0, PAYMENT);
    expect(error).toMatchObject({
      transaction: { txHash, from: alice.address, nonce: 0 },
      cause: { code: -32_002 },
      message: expect.stringContaining("by the nonce"),
    });
    expect(signed).toEqual([0]);
    expect(await valuesInBlocks()).toEqual([PAYMENT]);
    plan.read = () => undefined;
    expect(await error.reconcile()).toMatchObject({ outcome: "landed", basis: "hash" });
  });

  test("is uncertain where a replica does not know it, though its nonce is used in a block", async () => {
    plan.copy = async (id) => {
      await arrive();
      await service.produceBlock("delta");
      return refuse(id, -32_002);
    };
    plan.read = (asked) => {
      if (asked === "tx_getTransaction") return unavailable();
      return asked.includes("/transactions") ? unavailable() : undefined;
    };
    const error = await rejection(open().send(pay));
    expect(isAlphadeltaError(error, "AmbiguousSubmissionError")).toBe(true);
    expect(signed).toEqual([0]);
  });

  test.each([
    ["pending", "pending", async () => arrive()],
    [
      "in a block",
      "confirmed",
      async () => {
        await arrive();
        await service.produceBlock("delta");
      },
    ],
  ])("is accepted where the look-up finds it %s", async (_, status, happen) => {
    plan.copy = async (id) => {
      await happen();
      return refuse(id, -32_002);
    };
    expect(await open().send(pay)).toMatchObject({ nonce: 0, status });
    expect(signed).toEqual([0]);
    expect(await valuesInBlocks()).toEqual([PAYMENT]);
  });

  test("is accepted where its nonce leads to it, though its hash was told in capitals", async () => {
    plan.copy = async (id) => {
      await arrive();
      await service.produceBlock("delta");
      return refuse(id, -32_002);
    };
    const sent = await open().send(async (nonce) => {
      const { signedTx, txHash } = await pay(nonce);
      return { signedTx, txHash: `0x${txHash.slice(2).toUpperCase()}` };
    });
    expect(sent).toMatchObject({ nonce: 0 });
    expect(signed).toEqual([0]);
    expect(await valuesInBlocks()).toEqual([PAYMENT]);
  });

  test.each([
    ["its own", pay],
    ["another", (nonce: number) => sign(nonce, OTHER)],
  ])("is uncertain without its hash, be the transaction in the block %s", async (_, holder) => {
    const { signedTx: held } = await holder(0);
    signed = [];
    plan.copy = async (id) => {
      underWay = [];
      await direct.sendRawTransaction(held);
      await service.produceBlock("delta");
      return refuse(id, -32_002);
    };
    const error = await rejection(
      open().send(async (nonce) => ({ signedTx: (await pay(nonce)).signedTx })),
    );
    expect(isAlphadeltaError(error, "AmbiguousSubmissionError")).toBe(true);
    expect(signed).toEqual([0]);
  });

  test("is sent again with the same bytes on demand, which is no second payment", async () => {
    plan.copy = (id, count) => (count === 1 ? refuse(id, -32_002) : undefined);
    expect(await open({ resend: 1 }).send(pay)).toMatchObject({ nonce: 0, status: "pending" });
    expect(signed).toEqual([0]);
    expect(await valuesInBlocks()).toEqual([PAYMENT]);
  });

  test("is uncertain where a gateway says so with a 502", async () => {
    plan.copy = (id) => refuse(id, -32_002, 502);
    const error = await rejection(open().send(pay));
    expect(isAlphadeltaError(error, "AmbiguousSubmissionError")).toBe(true);
    expect(signed).toEqual([0]);
    expect(await valuesInBlocks()).toEqual([PAYMENT]);
  });

  test("is uncertain where the client itself can ask no more", async () => {
    let state: QuotaState | undefined;
    let isBroken = false;
    const store: QuotaStore = {
      update(_, change) {
        if (isBroken) throw new Error("The store is gone");
        return (state = change(state));
      },
    };
    plan.copy = (id) => {
      isBroken = true;
      return refuse(id, -32_002);
    };
    client = createClient("delta", { endpoints: ORIGIN, tier: "Enterprise", fetch: send, store });
    const error = await rejection(open().send(pay));
    expect(isAlphadeltaError(error, "AmbiguousSubmissionError")).toBe(true);
    expect(signed).toEqual([0]);
  });

  test("is not made anew by `use`, which passes the refusal on", async () => {
    const error = await rejection(
      open().use(async (nonce) => client.sendRawTransaction((await pay(nonce)).signedTx)),
    );
    expect(isAlphadeltaError(error, "RpcError") && error.code).toBe(-32_002);
    expect(signed).toEqual([0]);
    expect(await valuesInBlocks()).toEqual([PAYMENT]);
  });
});

describe("a payment whose request came twice, the copy over the limit", () => {
  beforeEach(stopTime);

  const limits: readonly [string, (id: unknown) => Response][] = [
    ["-32005 with 429", (id) => refuse(id, -32_005, 429)],
    ["-32005 with 200", (id) => refuse(id, -32_005)],
    ["a 429 of a gateway", () => new Response("Slow down", { status: 429 })],
    ["-32000 with 429", (id) => refuse(id, -32_000, 429)],
  ];

  test.each(limits)("is accepted where the look-up finds it, after %s", async (_, limit) => {
    plan.copy = async (id) => {
      await arrive();
      return limit(id);
    };
    expect(await elapse(open().send(pay))).toMatchObject({
      nonce: 0,
      status: "pending",
      reconciliation: { basis: "hash" },
    });
    expect(signed).toEqual([0]);
    expect(await valuesInBlocks()).toEqual([PAYMENT]);
  });

  test.each(limits)("is uncertain where nothing of it is found, after %s", async (_, limit) => {
    plan.copy = limit;
    const error = await rejection(elapse(open().send(pay)));
    if (!isAlphadeltaError(error, "AmbiguousSubmissionError")) throw error;
    expect(error).toMatchObject({ transaction: { nonce: 0 }, cause: { name: "RpcError" } });
    expect(signed).toEqual([0]);
    expect(await valuesInBlocks()).toEqual([PAYMENT]);
    expect(await elapse(error.reconcile())).toMatchObject({ outcome: "landed" });
  });

  test("is uncertain at once where the limit lasts longer than the settle time", async () => {
    plan.copy = () => new Response("", { status: 429, headers: { "retry-after": "3600" } });
    const error = await rejection(elapse(open({ settleTimeout: 3_599_000 }).send(pay)));
    expect(isAlphadeltaError(error, "AmbiguousSubmissionError")).toBe(true);
    expect(underWay.length).toBe(1);
    expect(signed).toEqual([0]);
  });

  test("is sent again with the same bytes once the limit is over", async () => {
    const times: number[] = [];
    plan.copy = (id, count) => {
      times.push(clock.now());
      if (count > 2) return undefined;
      const error = { code: -32_005, message: "Limit exceeded" };
      const headers = { "retry-after": "7" };
      return Response.json({ jsonrpc: "2.0", id, error }, { status: 429, headers });
    };
    const sent = await elapse(client.createNonces(alice.address).send(pay));
    expect(sent).toMatchObject({ nonce: 0, status: "pending" });
    const [first = 0, second = 0, third = 0] = times;
    expect(times.length).toBe(3);
    expect(second - first).toBeGreaterThanOrEqual(7_000);
    expect(third - second).toBeGreaterThanOrEqual(7_000);
    expect(signed).toEqual([0]);
    expect(await valuesInBlocks()).toEqual([PAYMENT]);
  });
});

describe("a payment whose request was lost", () => {
  beforeEach(stopTime);

  test("is sent again after one poll interval, with the same bytes", async () => {
    const times: number[] = [];
    plan.copy = () => {
      times.push(clock.now());
      underWay = [];
      if (times.length < 4) throw new TypeError("fetch failed");
      return undefined;
    };
    const nonces = client.createNonces(alice.address, { resend: 3, pollInterval: 2_000 });
    expect(await elapse(nonces.send(pay))).toMatchObject({ nonce: 0, status: "pending" });
    expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 2_000, 4_000, 6_000]);
    expect(signed).toEqual([0]);
    expect(await valuesInBlocks()).toEqual([PAYMENT]);
  });
});

describe("a payment whose nonce another transaction took", () => {
  async function take(nonce: number): Promise<void> {
    await direct.sendRawTransaction((await sign(nonce, OTHER)).signedTx);
  }

  test("is signed anew once that one is in a block", async () => {
    const nonces = open();
    await nonces.use(() => take(0));
    await take(1);
    await service.produceBlock("delta");
    expect(await nonces.send(pay)).toMatchObject({ nonce: 2, status: "pending" });
    expect(signed).toEqual([1, 2]);
    expect(await valuesInBlocks()).toEqual([OTHER, OTHER, PAYMENT]);
  });

  test("is uncertain while that one is pending, since a copy could land in its place", async () => {
    const nonces = open();
    await nonces.use(() => take(0));
    await take(1);
    const error = await rejection(nonces.send(pay));
    expect(isAlphadeltaError(error, "AmbiguousSubmissionError")).toBe(true);
    expect(signed).toEqual([1]);
    expect((await nonces.send((nonce) => sign(nonce, OTHER))).nonce).toBe(2);
    expect(await valuesInBlocks()).toEqual([OTHER, OTHER, OTHER]);
    expect(await (error as { reconcile(): Promise<unknown> }).reconcile()).toMatchObject({
      outcome: "refused",
    });
  });

  test("is uncertain while the transaction in the block cannot be seen", async () => {
    const nonces = open();
    await nonces.use(() => take(0));
    await take(1);
    await service.produceBlock("delta");
    plan.read = (asked) => (asked.includes("/transactions") ? unavailable() : undefined);
    const error = await rejection(nonces.send(pay));
    expect(isAlphadeltaError(error, "AmbiguousSubmissionError")).toBe(true);
    expect(signed).toEqual([1]);
  });
});

describe("a payment whose nonce is too high", () => {
  test("is uncertain, since a copy lands as soon as the gap is filled", async () => {
    const nonces = open({ settleTimeout: 60_000, resend: 3 });
    await nonces.use(async () => "accepted by a service that forgets it");
    const error = await rejection(nonces.send(pay));
    if (!isAlphadeltaError(error, "AmbiguousSubmissionError")) throw error;
    expect(error).toMatchObject({ transaction: { nonce: 1 }, cause: { code: -32_003 } });
    expect((await nonces.send((nonce) => sign(nonce, OTHER))).nonce).toBe(0);
    expect(signed).toEqual([1]);
    expect(await valuesInBlocks()).toEqual([OTHER, PAYMENT]);
    expect(await error.reconcile()).toMatchObject({ outcome: "landed" });
  });
});

describe("a signer that tells a wrong hash", () => {
  const wrong = `0x${"ab".repeat(32)}`;
  const payWrongly = async (nonce: number): Promise<SignedBytes> => ({
    ...(await pay(nonce)),
    txHash: wrong,
  });

  test.each(["while it is pending", "once it is in a block"])(
    "rejects with both hashes, and nothing is signed in its place %s",
    async (when) => {
      const { txHash } = await sign(0, PAYMENT);
      plan.copy = async () => {
        const answer = await (underWay.pop() as () => Promise<Response>)();
        if (when.includes("block")) await service.produceBlock("delta");
        return answer;
      };
      const nonces = open();
      const error = await rejection(nonces.send(payWrongly));
      if (!isAlphadeltaError(error, "AmbiguousSubmissionError")) throw error;
      expect(error.message).toContain(wrong);
      expect(error.message).toContain(txHash);
      expect(error.transaction).toEqual({ from: alice.address, nonce: 0 });
      expect(signed).toEqual([0]);
      expect((await nonces.send((nonce) => sign(nonce, OTHER))).nonce).toBe(1);
      expect(await valuesInBlocks()).toEqual([PAYMENT, OTHER]);
    },
  );

  test("is told so by `sendRawTransaction` too", async () => {
    const { signedTx } = await sign(0, PAYMENT);
    const error = await rejection(client.sendRawTransaction(signedTx, { txHash: wrong }));
    expect(error).toMatchObject({ name: "AmbiguousSubmissionError", code: "ambiguous" });
    expect(error).toMatchObject({ cause: { name: "ContractError", issues: [{ path: "txHash" }] } });
  });
});

test("a hash that is none is a TypeError, and nothing is sent", async () => {
  const broken = open().send(async (nonce) => ({ ...(await pay(nonce)), txHash: "seven" }));
  expect(await rejection(broken)).toBeInstanceOf(TypeError);
  expect(underWay).toEqual([]);
});
