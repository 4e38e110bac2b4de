import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, test } from "vitest";
import { signTransaction } from "../../src/devnet/mod.ts";
import { isAlphadeltaError } from "../../src/errors/mod.ts";
import { TIERS } from "../../src/generated/tiers.gen.ts";
import type { Client } from "../../src/mod.ts";
import { runNode } from "../cli/_process.ts";
import { type Snapshot, startService, type TestService } from "../../src/testing/mod.ts";

const { Public: LIMITS } = TIERS;
const START = Date.UTC(2026, 0, 1) / 1_000;

let service: TestService<"alpha" | "delta">;
let start: Snapshot;
beforeAll(async () => {
  service = await startService();
  start = await service.snapshot();
});
beforeEach(async () => {
  service.faults.clear();
  await service.revert(start);
});
afterAll(() => service.close());

describe("a service inside a test", () => {
  test("makes the blocks asked for, on every chain or on one", async () => {
    const [alpha, delta] = [service.client("alpha"), service.client("delta")];
    await service.mine(2);
    await service.mine(1, "delta");
    expect((await alpha.getChainInfo()).blockHeight).toBe(12);
    expect((await delta.getChainInfo()).blockHeight).toBe(13);
    expect(await service.dev("alpha").mine()).toMatchObject({ number: 13 });
  });

  test("answers over the network and in process alike", async () => {
    const near = service.client("delta", { fetch: service.fetch });
    expect(await near.getBlock(3)).toEqual(await service.client("delta").getBlock(3));
    expect(service.endpoints).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  test("keeps the time until it is moved", async () => {
    await using own = await startService({ segments: ["delta"] });
    const delta = own.client("delta");
    expect(own.now()).toEqual(new Date(START * 1_000));
    own.advance(90.5);
    await own.mine();
    expect((await delta.getBlock(11)).timestamp).toBe(START + 90);
    own.setTime(new Date((START + 3_600) * 1_000));
    await own.mine();
    expect((await delta.getBlock(12)).timestamp).toBe(START + 3_600);
    expect(() => own.setTime(START)).toThrow(RangeError);
    expect(() => own.advance(-1)).toThrow(RangeError);
    expect(() => own.advance(NaN)).toThrow(RangeError);
  });

  test("lets a limit recover as time moves, not as it passes", async () => {
    await using own = await startService({ segments: ["delta"], tier: "Public" });
    const ask = async () => (await own.fetch(`${own.url}/v1/delta/blocks/1`)).status;
    const answers = [];
    while (answers.at(-1) !== 429) answers.push(await ask());
    expect(answers.length).toBe((LIMITS.requestsPerSecond ?? 0) + 1);
    expect(await ask()).toBe(429);
    own.advance(1);
    expect(await ask()).toBe(200);
  });

  test("funds an address in a block", async () => {
    const delta = service.client("delta");
    const [, bob] = await service.accounts("delta");
    const { balance } = await delta.getAccount(bob?.address ?? "");
    const hash = await service.fund(bob?.address ?? "", 7n);
    expect((await delta.getAccount(bob?.address ?? "")).balance).toBe(balance + 7n);
    expect((await delta.getTransaction(hash)).value).toBe(7n);
    const [alice] = await service.accounts("alpha");
    const paid = await service.fund(alice?.address ?? "", 3n);
    expect((await service.client("alpha").getTransaction(paid)).value).toBe(3n);
  });

  test("says why it cannot fund an address", async () => {
    await expect(service.fund("zx1", 1n)).rejects.toThrow(
      new RangeError("Cannot fund zx1: it fits none of the served segments, alpha, delta"),
    );
    const [bob] = await service.accounts("delta");
    await expect(service.fund(bob?.address ?? "", 10n ** 40n)).rejects.toThrow(/^Cannot fund dx1/);
    await using both = await startService({ segments: ["delta", "delta-testnet"], history: 0 });
    const [testnet] = await both.accounts("delta-testnet");
    await expect(both.fund(testnet?.address ?? "", 1n)).rejects.toThrow(/delta, delta-testnet$/);
    await both.fund(testnet?.address ?? "", 1n, "delta-testnet");
  });

  test("reverts to a snapshot as often as asked", async () => {
    const delta = service.client("delta");
    const before = await delta.getBlock(10);
    for (const count of [3, 1]) {
      await service.mine(count);
      expect((await delta.getChainInfo()).blockHeight).toBe(10 + count);
      await service.revert(start);
      expect((await delta.getChainInfo()).blockHeight).toBe(10);
    }
    expect(await delta.getBlock(10)).toEqual(before);
    await expect(service.revert({})).rejects.toThrow(RangeError);
  });

  test("replaces blocks, and what fell out is pending again", async () => {
    const delta = service.client("delta");
    const [alice] = await service.accounts("delta");
    if (!alice) throw new Error("Genesis funds ten accounts");
    const { nonce } = await delta.rpc.account_getNonce(alice.address);
    const payment = { type: "transfer", to: alice.address, value: 1n, nonce } as const;
    const { signedTx, txHash } = await signTransaction(alice, payment);
    await delta.sendRawTransaction(signedTx);
    await service.mine();
    const { hash } = await delta.getBlock(11);
    await service.reorganise(1);
    expect((await delta.getBlock(11)).hash).not.toBe(hash);
    expect((await delta.rpc.tx_getTransaction(txHash))?.hash).toBe(txHash);
  });

  test("injects faults until they are removed", async () => {
    const delta = service.client("delta", { retries: 0 });
    service.faults.set([{ path: "/v1/delta", kind: "status", status: 503, probability: 1 }]);
    await expect(delta.getChainInfo()).rejects.toSatisfy((error) =>
      isAlphadeltaError(error, "RestError"),
    );
    service.faults.clear();
    expect((await delta.getChainInfo()).blockHeight).toBe(10);
  });

  test("sends events of new blocks, and ends subscriptions when it closes", async () => {
    const own = await startService({ segments: ["delta"], history: 0 });
    const stream = own.client("delta").events.subscribe("blocks");
    await stream.ready;
    await own.mine();
    expect((await stream.next()).value?.data).toMatchObject({ number: 1 });
    await own.close();
    await own.close();
    expect(stream.state).toBe("closed");
    await expect(fetch(own.url)).rejects.toThrow(TypeError);
  });

  test("is the same for the same seed, and differs for another", async () => {
    const head = async (seed: number): Promise<string> => {
      await using own = await startService({ segments: ["alpha"], history: 5, seed });
      await own.mine(2);
      return (await own.client("alpha").getBlock(7)).hash;
    };
    const [first, again, other] = [await head(4), await head(4), await head(5)];
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  test("has clients only for its segments", async () => {
    await using own = await startService({ segments: ["delta-testnet"], history: 0 });
    expectTypeOf(own).toEqualTypeOf<TestService<"delta-testnet">>();
    expectTypeOf(own.client("delta-testnet")).toEqualTypeOf<Client<"delta-testnet">>();
    // @ts-expect-error -- alpha is not served
    expect(() => own.client("alpha")).toThrow(RangeError);
  });

  test("says where it cannot run", async () => {
    const program = `
      import { startService } from "./src/testing/mod.ts";
      await startService().catch(({ message }) => console.log(message));`;
    const flags = ["--no-experimental-sqlite", "--input-type=module", "--eval", program];
    const { stdout } = await runNode(...(flags as [string])).ended;
    expect(stdout).toMatch(
      /^Cannot start a service in Node\.js\/\d+: it needs Node 22\.13 or later; in other runtimes, run/,
    );
  });

  test("says which Node the service needs where it is imported", async () => {
    const program = `await import("./src/service/mod.ts").catch(({ message }) => console.log(message));`;
    const flags = ["--no-experimental-sqlite", "--input-type=module", "--eval", program];
    const { stdout } = await runNode(...(flags as [string])).ended;
    expect(stdout).toMatch(
      /^Cannot run alphadelta in Node \d+\.\S+: it needs Node 22\.13 or later, such as "npx -y node@24"\n$/,
    );
  });
});
