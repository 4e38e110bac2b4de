import { inspect } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { AmbiguousSubmissionError, isAlphadeltaError, RpcError } from "../../src/errors/mod.ts";
import { createClient } from "../../src/mod.ts";
import type { SubmissionOptions } from "../../src/submission/mod.ts";
import type { Fault } from "./http_fault_proxy.ts";
import { onSubmissions, openWorld, type World } from "./_world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.plan = () => ({ kind: "none" });
});

async function nextNonce(index = 0): Promise<number> {
  const { nonce } = await world.direct.rpc.account_getNonce(world.accounts[index]?.address ?? "");
  return nonce;
}

async function rejection(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => expect.unreachable("It must reject"),
    (error: unknown) => error,
  );
}

describe("a submission", () => {
  test("resolves to hash and status", async () => {
    const { signedTx, txHash } = await world.sign(await nextNonce());
    await expect(world.client.sendRawTransaction(signedTx)).resolves.toMatchObject({
      txHash,
      status: "pending",
    });
  });

  const faults: readonly Fault["kind"][] = [
    "drop",
    "lose",
    "cut",
    "duplicate",
    "badGateway",
    "lostGateway",
    "internal",
    "echo",
  ];
  test.each(faults)("is sent once under the fault %s", async (kind) => {
    const { signedTx, txHash } = await world.sign(await nextNonce());
    world.plan = onSubmissions({ kind } as Fault);
    const before = world.submissions().length;
    const error: unknown = await world.client
      .sendRawTransaction(signedTx, { txHash })
      .catch((reason: unknown) => reason);
    expect(world.submissions().length - before).toBe(1);
    expect(isAlphadeltaError(error, "AmbiguousSubmissionError")).toBe(kind !== "duplicate");
  });

  test("that is refused rejects with the service's own code", async () => {
    const { signedTx } = await world.sign((await nextNonce()) + 7);
    const error = await rejection(world.client.sendRawTransaction(signedTx));
    expect(error).toBeInstanceOf(RpcError);
    expect(error).toMatchObject({ code: -32003, operation: "tx_sendRawTransaction" });
  });

  test.each([
    ["with the status alone", "Slow down"],
    ["in words of JSON-RPC", '{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"Limit"}}'],
  ])("that a limit refuses %s is a refusal, and is not sent again", async (_, answer) => {
    const { signedTx } = await world.sign(await nextNonce());
    let sent = 0;
    const client = createClient("delta", {
      endpoints: world.proxy.origin,
      async fetch() {
        sent++;
        return new Response(answer, { status: 429, headers: { "retry-after": "9" } });
      },
    });
    const error = await rejection(client.sendRawTransaction(signedTx));
    expect(isAlphadeltaError(error, "RpcError") && [error.code, error.status]).toEqual([
      -32005, 429,
    ]);
    expect(error).toMatchObject({ retryable: true, retryAfter: 9 });
    expect(sent).toBe(1);
  });

  /** A client of something that answers each submission with a status and an error of JSON-RPC. */
  function answering(status: number, code: number, message: unknown = "Refused") {
    return createClient("delta", {
      endpoints: world.proxy.origin,
      async fetch(_, init) {
        const { id } = JSON.parse(String(init?.body));
        return Response.json({ jsonrpc: "2.0", id, error: { code, message } }, { status });
      },
    });
  }

  test.each(
    [500, 502, 503, 504, 599].flatMap((status) =>
      [-32000, -32001, -32002, -32003, -32005, -32601, -32603, -1].map((code) => [status, code]),
    ),
  )(
    "that something in between answers with %i and the error %i is uncertain",
    async (status, code) => {
      const { signedTx, txHash } = await world.sign(await nextNonce());
      const client = answering(status, code);
      const error = await rejection(client.sendRawTransaction(signedTx, { txHash }));
      expect(error).toBeInstanceOf(AmbiguousSubmissionError);
      expect(error).toMatchObject({ status, transaction: { txHash }, cause: { code, status } });
    },
  );

  test.each(
    [408, 499, 403, 404, 201].flatMap((status) =>
      [-32000, -32002, -32005, -32600, -32601].map((code) => [status, code]),
    ),
  )(
    "that is answered with a status that the specs do not give, %i, and the error %i is uncertain",
    async (status, code) => {
      const { signedTx, txHash } = await world.sign(await nextNonce());
      const error = await rejection(
        answering(status, code).sendRawTransaction(signedTx, { txHash }),
      );
      expect(error).toBeInstanceOf(AmbiguousSubmissionError);
      expect(error).toMatchObject({ status, transaction: { txHash }, cause: { code, status } });
    },
  );

  test.each(
    [200, 400, 413].flatMap((status) => [-1, -32004, -32099, -32603].map((code) => [status, code])),
  )(
    "that is answered with %i and a code that the specs do not list for it, %i, is uncertain",
    async (status, code) => {
      const { signedTx } = await world.sign(await nextNonce());
      const error = await rejection(answering(status, code).sendRawTransaction(signedTx));
      expect(error).toBeInstanceOf(AmbiguousSubmissionError);
      expect(error).toMatchObject({ status, cause: { code, status } });
    },
  );

  test.each(
    [200, 400, 413, 429].flatMap((status) =>
      [-32000, -32001, -32002, -32003, -32005, -32600, -32601, -32602, -32700].map((code) => [
        status,
        code,
      ]),
    ),
  )("that the service refuses with %i and the error %i is refused", async (status, code) => {
    const { signedTx } = await world.sign(await nextNonce());
    const error = await rejection(answering(status, code).sendRawTransaction(signedTx));
    expect(isAlphadeltaError(error, "RpcError") && [error.code, error.status]).toEqual([
      code,
      status,
    ]);
  });

  test.each([
    ["an internal error", -32603, "Internal error"],
    ["a code that the specs do not list", -1, "Slow down"],
    ["an error that is none", -32005, 7],
  ])(
    "that a limit refuses with %s in its words is refused all the same",
    async (_, code, message) => {
      const { signedTx } = await world.sign(await nextNonce());
      const error = await rejection(answering(429, code, message).sendRawTransaction(signedTx));
      expect(isAlphadeltaError(error, "RpcError") && [error.code, error.status]).toEqual([
        -32005, 429,
      ]);
    },
  );

  test.each([
    ["another id", 99],
    ["the id null", null],
    ["no id", undefined],
  ])("is uncertain where a refusal comes with %s", async (_, id) => {
    const { signedTx, txHash } = await world.sign(await nextNonce());
    const client = createClient("delta", {
      endpoints: world.proxy.origin,
      fetch: async () =>
        Response.json({ jsonrpc: "2.0", id, error: { code: -32001, message: "Refused" } }),
    });
    const error = await rejection(client.sendRawTransaction(signedTx, { txHash }));
    expect(error).toBeInstanceOf(AmbiguousSubmissionError);
    expect(error).toMatchObject({ cause: { name: "ContractError", issues: [{ path: "id" }] } });
  });

  test("that never left the queue is not uncertain", async () => {
    const { signedTx } = await world.sign(await nextNonce());
    const client = createClient("delta", {
      endpoints: world.proxy.origin,
      tier: { requestsPerSecond: 1, requestsPerDay: 1_000 },
    });
    await client.getChainInfo();
    const before = world.submissions().length;
    const late = await rejection(client.sendRawTransaction(signedTx, { deadline: 20 }));
    expect(isAlphadeltaError(late, "AmbiguousSubmissionError")).toBe(false);
    const reason = new Error("enough");
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 10);
    const { signal } = controller;
    expect(await rejection(client.sendRawTransaction(signedTx, { signal }))).toBe(reason);
    expect(world.submissions().length).toBe(before);
  });

  test("shows no signed bytes to hooks, whatever is answered", async () => {
    const { signedTx } = await world.sign(await nextNonce());
    world.plan = onSubmissions({ kind: "echo" });
    const told: unknown[] = [];
    const hook = (event: unknown): void => void told.push(inspect(event, { depth: Infinity }));
    const hooks = { onRequest: hook, onAttempt: hook, onResponse: hook, onRetry: hook };
    const client = createClient("delta", { endpoints: world.proxy.origin, hooks });
    await rejection(client.sendRawTransaction(signedTx));
    expect(told.length).toBeGreaterThan(2);
    for (let at = 2; at + 8 <= signedTx.length; at++)
      expect(told.join("\n")).not.toContain(signedTx.slice(at, at + 8));
  });

  test.each(["0xzz", 5, undefined, "0x"])(
    "of %s is a TypeError, and nothing is sent",
    async (bytes) => {
      const before = world.submissions().length;
      const error = await rejection(world.client.sendRawTransaction(bytes as string));
      if (bytes === "0x") return expect(isAlphadeltaError(error, "RpcError")).toBe(true);
      expect(error).toBeInstanceOf(TypeError);
      expect(String(error)).not.toContain("zz");
      expect(world.submissions().length).toBe(before);
    },
  );

  test.each<[SubmissionOptions, string]>([
    [{ from: 5 as never }, "Cannot call tx_sendRawTransaction: from must be a string, got 5"],
    [{ nonce: "7" as never }, "nonce must be an integer from 0"],
    [{ nonce: -1 }, "nonce must be an integer from 0"],
  ])("with %j is refused, and nothing is sent", async (options, message) => {
    const before = world.submissions().length;
    const { signedTx } = await world.sign(await nextNonce());
    const sending = world.client.sendRawTransaction(signedTx, options);
    await expect(sending).rejects.toThrow(message);
    expect(world.submissions().length).toBe(before);
  });

  test("whose onSend throws was not sent, and rejects with what it throws", async () => {
    const before = world.submissions().length;
    const reason = new Error("not now");
    const { signedTx } = await world.sign(await nextNonce());
    function onSend(): void {
      throw reason;
    }
    expect(await rejection(world.client.sendRawTransaction(signedTx, { onSend }))).toBe(reason);
    expect(world.submissions().length).toBe(before);
  });

  test("that was aborted before rejects with the reason, and nothing is sent", async () => {
    const before = world.submissions().length;
    const reason = new Error("enough");
    const signal = AbortSignal.abort(reason);
    const { signedTx } = await world.sign(await nextNonce());
    expect(await rejection(world.client.sendRawTransaction(signedTx, { signal }))).toBe(reason);
    expect(world.submissions().length).toBe(before);
  });

  test("that is aborted under way is uncertain, with the reason as cause", async () => {
    const { signedTx, txHash } = await world.sign(await nextNonce());
    world.plan = onSubmissions({ kind: "delay", ms: 60 });
    const controller = new AbortController();
    const sending = world.client.sendRawTransaction(signedTx, {
      signal: controller.signal,
      txHash,
    });
    setTimeout(() => controller.abort(null), 20);
    const error = await rejection(sending);
    expect(error).toBeInstanceOf(AmbiguousSubmissionError);
    expect(error).toMatchObject({ code: "ambiguous", cause: null });
    await world.proxy.drain();
    const { outcome } = await (error as AmbiguousSubmissionError).reconcile();
    expect(outcome).toBe("pending");
  });

  test.each(["echo", "lose", "internal"] as const)(
    "shows no signed bytes in its error under the fault %s",
    async (kind) => {
      const { signedTx } = await world.sign(await nextNonce());
      world.plan = onSubmissions({ kind });
      const error = await rejection(world.client.sendRawTransaction(signedTx));
      const shown = inspect(error, { depth: Infinity, showHidden: true }) + JSON.stringify(error);
      expect(shown).toContain("Cannot tell");
      for (let at = 2; at + 8 <= signedTx.length; at++)
        expect(shown).not.toContain(signedTx.slice(at, at + 8));
    },
  );
});

