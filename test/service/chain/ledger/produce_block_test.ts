import { createHash } from "node:crypto";

import { expect, test } from "vitest";

import { GAS_PRICE_FLOOR } from "../../../../src/devnet/internal.ts";
import { feeOf } from "../../../../src/devnet/mod.ts";
import {
  blockKeys,
  completeBlock,
  createWorkingState,
  draftBlock,
  ISSUANCE_PER_BLOCK,
  PROPOSALS,
  RECORD,
  SERIAL_NUMBER,
  VALIDATOR,
} from "../../../../src/service/chain/ledger/mod.ts";
import { updateStateTreeSync } from "../../../../src/service/chain/state_tree/mod.ts";
import { devPair, sign, TestChain } from "./_fixtures.ts";

const FEE = 21_000n * GAS_PRICE_FLOOR;

test("a block moves value on delta and hands the fee to the validator", async () => {
  const chain = await TestChain.open("delta");
  const { alice, bob } = await devPair("delta");
  const before = chain.account(alice.address).balance;
  const { validator } = chain;
  const { commission } = chain.state.get(VALIDATOR, validator) ?? { commission: 0 };
  const transfer = await sign(alice, { type: "transfer", to: bob.address, value: 5n, nonce: 0 });
  const { executed, block } = chain.produce(transfer);
  expect(chain.account(alice.address)).toEqual({ balance: before - 5n - FEE, nonce: 1 });
  expect(chain.account(bob.address).balance).toBe(before + 5n);
  const own = (ISSUANCE_PER_BLOCK * BigInt(Math.round(commission * 10_000))) / 10_000n;
  expect(chain.account(validator).balance).toBe(FEE + own);
  expect(executed).toMatchObject([
    {
      hash: transfer.hash,
      index: 0,
      blockHeight: 1,
      blockHash: block.hash,
      from: alice.address,
      to: bob.address,
      value: 5n,
      gasUsed: 21_000n,
      status: "success",
      logs: [{ index: 0, address: bob.address, event: "Transfer" }],
    },
  ]);
  expect(block).toMatchObject({ txCount: 1, gasUsed: 21_000n, height: 1 });
});

test("a block leaves a balance as it is, but for the fee, in a transfer to oneself", async () => {
  const chain = await TestChain.open("delta");
  const { alice } = await devPair("delta");
  const before = chain.account(alice.address).balance;
  chain.produce(
    await sign(alice, { type: "transfer", to: alice.address, value: before / 2n, nonce: 0 }),
  );
  expect(chain.account(alice.address)).toEqual({ balance: before - FEE, nonce: 1 });
});

test("a block charges a transfer that its sender can no longer pay and does nothing else", async () => {
  const chain = await TestChain.open("delta");
  const { alice, bob } = await devPair("delta");
  const before = chain.account(alice.address).balance;
  const value = before - 3n * FEE;
  const first = await sign(alice, { type: "transfer", to: bob.address, value, nonce: 0 });
  const second = await sign(alice, { type: "transfer", to: bob.address, value, nonce: 1 });
  const { executed, block } = chain.produce(first, second);
  expect(executed.map(({ status }) => status)).toEqual(["success", "failed"]);
  expect(executed[1]?.logs).toEqual([]);
  expect(block.gasUsed).toBe(42_000n);
  expect(chain.account(alice.address)).toEqual({ balance: FEE, nonce: 2 });
  expect(chain.account(bob.address).balance).toBe(before + value);
  expect(chain.holdings()).toBe(chain.supply());
});

test("a block takes the rest of the balance of a sender that cannot pay its fee, and fails its transaction", async () => {
  const chain = await TestChain.open("delta");
  const { alice, bob } = await devPair("delta");
  const value = chain.account(alice.address).balance - FEE - 7n;
  const transfer = { type: "transfer", to: bob.address } as const;
  const most = await sign(alice, { ...transfer, value, nonce: 0 });
  const unpaid = await sign(alice, { ...transfer, value: 0n, nonce: 1 });
  const broke = await sign(alice, { ...transfer, value: 0n, nonce: 2 });
  const { executed } = chain.produce(most, unpaid, broke);
  expect(executed.map(({ status }) => status)).toEqual(["success", "failed", "failed"]);
  expect(chain.account(alice.address)).toEqual({ balance: 0n, nonce: 3 });
  expect(chain.holdings()).toBe(chain.supply());
});

test("a block leaves out what has another nonce or no room", async () => {
  const chain = await TestChain.open("delta");
  const { alice, bob } = await devPair("delta");
  const first = await sign(alice, { type: "transfer", to: bob.address, value: 1n, nonce: 0 });
  const gap = await sign(bob, { type: "transfer", to: bob.address, value: 0n, nonce: 1 });
  const { executed } = chain.produce(first, gap, first);
  expect(executed.map(({ hash }) => hash)).toEqual([first.hash]);
  const many = await Promise.all(
    Array.from({ length: 1_430 }, (_, nonce) =>
      sign(bob, { type: "transfer", to: bob.address, value: 0n, nonce }),
    ),
  );
  const { block } = chain.produce(...many);
  expect(block.txCount).toBe(Math.floor(30_000_000 / 21_000));
  expect(block.gasUsed <= block.gasLimit).toBe(true);
});

