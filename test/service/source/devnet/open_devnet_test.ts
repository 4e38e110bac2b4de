import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { type Segment, SEGMENTS } from "../../../../src/chains/mod.ts";
import { decodeTransaction, devAccounts } from "../../../../src/devnet/mod.ts";
import {
  ACCOUNT,
  createWorkingState,
  type ExecutedTransaction,
  isRefusal,
  readTransaction,
  readValidators,
  SUPPLY,
  trafficAccounts,
  VALIDATOR,
  VALIDATORS,
} from "../../../../src/service/ledger/mod.ts";
import type { Announcement } from "../../../../src/service/source/mod.ts";
import { openSqliteStore, type Store } from "../../../../src/service/store/mod.ts";
import { devPair } from "../../ledger/_fixtures.ts";
import { RENDER } from "../../store/_blocks.ts";
import { openQuiet, START, submit } from "./_fixtures.ts";

const ALL = Object.keys(SEGMENTS) as Segment[];
const folder = mkdtempSync(join(tmpdir(), "devnet-"));
let files = 0;

afterAll(() => rmSync(folder, { recursive: true }));

function openFile(path: string): Store {
  return openSqliteStore({ path, render: RENDER });
}

async function allTransactions(store: Store): Promise<ExecutedTransaction[]> {
  const height = (await store.head())?.block.height ?? -1;
  const blocks = Array.from({ length: height + 1 }, (_, one) => store.readBlockTransactions(one));
  return (await Promise.all(blocks)).flat();
}

/** Everything that anyone holds: balances of all accounts there can be, and stakes. */
async function holdings(store: Store, segment: Segment): Promise<[held: bigint, supply: bigint]> {
  const first = await store.readState([VALIDATORS.key(), SUPPLY.key()]);
  const { addresses } = VALIDATORS.decode(first.values.get(VALIDATORS.key()) ?? "");
  const { total } = SUPPLY.decode(first.values.get(SUPPLY.key()) ?? "");
  const { chain, network } = SEGMENTS[segment];
  const funded = [...(await devAccounts(chain, { network })), ...trafficAccounts(segment, 0)];
  const owners = [...addresses, ...funded.map(({ address }) => address)];
  const keys = [
    VALIDATORS.key(),
    ...addresses.map((address) => VALIDATOR.key(address)),
    ...owners.map((address) => ACCOUNT.key(address)),
  ];
  const state = createWorkingState(keys, (await store.readState(keys)).values);
  const stakes = readValidators(state).map(([, { stake }]) => stake);
  const balances = owners.map((address) => state.get(ACCOUNT, address)?.balance ?? 0n);
  return [[...stakes, ...balances].reduce((sum, amount) => sum + amount, 0n), total];
}

test("openDevnet() gives an empty store a history that ends at the present", async () => {
  for (const segment of ALL) {
    const { store } = await openQuiet({ segment, history: 60, blockTime: 3 });
    const head = await store.head();
    expect(head?.block).toMatchObject({ height: 60, timestamp: START / 1000 });
    expect((await store.findBlock(0))?.block.timestamp).toBe(START / 1000 - 180);
    expect(head?.totalTransactions).toBeGreaterThan(60);
    const [held, supply] = await holdings(store, segment);
    expect(held).toBe(supply);
  }
});

test("openDevnet() fills its history with transactions that stand up to every check", async () => {
  for (const segment of ["alpha", "delta"] as const) {
    const { store } = await openQuiet({ segment, history: 40 });
    for (const { raw, hash } of await allTransactions(store)) {
      const read = readTransaction(raw, segment);
      expect(isRefusal(read) ? read.reason : read.hash).toBe(hash);
    }
  }
});

test("openDevnet() shows self-transfers, failures and several senders, and leaves dev accounts alone", async () => {
  const { store } = await openQuiet({ history: 150 });
  const all = await allTransactions(store);
  expect(all.some(({ from, to }) => from === to)).toBe(true);
  expect(all.some(({ status }) => status === "failed")).toBe(true);
  expect(new Set(all.map(({ from }) => from)).size).toBe(12);
  for (const { address } of await devAccounts("delta")) {
    expect(await store.readAccount(address, ACCOUNT.key(address))).toMatchObject({ txCount: 0 });
  }
  const validators = new Set<string>();
  for (let height = 1; height <= 150; height++) {
    validators.add((await store.findBlock(height))?.block.validator ?? "");
  }
  expect(validators.size).toBe(4);
});

