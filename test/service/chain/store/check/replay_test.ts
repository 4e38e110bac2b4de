import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { devAccounts, signTransaction } from "../../../../../src/devnet/mod.ts";
import {
  ACCOUNT,
  blockKeys,
  completeBlock,
  createGenesis,
  draftBlock,
  merkleRoot,
  prepareTransaction,
  type PreparedTransaction,
  readStateFor,
  receiptsRoot,
  sealBlock,
} from "../../../../../src/service/chain/ledger/mod.ts";
import { StateTree, updateStateTree } from "../../../../../src/service/chain/state_tree/mod.ts";
import { checkStore, type Store } from "../../../../../src/service/chain/store/mod.ts";
import { openStoreFile, RENDER } from "../../../../../src/service/server/data_folder/open_store.ts";
import { parseHex } from "../../../../../src/units/mod.ts";
import { collect, writeChainFile } from "../_chain_file.ts";

const folder = mkdtempSync(join(tmpdir(), "replay-"));
const sound = join(folder, "delta.sqlite");
let files = 0;

beforeAll(() => writeChainFile(sound, "delta", 3));
afterAll(() => rmSync(folder, { recursive: true }));

type Draft = ReturnType<typeof draftBlock>;

/** A transfer of an account that has sent none. */
async function transfer(nonce: number): Promise<PreparedTransaction> {
  const [, , from, to] = await devAccounts("delta");
  if (!from || !to) throw new Error("Four accounts were asked for");
  const transaction = { type: "transfer", to: to.address, value: 5n, nonce } as const;
  return prepareTransaction(parseHex((await signTransaction(from, transaction)).signedTx));
}

/** A transaction whose signature is another's. */
async function forged(): Promise<PreparedTransaction> {
  const { raw, body } = await transfer(0);
  const other = parseHex((await transfer(1)).body.signature);
  const bytes = Buffer.from(raw);
  bytes.set(other, bytes.indexOf(parseHex(body.signature)));
  return prepareTransaction(Uint8Array.from(bytes));
}

/** Adds a block whose hashes and roots fit what `change` makes of it. */
async function addForged(
  store: Store,
  transactions: readonly PreparedTransaction[],
  change: (draft: Draft) => Draft,
): Promise<void> {
  const parent = (await store.head())?.block;
  if (!parent) throw new Error("The chain has blocks");
  const { validator, timestamp } = parent;
  const next = { chain: "delta", parent, transactions, validator, timestamp } as const;
  const state = await readStateFor(
    async (keys) => (await store.readState(keys)).values,
    (known) => blockKeys(next, known),
  );
  const { header, runs, changes } = change(draftBlock({ ...next, state }));
  const fitting = {
    ...header,
    transactionsRoot: merkleRoot(runs.map(({ transaction }) => parseHex(transaction.hash))),
    receiptsRoot: receiptsRoot(
      runs.map(({ transaction, ...run }) => ({ hash: transaction.hash, ...run })),
    ),
    gasUsed: runs.reduce((sum, { gasUsed }) => sum + gasUsed, 0n),
    txCount: runs.length,
  };
  const tree = await updateStateTree(changes, (paths) => store.readTreeNodes(paths));
  await store.apply([completeBlock({ header: fitting, runs, changes }, tree)]);
}

/** The faults of the chain with what `work` adds to it. */
async function faultsAfter(work: (store: Store) => Promise<void>): Promise<string[]> {
  const path = join(folder, `${files++}.sqlite`);
  copyFileSync(sound, path);
  const store = openStoreFile(path);
  await work(store);
  const faults = await collect(checkStore(store, RENDER, "delta"));
  await store.close();
  return faults;
}

test("a block that the rules give has no fault", async () => {
  const transactions = [await transfer(0), await transfer(1)];
  expect(await faultsAfter((store) => addForged(store, transactions, (draft) => draft))).toEqual(
    [],
  );
});

