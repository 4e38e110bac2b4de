// Tests of a program of your own, against a real service inside the test. Run: npx vitest run --root examples/local_tests
import { signTransaction } from "alphadelta/devnet";
import { startService, type TestService } from "alphadelta/testing";
import { afterEach, beforeEach, expect, test } from "vitest";

let service: TestService<"delta">;
beforeEach(async () => {
  service = await startService({ segments: ["delta"] });
});
afterEach(() => service.close());

test("a transfer arrives with the next block", async () => {
  const delta = service.client("delta");
  const [alice, bob] = await service.accounts("delta");
  if (!alice || !bob) throw new Error("No accounts");
  const before = await delta.getAccount(bob.address);

  const nonces = delta.createNonces(alice.address);
  const { txHash } = await nonces.send((nonce) =>
    signTransaction(alice, { type: "transfer", to: bob.address, value: 5n, nonce }),
  );
  await service.mine();

  expect((await delta.getTransaction(txHash)).status).toBe("success");
  expect((await delta.getAccount(bob.address)).balance - before.balance).toBe(5n);
});

test("a read survives a service that fails once in a while", async () => {
  const delta = service.client("delta");
  service.faults.set([{ path: "/v1/delta", kind: "status", status: 503, probability: 0.3 }]);
  expect((await delta.getBlock(1, { retries: 5 })).number).toBe(1);
});