test("openDevnet() gives the same blocks for the same seed, clock and submissions", async () => {
  const { alice, bob } = await devPair("delta");
  const hashes = async (seed: number): Promise<(string | undefined)[]> => {
    const { devnet, store, advance } = await openQuiet({ history: 20, traffic: true, seed });
    await submit(devnet, alice, { type: "transfer", to: bob.address, value: 5n, nonce: 0 });
    for (let block = 0; block < 8; block++) {
      advance(2);
      await devnet.produceBlock();
    }
    const heights = Array.from({ length: 29 }, (_, height) => store.findBlock(height));
    return (await Promise.all(heights)).map((found) => found?.block.hash);
  };
  const first = await hashes(0);
  expect(await hashes(0)).toEqual(first);
  expect(new Set([...first, ...(await hashes(1))]).size).toBe(58);
});

test("openDevnet() keeps a little traffic going, on either chain, for as long as it runs", async () => {
  for (const segment of ["alpha", "delta"] as const) {
    const { devnet, store } = await openQuiet({ segment, history: 0, traffic: true });
    const kinds: string[] = [];
    devnet.subscribe(({ kind }: Announcement) => kinds.push(kind));
    for (let block = 0; block < 60; block++) await devnet.produceBlock();
    const all = await allTransactions(store);
    expect(all.length).toBeGreaterThan(30);
    expect(all.length).toBeLessThan(121);
    expect(all.every(({ status }) => status === "success")).toBe(true);
    expect(kinds.filter((kind) => kind === "pending").length).toBeGreaterThan(30);
    const [held, supply] = await holdings(store, segment);
    expect(held).toBe(supply);
  }
});

test("openDevnet() goes on where a store was left, pending transactions and traffic included", async () => {
  for (const segment of ["alpha", "delta"] as const) {
    const path = join(folder, `${files++}.sqlite`);
    const store = openFile(path);
    const options = { segment, history: 30, traffic: true } as const;
    const { devnet } = await openQuiet({ ...options, store });
    for (let block = 0; block < 5; block++) await devnet.produceBlock();
    const { block } = (await store.head()) ?? {};
    const pending = await store.listPending();
    await devnet.close();
    await store.close();

    const again = openFile(path);
    const { devnet: reopened } = await openQuiet({ ...options, store: again });
    expect((await again.head())?.block).toEqual(block);
    for (const { hash } of pending)
      expect(await reopened.findPending(hash)).toMatchObject({ hash });
    const next = await reopened.produceBlock();
    expect(next.block).toMatchObject({ height: 36, parentHash: block?.hash });
    expect(next.executed.map(({ hash }) => hash)).toEqual(pending.map(({ hash }) => hash));
    for (let more = 0; more < 20; more++) await reopened.produceBlock();
    expect((await allTransactions(again)).length).toBeGreaterThan(60);
    const [held, supply] = await holdings(again, segment);
    expect(held).toBe(supply);
    await again.close();
  }
});

test("openDevnet() has in its store what was acknowledged, even if it never comes to close", async () => {
  const { devnet, store } = await openQuiet();
  const { alice, bob } = await devPair("delta");
  await submit(devnet, alice, { type: "transfer", to: bob.address, value: 5n, nonce: 0 });
  const { devnet: second } = await openQuiet({ store });
  expect(await second.nextNonce(alice.address)).toBe(1);
  const { executed } = await second.produceBlock();
  expect(executed.map(({ raw }) => decodeTransaction(raw).nonce)).toEqual([0]);
});

test("openDevnet() refuses a store that holds another chain", async () => {
  const { store } = await openQuiet({ history: 2 });
  for (const other of [{ seed: 1 }, { segment: "delta-testnet" as const }, { accounts: 3 }]) {
    await expect(openQuiet({ ...other, store })).rejects.toThrow("the store holds another chain");
  }
  await expect(openQuiet({ store })).resolves.toBeDefined();
});

test("openDevnet() refuses numbers that make no sense", async () => {
  const cases = [
    { blockTime: 0 },
    { blockTime: NaN },
    { blockTime: 1e6 },
    { history: -1 },
    { seed: 0.5 },
  ];
  for (const options of cases) await expect(openQuiet(options)).rejects.toThrow(RangeError);
});
