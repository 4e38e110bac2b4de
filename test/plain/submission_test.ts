import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Client, isAlphadeltaError } from "../../src/mod.ts";
import { ManualClock } from "../_manual_clock.ts";
import type { PlainChain } from "./_plain_chain.ts";
import { PlainService } from "../plain_service.ts";
import { connectPlain, errorOf } from "./_connect.ts";

let plain: PlainService;
let chain: PlainChain;
let clock: ManualClock;
let delta: Client<"delta">;
/** True once the answer to the next submission is to be lost. */
let isLost: boolean;

beforeEach(async () => {
  plain = await PlainService.open();
  chain = plain.chain("delta");
  clock = new ManualClock();
  isLost = false;
  delta = connectPlain(plain, "delta", {
    clock,
    async fetch(input, init) {
      const answer = await fetch(input, init);
      if (!isLost || !String(init?.body).includes("tx_sendRawTransaction")) return answer;
      isLost = false;
      throw new TypeError("fetch failed");
    },
  });
});
afterEach(async () => {
  await delta.close();
  await plain.close();
});

const FROM = { timeout: 60_000 };

describe("a submission", () => {
  test("is accepted, and has its receipt once it is in a block, though nothing shows it before", async () => {
    const { txHash, status } = await delta.sendRawTransaction(chain.sign(3n));
    expect(status).toBe("pending");
    const waiting = delta.waitForReceipt(txHash, { ...FROM, from: chain.ann, nonce: 9 });
    await clock.advance(5_000);
    const { number } = chain.mine();
    const receipt = await clock.until(waiting, 100);
    expect(receipt).toMatchObject({ transactionHash: txHash, blockNumber: number, status: 1 });
  });

  test.each([
    ["a nonce that is used", 3n, 2, -32002],
    ["a gap", 3n, 12, -32003],
    ["more than there is", 10n ** 30n, 9, -32001],
  ])("with %s rejects with its code", async (_, value, nonce, code) => {
    expect(await errorOf(delta.sendRawTransaction(chain.sign(value, nonce)))).toMatchObject({
      code,
    });
  });

  test("that nothing takes up ends its wait with what was found", async () => {
    const { txHash } = await delta.sendRawTransaction(chain.sign(3n));
    const error = await clock.until(
      errorOf(delta.waitForReceipt(txHash, FROM)) as Promise<unknown>,
      1_000,
    );
    expect(isAlphadeltaError(error, "NoReceiptError") && error.reason).toBe("timeout");
  });

  test("whose answer is lost is found by its hash once it is in a block", async () => {
    isLost = true;
    const error = await errorOf(
      delta.sendRawTransaction(chain.sign(3n), { txHash: chain.hashOf(chain.sign(3n)) }),
    );
    if (!isAlphadeltaError(error, "AmbiguousSubmissionError")) expect.fail(String(error));
    expect((await error.reconcile()).outcome).toBe("unknown");
    chain.mine();
    expect(await error.reconcile()).toMatchObject({ outcome: "landed", basis: "hash" });
  });
});

describe("nonces", () => {
  const sign = (value: bigint) => (nonce: number) => {
    const signedTx = chain.sign(value, nonce);
    return { signedTx, txHash: chain.hashOf(signedTx) };
  };

  test("are counted, though the service counts those of blocks alone", async () => {
    const nonces = delta.createNonces(chain.ann);
    const sent = await Promise.all([3n, 4n, 5n].map((value) => nonces.send(sign(value))));
    expect(sent.map(({ nonce }) => nonce)).toEqual([9, 10, 11]);
    expect(chain.mine().transactions.map(({ nonce }) => nonce)).toEqual([9, 10, 11]);
  });

  test("never pay twice, though the same bytes are refused once they are known", async () => {
    const nonces = delta.createNonces(chain.ann);
    isLost = true;
    const settled = nonces.send(sign(3n)).then(
      ({ nonce }) => nonce,
      (error: unknown) => error,
    );
    const result = await clock.until(settled, 500);
    chain.mine();
    const next = await clock.until(
      nonces.send(sign(4n)).then(({ nonce }) => nonce, String),
      500,
    );
    chain.mine();
    const paid = chain.transactions.filter(({ value }) => value === "3");
    expect(paid).toHaveLength(1);
    expect(isAlphadeltaError(result, "AmbiguousSubmissionError"), String(result)).toBe(true);
    expect(next).toBe(10);
  });
});