test("a block spends records on alpha and creates others of the same worth", async () => {
  const chain = await TestChain.open("alpha");
  const { alice, bob } = await devPair("alpha");
  const [record] = alice.records;
  if (!record) throw new Error("Genesis gives records");
  const serialNumbers = [record.serialNumber];
  const draft = {
    type: "transfer",
    serialNumbers,
    outputs: [
      { to: alice.address, value: 1n },
      { to: bob.address, value: 40n },
      { to: bob.address, value: 2n },
    ],
  } as const;
  const fee = feeOf("alpha", draft);
  const outputs = [
    { to: alice.address, value: record.value - 42n - fee },
    ...draft.outputs.slice(1),
  ];
  const transfer = await sign(alice, { ...draft, outputs, nonce: 0 });
  const before = chain.account(alice.address).balance;
  const { validator } = chain;
  const { executed } = chain.produce(transfer);
  expect(executed).toMatchObject([
    { from: alice.address, to: bob.address, value: 42n, status: "success", serialNumbers },
  ]);
  expect(chain.account(alice.address)).toEqual({ balance: before - 42n - fee, nonce: 1 });
  expect(chain.account(bob.address).balance).toBe(before + 42n);
  expect(chain.state.get(SERIAL_NUMBER, record.serialNumber)).toMatchObject({
    commitment: record.commitment,
    spentAt: 1,
  });
  const created = (executed[0]?.commitments ?? []).map((one) => chain.state.get(RECORD, one));
  expect(created).toMatchObject([
    { owner: alice.address, index: 0, height: 1, transactionHash: transfer.hash },
    { owner: bob.address, index: 1, value: 40n },
    { owner: bob.address, index: 2, value: 2n },
  ]);
  expect(chain.account(validator).balance).toBe(fee);
  expect(chain.holdings()).toBe(chain.supply());
});

test("a block leaves out a second transaction that spends the same record", async () => {
  const chain = await TestChain.open("alpha");
  const { alice, bob } = await devPair("alpha");
  const [record] = alice.records;
  if (!record) throw new Error("Genesis gives records");
  const serialNumbers = [record.serialNumber];
  const draft = {
    type: "transfer",
    serialNumbers,
    outputs: [{ to: bob.address, value: 1n }],
  } as const;
  const outputs = [{ to: bob.address, value: record.value - feeOf("alpha", draft) }];
  const first = await sign(alice, { ...draft, outputs, nonce: 0 });
  const second = await sign(alice, { ...draft, outputs, nonce: 1 });
  expect(chain.produce(first, second).executed).toHaveLength(1);
  expect(chain.produce(second).executed).toHaveLength(0);
  expect(chain.holdings()).toBe(chain.supply());
});

test("a block reads no key that blockKeys() did not name", async () => {
  const chain = await TestChain.open("delta");
  const { alice, bob } = await devPair("delta");
  const transactions = [
    await sign(alice, { type: "transfer", to: bob.address, value: 5n, nonce: 0 }),
  ];
  const options = { chain: "delta", parent: chain.head.block, validator: chain.validator } as const;
  const keys = blockKeys({ ...options, transactions }, chain.state);
  for (const missing of keys) {
    const narrow = keys.filter((key) => key !== missing);
    const state = createWorkingState(narrow, chain.values);
    // What is only ever due at another height is not read in this one.
    if (missing.startsWith("due:") && !missing.endsWith(":1")) continue;
    if (missing === PROPOSALS.key()) continue;
    expect(() => draftBlock({ ...options, transactions, timestamp: 1_002, state })).toThrow(
      "it was not among the keys read beforehand",
    );
  }
  const state = createWorkingState(keys, chain.values);
  const block = { ...options, transactions, timestamp: 1_002, state };
  const draft = draftBlock(block);
  const narrow = completeBlock(
    draft,
    updateStateTreeSync(draft.changes, () => chain.tree.nodes),
  );
  expect(narrow).toEqual(chain.produce(...transactions));
});

test("a block commits to every header field and to the parent", async () => {
  const chain = await TestChain.open("delta");
  const { alice, bob } = await devPair("delta");
  const { block: parent } = chain.head;
  const transfer = await sign(alice, { type: "transfer", to: bob.address, value: 5n, nonce: 0 });
  const { validator } = chain;
  const { block } = chain.produce(transfer);
  expect(block.parentHash).toBe(parent.hash);
  const header = JSON.stringify([
    "alphadelta block",
    1,
    parent.hash,
    1_002,
    validator,
    block.stateRoot,
    block.transactionsRoot,
    block.receiptsRoot,
    "21000",
    "30000000",
    1,
  ]);
  expect(block.hash).toBe(`0x${createHash("sha256").update(header).digest("hex")}`);
  const leaf = Buffer.concat([Buffer.of(0), Buffer.from(transfer.hash.slice(2), "hex")]);
  expect(block.transactionsRoot).toBe(`0x${createHash("sha256").update(leaf).digest("hex")}`);
});

test("a block gives the same block for the same input and others for others", async () => {
  const { alice, bob } = await devPair("delta");
  const transfer = await sign(alice, { type: "transfer", to: bob.address, value: 5n, nonce: 0 });
  const [one, two, other] = await Promise.all([1, 2, 3].map(() => TestChain.open("delta")));
  expect(one?.produce(transfer)).toEqual(two?.produce(transfer));
  expect(other?.produce().block.stateRoot).not.toBe(one?.head.block.stateRoot);
});
