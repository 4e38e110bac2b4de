import { expect, test } from "vitest";

import { feeOf } from "../../../../src/devnet/mod.ts";
import { recheckPending, recordNames } from "../../../../src/service/chain/ledger/mod.ts";
import { devPair, sign, TestChain } from "./_fixtures.ts";

test("recheckPending() keeps what a block could take, failing ones too, and drops a gap with what follows", async () => {
  const chain = await TestChain.open("delta");
  const { alice, bob } = await devPair("delta");
  const { balance } = chain.account(alice.address);
  const pay = (nonce: number, value = 1n) =>
    sign(alice, { type: "transfer", to: bob.address, value, nonce });
  const [first, tooMuch, third] = [await pay(0), await pay(1, balance), await pay(2)];
  const [late, later] = [await pay(4), await pay(5)];
  const other = await sign(bob, { type: "transfer", to: alice.address, value: 1n, nonce: 0 });
  const all = [first, tooMuch, third, late, later, other];
  const { kept, dropped } = recheckPending(all, { state: chain.state, height: 1 });
  expect(kept).toEqual([first, tooMuch, third, other]);
  expect(dropped.map(({ transaction }) => transaction)).toEqual([late, later]);
  expect(dropped[0]?.reason).toContain(`Nonce is 4, the next nonce of ${alice.address} is 3`);
  chain.produce(first);
  const again = recheckPending([first, tooMuch], { state: chain.state, height: 2 });
  expect(again.kept).toEqual([tooMuch]);
  expect(again.dropped[0]?.reason).toContain("Nonce is 0, the next nonce of");
});

test("recheckPending() takes records that an earlier one creates, and drops what spends no record", async () => {
  const chain = await TestChain.open("alpha");
  const { alice, bob } = await devPair("alpha");
  const [record] = alice.records;
  if (!record) throw new Error("Records were asked for");
  const to = bob.address;
  const draft = {
    type: "transfer",
    serialNumbers: [record.serialNumber],
    outputs: [{ to, value: 1n }],
    nonce: 0,
  } as const;
  const fee = feeOf("alpha", draft);
  const value = record.value - fee;
  const first = await sign(alice, { ...draft, outputs: [{ to, value }] });
  const made = recordNames({ creator: first.hash, index: 0, owner: to, value });
  const second = await sign(bob, {
    ...draft,
    serialNumbers: [made.serialNumber],
    outputs: [{ to, value: value - fee }],
  });
  const inOrder = recheckPending([first, second], { state: chain.state, height: 1 });
  expect(inOrder).toEqual({ kept: [first, second], dropped: [] });
  const alone = recheckPending([second], { state: chain.state, height: 1 });
  expect(alone.kept).toEqual([]);
  const reason = `Serial number ${made.serialNumber} belongs to no record in a block`;
  expect(alone.dropped).toEqual([{ transaction: second, reason }]);
});
