import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isAlphadeltaError, RpcError } from "../../src/errors/mod.ts";
import type { Nonces, NoncesOptions, SignedForNonce } from "../../src/submission/mod.ts";
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

function open(index: number, options: NoncesOptions = {}): Nonces {
  const { address = "" } = world.accounts[index] ?? {};
  return world.client.createNonces(address, { pollInterval: 2, settleTimeout: 40, ...options });
}

/** Nonces of an account in the blocks, in the order of the chain. */
async function noncesInBlocks(index: number): Promise<number[]> {
  await world.service.produceBlock("delta");
  const { address = "" } = world.accounts[index] ?? {};
  const list = world.direct.listAccountTransactions(address, { direction: "out", limit: 100 });
  return (await list.toArray({ limit: 1_000 })).map(({ nonce }) => nonce).toReversed();
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

describe("sends of one account", () => {
  test("at a time get consecutive nonces, and one question is enough", async () => {
    const nonces = open(0);
    const before = world.proxy.seen.length;
    const sent = await Promise.all(
      upTo(20).map(() => nonces.send((nonce) => world.sign(nonce, 0))),
    );
    expect(sent.map(({ nonce }) => nonce)).toEqual(upTo(20));
    expect(world.proxy.seen.length - before).toBe(21);
    expect(await noncesInBlocks(0)).toEqual(upTo(20));
  });

  test("a hundred at a time, with faults in between, each land once and leave no hole", async () => {
    const kinds = [
      "none",
      "drop",
      "lose",
      "cut",
      "late",
      "internal",
      "lostGateway",
      "duplicate",
      "repeated",
    ];
    let at = 0;
    world.plan = ({ method }) =>
      method === "tx_sendRawTransaction"
        ? ({ kind: kinds[at++ % kinds.length], ms: 3 } as Fault)
        : { kind: "none" };
    const nonces = open(1, { resend: 5 });
    const sent = await Promise.all(
      upTo(100).map((value) => nonces.send((nonce) => world.sign(nonce, 1, BigInt(value + 1)))),
    );
    await world.proxy.drain();
    expect(await noncesInBlocks(1)).toEqual(upTo(100));
    const counts = await world.countInBlocks();
    expect(sent.map(({ txHash }) => counts.get(txHash))).toEqual(upTo(100).map(() => 1));
  }, 30_000);

  test("a refused one gives its nonce to the next", async () => {
    const nonces = open(2);
    const values = [1n, 10n ** 30n, 2n, 10n ** 30n, 3n];
    const ends = await Promise.allSettled(
      values.map((value) => nonces.send((nonce) => world.sign(nonce, 2, value))),
    );
    const shown = ends.map((end) =>
      end.status === "fulfilled"
        ? end.value.nonce
        : isAlphadeltaError(end.reason, "RpcError") && end.reason.code,
    );
    expect(shown).toEqual([0, -32001, 1, -32001, 2]);
    expect(await noncesInBlocks(2)).toEqual([0, 1, 2]);
  });

  test("another process that signs for the account too is followed", async () => {
    const nonces = open(3);
    await nonces.send((nonce) => world.sign(nonce, 3));
    await world.direct.sendRawTransaction((await world.sign(1, 3, 7n)).signedTx);
    await world.service.produceBlock("delta");
    const { nonce } = await nonces.send((next) => world.sign(next, 3));
    expect(nonce).toBe(2);
    expect(await noncesInBlocks(3)).toEqual([0, 1, 2]);
  });

  test("a nonce that is too high, since what was accepted is gone, is asked for anew by the next send", async () => {
    const nonces = open(4);
    // The first submission is accepted by a service that forgets it.
    await nonces.use(async () => "accepted");
    const signed: number[] = [];
    const pay = (next: number): ReturnType<World["sign"]> => {
      signed.push(next);
      return world.sign(next, 4);
    };
    const error: unknown = await nonces.send(pay).catch((reason: unknown) => reason);
    expect(isAlphadeltaError(error, "AmbiguousSubmissionError") && error.cause).toMatchObject({
      code: -32003,
    });
    expect((await nonces.send(pay)).nonce).toBe(0);
    expect(signed).toEqual([1, 0]);
  });
});

describe("a refusal of the nonce", () => {
  test("of a transaction that was accepted is no reason to sign another", async () => {
    const { length: next } = await noncesInBlocks(4);
    world.plan = onSubmissions({ kind: "repeated" });
    const sent = await open(4).send((nonce) => world.sign(nonce, 4));
    expect(sent).toMatchObject({ nonce: next, status: "pending" });
    expect(sent.reconciliation).toMatchObject({ outcome: "pending", basis: "hash" });
    expect(await noncesInBlocks(4)).toEqual(upTo(next + 1));
  });
});

describe("a lost answer", () => {
  test("resolves where the transaction was accepted, by its hash", async () => {
    world.plan = onSubmissions({ kind: "lose" });
    const byHash = await open(5).send((nonce) => world.sign(nonce, 5));
    expect(byHash).toMatchObject({ status: "pending", reconciliation: { basis: "hash" } });
    expect(await noncesInBlocks(5)).toEqual([0]);
  });

  test("stays uncertain without the hash, as another transaction may have the nonce", async () => {
    world.plan = ({ method }) => {
      if (method !== "tx_sendRawTransaction") return { kind: "none" };
      return { kind: "drop" };
    };
    const nonces = open(5);
    const error: unknown = await nonces
      .send(async (nonce) => {
        await world.direct.sendRawTransaction((await world.sign(nonce, 5, 9n)).signedTx);
        await world.service.produceBlock("delta");
        const { signedTx } = await world.sign(nonce, 5);
        return { signedTx };
      })
      .catch((reason: unknown) => reason);
    if (!isAlphadeltaError(error, "AmbiguousSubmissionError")) throw error;
    expect(error.transaction).toMatchObject({ txHash: undefined, nonce: 1 });
    expect(await error.reconcile()).toMatchObject({ outcome: "landed", basis: "nonce" });
    expect(await noncesInBlocks(5)).toEqual([0, 1]);
    world.plan = () => ({ kind: "none" });
    expect((await nonces.send((nonce) => world.sign(nonce, 5))).nonce).toBe(2);
  });

  test("holds the others until it is known", async () => {
    const order: string[] = [];
    let isFirst = true;
    world.plan = ({ method }) => {
      if (method !== "tx_sendRawTransaction" || !isFirst) return { kind: "none" };
      isFirst = false;
      return { kind: "late", ms: 20 };
    };
    const nonces = open(6, { settleTimeout: 5_000 });
    const first = nonces.send((nonce) => world.sign(nonce, 6)).then(() => order.push("first"));
    const second = nonces.send((nonce) => world.sign(nonce, 6)).then(() => order.push("second"));
    await Promise.all([first, second]);
    expect(order).toEqual(["first", "second"]);
    expect(await noncesInBlocks(6)).toEqual([0, 1]);
  });

  test("rejects where nothing is found, and another one takes its place for good", async () => {
    let isFirst = true;
    world.plan = ({ method }) => {
      if (method !== "tx_sendRawTransaction" || !isFirst) return { kind: "none" };
      isFirst = false;
      return { kind: "drop" };
    };
    const nonces = open(7);
    const [first, second] = await Promise.allSettled([
      nonces.send((nonce) => world.sign(nonce, 7, 1n)),
      nonces.send((nonce) => world.sign(nonce, 7, 2n)),
    ]);
    const lost: unknown = first.status === "rejected" ? first.reason : undefined;
    if (!isAlphadeltaError(lost, "AmbiguousSubmissionError")) throw lost;
    expect(second).toMatchObject({ status: "fulfilled", value: { nonce: 0 } });
    expect(await noncesInBlocks(7)).toEqual([0]);
    expect((await lost.reconcile()).outcome).toBe("refused");
  });

  test("is sent again with the same bytes on demand alone", async () => {
    const bodies: string[] = [];
    let drops = 2;
    world.plan = ({ method, body }) => {
      if (method !== "tx_sendRawTransaction") return { kind: "none" };
      bodies.push(/0x\w+/.exec(body)?.[0] ?? "");
      return drops-- > 0 ? { kind: "drop" } : { kind: "none" };
    };
    const nonces = open(8, { resend: 2, settleTimeout: 5 });
    await expect(nonces.send((nonce) => world.sign(nonce, 8))).resolves.toMatchObject({ nonce: 0 });
    expect(bodies.length).toBe(3);
    expect(new Set(bodies).size).toBe(1);
  });
});

describe("a turn", () => {
  test("that is aborted while it waits is passed over", async () => {
    const nonces = open(9);
    const gate = Promise.withResolvers<void>();
    const first = nonces.use(() => gate.promise);
    const reason = new Error("enough");
    const controller = new AbortController();
    const second = nonces.use(async () => "done", { signal: controller.signal });
    const third = nonces.use(async (nonce) => nonce);
    controller.abort(reason);
    await expect(second).rejects.toBe(reason);
    gate.resolve();
    await first;
    await expect(third).resolves.toBe(1);
  });

  test("that is aborted while its signer is pending ends at once, and the next one gets its nonce", async () => {
    const nonces = open(9);
    const reason = new Error("enough");
    const controller = new AbortController();
    const signer = Promise.withResolvers<SignedForNonce>();
    const asked = Promise.withResolvers<number>();
    const first = nonces.send(
      (nonce) => {
        asked.resolve(nonce);
        return signer.promise;
      },
      { signal: controller.signal },
    );
    const second = nonces.send((nonce) => world.sign(nonce, 9, 2n));
    const nonce = await asked.promise;
    controller.abort(reason);
    await expect(first).rejects.toBe(reason);
    await expect(second).resolves.toMatchObject({ nonce });
    const sent = world.submissions().length;
    signer.resolve(await world.sign(nonce + 1, 9, 3n));
    await expect(nonces.use(async (next) => next)).resolves.toBe(nonce + 1);
    await world.proxy.drain();
    expect(world.submissions()).toHaveLength(sent);
  });

  test("that is aborted while its work is pending ends, and the next one gets its nonce", async () => {
    const nonces = open(9);
    const reason = new Error("enough");
    const controller = new AbortController();
    const begun = Promise.withResolvers<number>();
    const work = Promise.withResolvers<void>();
    const first = nonces.use(
      (nonce) => {
        begun.resolve(nonce);
        return work.promise;
      },
      { signal: controller.signal },
    );
    const second = nonces.use(async (nonce) => nonce);
    const nonce = await begun.promise;
    controller.abort(reason);
    await expect(first).rejects.toBe(reason);
    work.reject(new Error("nobody hears of this"));
    await expect(second).resolves.toBe(nonce);
  });

  test("whose work is aborted in its own submission stays uncertain", async () => {
    const nonces = open(9);
    const controller = new AbortController();
    const { signal } = controller;
    world.plan = ({ method }) => {
      if (method !== "tx_sendRawTransaction") return { kind: "none" };
      controller.abort();
      return { kind: "delay", ms: 50 };
    };
    const error: unknown = await nonces
      .use(
        async (nonce) => {
          const { signedTx, txHash } = await world.sign(nonce, 9);
          return world.client.sendRawTransaction(signedTx, { txHash, signal });
        },
        { signal },
      )
      .catch((reason: unknown) => reason);
    expect(isAlphadeltaError(error, "AmbiguousSubmissionError")).toBe(true);
    await world.proxy.drain();
  });

  test("whose submission is aborted under way stays uncertain", async () => {
    const nonces = open(9);
    const controller = new AbortController();
    world.plan = ({ method }) => {
      if (method !== "tx_sendRawTransaction") return { kind: "none" };
      controller.abort(new Error("enough"));
      return { kind: "delay", ms: 50 };
    };
    const error: unknown = await nonces
      .send((nonce) => world.sign(nonce, 9), { signal: controller.signal })
      .catch((reason: unknown) => reason);
    expect(isAlphadeltaError(error, "AmbiguousSubmissionError")).toBe(true);
  });

  test("that fails for another reason gives its nonce again and passes the reason on", async () => {
    const nonces = open(9);
    await world.proxy.drain();
    const reason = new RpcError(-32000, "Transaction rejected", undefined, {});
    let given: number | undefined;
    await expect(
      nonces.use(async (nonce) => {
        given = nonce;
        throw reason;
      }),
    ).rejects.toBe(reason);
    await expect(nonces.use(async (nonce) => nonce)).resolves.toBe(given);
  });

  test.each([
    [{ resend: -1 }, "resend"],
    [{ settleTimeout: Number.NaN }, "settleTimeout"],
    [{ pollInterval: -2 }, "pollInterval"],
  ])("is not opened with %o", (options, name) => {
    expect(() => open(9, options)).toThrow(`Cannot create nonces: ${name} must be`);
    expect(() => world.client.createNonces(5 as never)).toThrow(TypeError);
  });
});
