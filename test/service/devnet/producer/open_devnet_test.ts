import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { type Segment, SEGMENTS } from "../../../../src/chains/mod.ts";
import { decodeTransaction } from "../../../../src/devnet/internal.ts";
import { devAccounts } from "../../../../src/devnet/mod.ts";
import {
  ACCOUNT,
  busyAccount,
  checkSignature,
  type ExecutedTransaction,
  isRefusal,
  type KeyFinder,
  PROPOSAL,
  PROPOSALS,
  readStateFor,
  readTransaction,
  validatorsOf,
  STAKE,
  SUPPLY,
  trafficAccounts,
  validatorAccounts,
  validatorKeys,
  type WorkingState,
} from "../../../../src/service/chain/ledger/mod.ts";
import type { Announcement } from "../../../../src/service/chain/block_source.ts";
import { openSqliteStore, type Store } from "../../../../src/service/chain/store/mod.ts";
import { devPair } from "../../chain/ledger/_fixtures.ts";
import { RENDER } from "../../chain/store/_blocks.ts";
import { IS_WHOLE } from "../../../_suites.ts";
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

async function readAll(store: Store, findKeys: KeyFinder): Promise<WorkingState> {
  return readStateFor(async (keys) => (await store.readState(keys)).values, findKeys);
}

/** Everything that anyone holds, and the supply. */
async function holdings(store: Store, segment: Segment): Promise<[held: bigint, supply: bigint]> {
  const { chain, network } = SEGMENTS[segment];
  const busy = busyAccount(segment, 0);
  const owners = [
    ...(await devAccounts(chain, { network })),
    ...trafficAccounts(segment, 0),
    ...validatorAccounts(segment, 0),
    ...(busy ? [busy] : []),
  ].map(({ address }) => address);
  const idsOf = (known: WorkingState): string[] =>
    Array.from({ length: known.get(PROPOSALS)?.total ?? 0 }, (_, index) => String(index + 1));
  const state = await readAll(store, (known) => [
    SUPPLY.key(),
    PROPOSALS.key(),
    ...validatorKeys(known),
    ...owners.flatMap((address) => [ACCOUNT.key(address), STAKE.key(address)]),
    ...idsOf(known).map((id) => PROPOSAL.key(id)),
  ]);
  const held = [
    ...validatorsOf(state).flatMap(([, one]) => [one.stake, one.delegatedStake, one.rewardPool]),
    ...owners.map((address) => state.get(ACCOUNT, address)?.balance ?? 0n),
    ...owners.map((address) => state.get(STAKE, address)?.rewards ?? 0n),
    ...owners.map((address) => state.get(STAKE, address)?.unbonding ?? 0n),
    ...idsOf(state).map((id) => state.get(PROPOSAL, id)?.deposit ?? 0n),
  ];
  return [held.reduce((sum, amount) => sum + amount, 0n), state.get(SUPPLY)?.total ?? 0n];
}

test("openDevnet() gives an empty store a history that ends at the present", async () => {
  for (const segment of ALL) {
    const { store } = await openQuiet({ segment, history: 60, blockTime: 3 });
    const head = await store.head();
    expect(head?.block).toMatchObject({ height: 60, timestamp: START / 1000 });
    expect((await store.findBlock(0))?.block.timestamp).toBe(START / 1000 - 180);
    expect(head?.totalTransactions).toBeGreaterThan(segment.endsWith("testnet") ? 30 : 60);
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
      if (!isRefusal(read)) expect(await checkSignature(read)).toBeUndefined();
    }
  }
});

/** A chain of delta with a long history, which the tests below only read. */
let long: ReturnType<typeof openQuiet> | undefined;
const openLong = () => (long ??= openQuiet({ segment: "delta", history: 300 }));

