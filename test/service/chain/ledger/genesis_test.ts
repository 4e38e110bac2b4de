import { expect, test } from "vitest";

import { type Segment, SEGMENTS } from "../../../../src/chains/mod.ts";
import { devAccounts } from "../../../../src/devnet/mod.ts";
import {
  createGenesis,
  genesisRecordsOf,
  validatorsOf,
  SERIAL_NUMBER,
  SUPPLY,
} from "../../../../src/service/chain/ledger/mod.ts";
import { devPair, TestChain } from "./_fixtures.ts";

const ALL = Object.keys(SEGMENTS) as Segment[];

test("createGenesis() hands out exactly the supply that it states", async () => {
  for (const segment of ALL) {
    const chain = await TestChain.open(segment);
    expect(chain.holdings()).toBe(chain.supply());
    expect(chain.supply() > 0n).toBe(true);
  }
});

test("createGenesis() funds the dev accounts of its segment and seed", async () => {
  const chain = await TestChain.open("delta-testnet");
  const accounts = await devAccounts("delta", { network: "testnet" });
  const balances = accounts.map(({ address }) => chain.account(address).balance);
  expect(balances).toEqual(Array(10).fill(1_000_000n * 10n ** 18n));
  const [eleventh] = (await devAccounts("delta", { network: "testnet", count: 11 })).slice(10);
  expect(chain.account(eleventh?.address ?? "").balance).toBe(0n);
});

test("createGenesis() creates the records that devAccounts() lists", async () => {
  const chain = await TestChain.open("alpha");
  const { alice } = await devPair("alpha");
  for (const { serialNumber, commitment, value } of alice.records) {
    expect(chain.state.get(SERIAL_NUMBER, serialNumber)).toEqual({
      commitment,
      value,
      owner: alice.address,
      spentAt: null,
    });
  }
  expect(genesisRecordsOf({ segment: "alpha", seed: 0 }, alice.address)).toEqual(alice.records);
});

test("createGenesis() stakes validators on delta alone", async () => {
  const delta = await TestChain.open("delta");
  const alpha = await TestChain.open("alpha");
  const stakes = validatorsOf(delta.state).map(([, { stake }]) => stake);
  expect(stakes.reduce((sum, stake) => sum + stake, 0n)).toBe(delta.state.get(SUPPLY)?.staked);
  expect(validatorsOf(delta.state).filter(([, { status }]) => status === "active")).toHaveLength(5);
  expect(alpha.state.get(SUPPLY)?.staked).toBe(0n);
  expect(validatorsOf(alpha.state)).toHaveLength(6);
});

test("createGenesis() has another hash for another segment, seed, time or number of accounts", async () => {
  const base = { segment: "delta", seed: 0, timestamp: 5 } as const;
  const blocks = await Promise.all([
    createGenesis(base),
    createGenesis({ ...base, segment: "delta-testnet" }),
    createGenesis({ ...base, segment: "alpha" }),
    createGenesis({ ...base, seed: 1 }),
    createGenesis({ ...base, timestamp: 6 }),
    createGenesis({ ...base, accounts: 9 }),
  ]);
  expect(new Set(blocks.map(({ block }) => block.hash)).size).toBe(6);
  expect(await createGenesis(base)).toEqual(blocks[0]);
});