describe("what became of a submission whose answer was lost", () => {
  async function lose(fault: Fault, told: "hash" | "nonce" | "nothing") {
    const nonce = await nextNonce(1);
    const { signedTx, txHash } = await world.sign(nonce, 1);
    world.plan = onSubmissions(fault);
    const from = world.accounts[1]?.address;
    const options = { hash: { txHash, from, nonce }, nonce: { from, nonce }, nothing: {} }[told];
    const error = await rejection(world.client.sendRawTransaction(signedTx, options));
    world.plan = () => ({ kind: "none" });
    if (!isAlphadeltaError(error, "AmbiguousSubmissionError")) throw error;
    return { error, txHash, nonce, signedTx };
  }

  test("is pending, then landed with the receipt, by its hash", async () => {
    const { error, txHash } = await lose({ kind: "lose" }, "hash");
    await expect(error.reconcile()).resolves.toMatchObject({ outcome: "pending", txHash });
    await world.service.produceBlock("delta");
    const found = await error.reconcile();
    expect(found).toMatchObject({ outcome: "landed", basis: "hash", receipt: { status: 1 } });
    expect(found.evidence.map(({ kind }) => kind)).toEqual(["transaction", "receipt"]);
  });

  test("is pending, then landed, by its nonce alone, and says so", async () => {
    const { error, txHash } = await lose({ kind: "cut" }, "nonce");
    await expect(error.reconcile()).resolves.toMatchObject({ outcome: "pending", basis: "nonce" });
    await world.service.produceBlock("delta");
    const found = await error.reconcile();
    expect(found).toMatchObject({ outcome: "landed", basis: "nonce", txHash });
  });

  test("is unknown while nothing of it is seen, and while nothing is known to ask for", async () => {
    const { error } = await lose({ kind: "drop" }, "hash");
    const found = await error.reconcile();
    expect(found).toMatchObject({ outcome: "unknown", basis: undefined });
    expect(found.evidence.map(({ kind }) => kind)).toEqual(["transaction", "nonce"]);
    const other = await lose({ kind: "drop" }, "nothing");
    const nothing = await other.error.reconcile();
    expect(nothing).toMatchObject({ outcome: "unknown", evidence: [] });
    const { txHash } = other;
    expect((await other.error.reconcile({ txHash })).evidence).toHaveLength(1);
  });

  test("is refused once another transaction with its nonce is in a block", async () => {
    const { error, nonce } = await lose({ kind: "drop" }, "hash");
    const other = await world.sign(nonce, 1, 2n);
    await world.direct.sendRawTransaction(other.signedTx);
    await expect(error.reconcile()).resolves.toMatchObject({ outcome: "unknown" });
    await world.service.produceBlock("delta");
    const found = await error.reconcile();
    expect(found.outcome).toBe("refused");
    expect(found.evidence.find(({ kind }) => kind === "other")).toMatchObject({
      txHash: other.txHash,
    });
  });

  test("is the same for a hash in capitals", async () => {
    const { error, txHash } = await lose({ kind: "lose" }, "nonce");
    const inCapitals = { txHash: `0x${txHash.slice(2).toUpperCase()}` };
    await expect(error.reconcile(inCapitals)).resolves.toMatchObject({ outcome: "pending" });
    await world.service.produceBlock("delta");
    await expect(error.reconcile(inCapitals)).resolves.toMatchObject({ outcome: "landed" });
  });

  test("is found among many newer transactions of the account", async () => {
    const { error, nonce } = await lose({ kind: "drop" }, "hash");
    for (let next = nonce; next < nonce + 45; next++)
      await world.direct.sendRawTransaction((await world.sign(next, 1, 3n)).signedTx);
    await world.service.produceBlock("delta");
    await expect(error.reconcile()).resolves.toMatchObject({ outcome: "refused" });
  });

  test("is unknown with the faults as evidence while questions fail", async () => {
    const { error } = await lose({ kind: "lose" }, "hash");
    world.plan = () => ({ kind: "badGateway" });
    const found = await error.reconcile();
    expect(found.outcome).toBe("unknown");
    expect(new Set(found.evidence.map(({ kind }) => kind))).toEqual(new Set(["fault"]));
  });

  test("rejects with the reason when the question is aborted", async () => {
    const { error } = await lose({ kind: "lose" }, "hash");
    const reason = new Error("enough");
    await expect(error.reconcile({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});