test("openDevnet() shows self-transfers, failures and several senders, and leaves dev accounts alone", async () => {
  const { store } = await openLong();
  const all = await allTransactions(store);
  expect(all.some(({ from, to }) => from === to)).toBe(true);
  expect(all.some(({ status }) => status === "failed")).toBe(true);
  const senders = new Set(all.map(({ from }) => from));
  for (const { address } of trafficAccounts("delta", 0)) expect(senders).toContain(address);
  for (const { address } of await devAccounts("delta")) {
    expect(await store.readAccount(address)).toMatchObject({ txCount: 0 });
  }
  const validators = new Set<string>();
  for (let height = 1; height <= 150; height++) {
    validators.add((await store.findBlock(height))?.block.validator ?? "");
  }
  expect(validators.size).toBe(5);
});

test("openDevnet() shows every kind, outcome and state on delta, whatever the seed", async () => {
  const chains = [
    ["delta", 0],
    ["delta-testnet", 0],
    ["delta-testnet", 5],
  ] as const;
  for (const [segment, seed] of IS_WHOLE ? chains : chains.slice(0, 1)) {
    const isLong = segment === "delta" && seed === 0;
    const { store } = await (isLong ? openLong() : openQuiet({ segment, seed, history: 300 }));
    const all = await allTransactions(store);
    const types = ["transfer", "token_transfer", "delegate", "undelegate", "claim_rewards"];
    const done = new Set(all.filter(({ status }) => status === "success").map(({ type }) => type));
    expect([...done].toSorted()).toEqual([...types, "propose", "vote"].toSorted());
    const failed = all.filter(({ status }) => status === "failed");
    expect(new Set(failed.map(({ type }) => type)).size).toBeGreaterThan(2);
    const state = await readAll(store, (known) => [
      PROPOSALS.key(),
      ...validatorKeys(known),
      ...[1, 2, 3, 4, 5].map((id) => PROPOSAL.key(String(id))),
    ]);
    const ends = [1, 2, 3, 4, 5].map((id) => state.get(PROPOSAL, String(id))?.status);
    expect(ends).toEqual(["passed", "rejected", "rejected", "active", "active"]);
    expect(state.get(PROPOSAL, "5")?.endBlock).toBeGreaterThan(450);
    const statuses = validatorsOf(state).map(([, { status }]) => status);
    expect(statuses.filter((status) => status === "active").length).toBeGreaterThan(2);
    expect(statuses).toContain("inactive");
  }
});

test("openDevnet() gives delta mainnet alone an account with thousands of transactions", async () => {
  const { store } = await openLong();
  const { address = "" } = busyAccount("delta", 0) ?? {};
  const account = await store.readAccount(address);
  expect(account?.txCount).toBe(2_000);
  for (const segment of ALL.filter((one) => one !== "delta")) {
    expect(busyAccount(segment, 0)).toBeUndefined();
  }
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
    devnet.onAnnounced = ({ kind }: Announcement) => kinds.push(kind);
    for (let block = 0; block < 60; block++) await devnet.produceBlock();
    const all = await allTransactions(store);
    expect(all.length).toBeGreaterThan(30);
    expect(all.length).toBeLessThan(121);
    const failures = all.filter(({ status }) => status === "failed");
    expect(failures.every(({ type }) => type === "claim_rewards")).toBe(true);
    if (segment === "delta") expect(new Set(all.map(({ type }) => type)).size).toBeGreaterThan(3);
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

test("openDevnet() refuses numbers out of range", async () => {
  const cases = [
    { blockTime: 0 },
    { blockTime: NaN },
    { blockTime: 1e6 },
    { history: -1 },
    { seed: 0.5 },
  ];
  for (const options of cases) await expect(openQuiet(options)).rejects.toThrow(RangeError);
});

test("while a history is made, what waits has its turn after every block", async () => {
  let turns = 0;
  let next = setImmediate(function count() {
    turns++;
    next = setImmediate(count);
  });
  const { devnet, store } = await openQuiet({ segment: "alpha", history: 20 });
  clearImmediate(next);
  expect(turns).toBeGreaterThanOrEqual(20);
  await devnet.close();
  await store.close();
});
