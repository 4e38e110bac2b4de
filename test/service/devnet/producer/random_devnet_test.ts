import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { ACCOUNT } from "../../../../src/service/chain/ledger/mod.ts";
import { openSqliteStore, type Store } from "../../../../src/service/chain/store/mod.ts";
import { RENDER } from "../../chain/store/_blocks.ts";
import { type Names, pictureOf } from "../../chain/store/_model.ts";
import { openQuiet } from "./_fixtures.ts";
import { sampleOf } from "../../../_suites.ts";
import { RandomDevnet } from "./_random_devnet.ts";

const STEPS = 200;

const SUBMITTED = ["pending", "confirmed", "NonceTooHigh", "NonceTooLow", "TransactionRejected"];
const DONE = ["reorganise", "snapshot", "reverted", "restart", "time", "executed success"];
/** Actions that a run must contain: without them it shows less than it claims. */
const THINGS = {
  alpha: [...DONE, ...SUBMITTED.map((name) => `submitted: ${name}`)],
  delta: [...DONE, "executed failed", "submitted: pending", "submitted: InsufficientFunds"],
};
const folder = mkdtempSync(join(tmpdir(), "random-devnet-"));

afterAll(() => rmSync(folder, { recursive: true }));

function namesOf({ accounts }: RandomDevnet): Names {
  const addresses = accounts.map(({ address }) => address);
  return { addresses, types: ["transfer"], keys: addresses.map((one) => ACCOUNT.key(one)) };
}

/** A store in memory that outlives being closed, so that it can be opened again. */
function immortal(store: Store): Store {
  store.close = async () => undefined;
  return store;
}

/** The announced chain is the stored one, and each acknowledged transaction is in a block or pending, once. */
async function checkNow(random: RandomDevnet): Promise<void> {
  const { devnet, store, acknowledged, accounts } = random;
  const { blocks, included, pending } = random.mirror;
  const head = await store.head();
  expect(head?.block).toMatchObject({ height: blocks.length - 1, hash: blocks.at(-1)?.hash });
  expect(head?.totalTransactions).toBe(included.length);
  const waiting = (await store.listPending()).map(({ hash }) => hash);
  expect(waiting.toSorted()).toEqual([...pending].toSorted());
  expect(new Set(included).size).toBe(included.length);
  expect(new Set([...included, ...waiting]).size).toBe(included.length + waiting.length);
  expect(new Set([...included, ...waiting])).toEqual(acknowledged);
  for (const { address } of accounts) {
    const { values } = await store.readState([ACCOUNT.key(address)]);
    const { nonce } = ACCOUNT.decode([...values.values()][0] ?? "");
    const filter = { direction: "out", offset: 0, limit: 0 } as const;
    expect((await store.listAccountTransactions(address, filter)).total).toBe(nonce);
    let own = 0;
    for (const hash of waiting) if ((await devnet.findPending(hash))?.from === address) own++;
    expect(await devnet.nextNonce(address)).toBe(nonce + own);
  }
}

/** Builds the chain of a store again, block by block, and compares all there is to see. */
async function replay(random: RandomDevnet, segment: "alpha" | "delta"): Promise<Store> {
  const { store } = random;
  const straight = openSqliteStore({ render: RENDER });
  const height = (await store.head())?.block.height ?? 0;
  for (let at = 0; at <= height; at++) {
    const block = (await store.findBlock(at))?.block;
    const transactions = await store.readBlockTransactions(at);
    await straight.putPending(transactions);
    const clock = (): number => (block?.timestamp ?? 0) * 1000;
    const { devnet } = await openQuiet({ store: straight, segment, clock });
    if (at > 0) await devnet.produceBlock();
    await devnet.close();
    expect((await straight.head())?.block).toEqual(block);
    expect(await straight.readBlockTransactions(at)).toEqual(transactions);
  }
  return straight;
}

const CASES = [
  ["delta", "memory", 11],
  ["delta", "file", 12],
  ["alpha", "memory", 13],
  ["alpha", "file", 14],
] as const;
// conservation_test has both chains, and open_sqlite_store_test files.
test.each(sampleOf(CASES))(
  "after anything done to it, a devnet of %s in a %s store is as if built straight (seed %i)",
  async (segment, kind, seed) => {
    const memory = immortal(openSqliteStore({ render: RENDER }));
    const path = join(folder, `${segment}.sqlite`);
    const openStore = (): Store =>
      kind === "memory" ? memory : openSqliteStore({ path, render: RENDER });
    const random = await RandomDevnet.open({ segment, seed, openStore });
    for (let step = 0; step < STEPS; step++) {
      await random.step();
      await checkNow(random);
    }
    // A run in which something never came about shows less than it says.
    expect(Object.keys(random.counts)).toEqual(expect.arrayContaining(THINGS[segment]));
    const straight = await replay(random, segment);
    expect(await pictureOf(random.store, namesOf(random))).toEqual(
      await pictureOf(straight, namesOf(random)),
    );
  },
);