describe("checkStore() runs every block again, and finds", () => {
  const key = ACCOUNT.key("dx1stranger");

  test.each<[what: string, change: (draft: Draft) => Draft, fault: RegExp]>([
    [
      "money that no transaction gives",
      (draft) => ({ ...draft, changes: [...draft.changes, { key, value: "1" }] }),
      /^Block 7: running its transactions does not set the state value \S*dx1stranger, to 1$/,
    ],
    [
      "a balance that is another",
      ({ changes, ...draft }) => {
        const at = changes.findIndex((one) => one.key.startsWith(ACCOUNT.key("")));
        const one = changes[at];
        if (!one) throw new Error("A transfer changes accounts");
        return { ...draft, changes: changes.with(at, { key: one.key, value: '{"balance":"9"}' }) };
      },
      /^Block 7: running its transactions sets the state value \S+ to \{.*\}, not \{"balance":"9"\}$/,
    ],
    [
      "a change that is left out",
      ({ changes, ...draft }) => ({ ...draft, changes: changes.slice(1) }),
      /^Block 7: running its transactions sets the state value \S+ to .*, not nothing$/,
    ],
    [
      "a receipt that is another",
      ({ runs, ...draft }) => ({
        ...draft,
        runs: runs.map((run) => ({ ...run, status: "failed" as const })),
      }),
      /^Transaction 0x\w+: status is failed, expected success$/,
    ],
    [
      "a validator that the chain does not know",
      ({ header, ...draft }) => ({ ...draft, header: { ...header, validator: "dx1nobody" } }),
      /^Block 7: validator is dx1nobody, which is not a validator of the chain$/,
    ],
    [
      "a time before that of the block below",
      ({ header, ...draft }) => ({ ...draft, header: { ...header, timestamp: 1_600_000_000 } }),
      /^Block 7: timestamp is 1600000000, the block below has 18\d+$/,
    ],
  ])("%s", async (_, change, fault) => {
    const transactions = [await transfer(0)];
    const [first, ...others] = await faultsAfter((store) => addForged(store, transactions, change));
    expect(first).toMatch(fault);
    expect(others).toEqual([]);
  });

  test("a transaction that cannot run where it stands", async () => {
    const late = await transfer(7);
    const faults = await faultsAfter(async (store) =>
      addForged(store, [await transfer(0)], ({ runs, ...draft }) => {
        const [run] = runs;
        if (!run) throw new Error("The transfer runs");
        const { hash, raw, body } = late;
        const transaction = { ...run.transaction, hash, raw, nonce: body.nonce };
        return { ...draft, runs: [...runs, { ...run, transaction }] };
      }),
    );
    expect(faults).toEqual([`Block 7: transaction ${late.hash} cannot run there`]);
  });

  test("a signature that is another's, in a block and among what is pending", async () => {
    const transaction = await forged();
    const fault = `Transaction ${transaction.hash}: The signature does not match the transaction and the key`;
    const add = (store: Store): Promise<void> => addForged(store, [transaction], (draft) => draft);
    expect(await faultsAfter(add)).toEqual([fault]);
    const { hash, raw } = transaction;
    expect(await faultsAfter((store) => store.putPending([{ hash, raw }]))).toEqual([fault]);
  });

  test("a chain that another one's name is given", async () => {
    const store = openStoreFile(sound);
    expect(await collect(checkStore(store, RENDER, "delta-testnet"))).toEqual([
      "The chain is one of delta, not of delta-testnet",
    ]);
    await store.close();
  });

  test("a first block that its seed does not give", async () => {
    const genesis = await createGenesis({ segment: "delta", seed: 0, timestamp: 1_800_000_000 });
    const changes = [...genesis.changes, { key, value: '{"balance":"9"}' }];
    const { stateRoot, treeNodes } = new StateTree().update(changes);
    const { hash, ...header } = genesis.block;
    const block = sealBlock({ ...header, stateRoot });
    expect(block.hash).not.toBe(hash);
    const store = openStoreFile(join(folder, "genesis.sqlite"));
    await store.apply([{ block, executed: [], changes, treeNodes }]);
    expect(await collect(checkStore(store, RENDER))).toEqual([
      expect.stringMatching(/^Block 0: running its transactions does not set the state value \S+/),
    ]);
    await store.close();
  });

  test("a chain that does not say what it was started from", async () => {
    const genesis = await createGenesis({ segment: "delta", seed: 0, timestamp: 1_800_000_000 });
    const changes = genesis.changes.filter(({ key: one }) => !one.startsWith("genesis"));
    expect(changes.length).toBe(genesis.changes.length - 1);
    const { stateRoot, treeNodes } = new StateTree().update(changes);
    const { hash: _, ...header } = genesis.block;
    const block = sealBlock({ ...header, stateRoot });
    const store = openStoreFile(join(folder, "unknown.sqlite"));
    await store.apply([{ block, executed: [], changes, treeNodes }]);
    expect(await collect(checkStore(store, RENDER))).toEqual([
      "The store does not say what its chain was started from",
    ]);
    await store.close();
  });
});
