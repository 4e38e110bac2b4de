/**
 * Signed transfers a second from bytes into a file store, by the wall, on two cores: signatures verified in libuv's
 * thread pool, blocks of 1,000 made by the ledger, everything written. The signatures of a block are verified while the
 * block before it is made, as in the service. Prints where the processor's time goes.
 *
 * A signature takes a machine from 90 to 280 µs, so the figure is a ratio: transfers a second beside signatures a second
 * that the same cores verify when they do nothing else. Floor: 0.33, which is 5,000 a second where a signature takes
 * 132 µs; aim: 0.43, 6,500 there.
 *
 * All are signed before the clock starts, and 5,000 more are applied to warm up: the first thousands cost twice as much,
 * until their code is compiled. `--size N` takes another number of transfers than 20,000.
 */
import { join } from "node:path";

import {
  encodeForSigning,
  encodeTransaction,
  type UnsignedTransaction,
} from "../src/devnet/internal.ts";
import { type DevAccount, devAccounts } from "../src/devnet/mod.ts";
import { signEd25519Sync } from "../src/service/crypto.ts";
import {
  blockKeys,
  checkSignature,
  completeBlock,
  createGenesis,
  draftBlock,
  isRefusal,
  type LedgerBlock,
  type PreparedTransaction,
  type ProducedBlock,
  readStateFor,
  readTransaction,
  type SignedSubmission,
} from "../src/service/chain/ledger/mod.ts";
import { updateStateTree } from "../src/service/chain/state_tree/mod.ts";
import { RENDER } from "../src/service/server/data_folder/open_store.ts";
import { openSqliteStore, type Render, type Store } from "../src/service/chain/store/mod.ts";
import { formatHex, parseHex } from "../src/units/mod.ts";
import { makeFolder, readFlag } from "./_measure.ts";
import { judge, printTable } from "./_table.ts";

const SIZE = readFlag("size", 20_000);
const WARM_UP = 5_000;
const PER_BLOCK = 1_000;
const ACCOUNTS = 1_000;
/** Signatures that are verified alone. */
const ALONE = 10_000;

/** Processor time of the main thread by stage, in microseconds. */
const spent = new Map<string, number>();

async function timed<T>(stage: string, work: () => T | Promise<T>): Promise<T> {
  const before = process.threadCpuUsage();
  const result = await work();
  const { user, system } = process.threadCpuUsage(before);
  spent.set(stage, (spent.get(stage) ?? 0) + user + system);
  return result;
}

let rendering = 0;

/** Rendering is too short for the processor's clock; it does not wait for anything, so the wall's does. */
function clocked<T>(write: (value: T) => string): (value: T) => string {
  return (value) => {
    const started = performance.now();
    const text = write(value);
    rendering += (performance.now() - started) * 1000;
    return text;
  };
}

const render: Render = {
  block: clocked((block) => RENDER.block(block)),
  accountPrefix: RENDER.accountPrefix,
  blockSummary: clocked((block) => RENDER.blockSummary(block)),
  transaction: clocked((transaction) => RENDER.transaction(transaction)),
};

/** Transfers from every account in turn to others. */
function signTransfers(accounts: readonly DevAccount<"delta">[]): Promise<Uint8Array[]> {
  const signed = Array.from({ length: WARM_UP + SIZE }, async (_, turn) => {
    const from = accounts[(turn * 7_919) % ACCOUNTS];
    const to = accounts[(turn * 104_729 + 1) % ACCOUNTS];
    if (!from || !to) throw new Error("Every account was derived");
    const unsigned = {
      chain: "delta",
      network: "mainnet",
      type: "transfer",
      from: from.address,
      to: to.address,
      value: 10n ** 15n,
      nonce: Math.floor(turn / ACCOUNTS),
      gasPrice: 1_000_000_000n,
      gasLimit: 21_000n,
      publicKey: from.publicKey,
    } as const satisfies UnsignedTransaction;
    const bytes = signEd25519Sync(parseHex(from.privateKey), encodeForSigning(unsigned));
    return encodeTransaction({ ...unsigned, signature: formatHex(bytes) });
  });
  return Promise.all(signed);
}

function read(raw: Uint8Array): SignedSubmission {
  const transaction = readTransaction(raw, "delta");
  if (isRefusal(transaction)) throw new Error(transaction.reason);
  return transaction;
}

/** Reads the transfers of a block and begins to verify their signatures. */
async function readBlock(raws: readonly Uint8Array[]): Promise<PreparedTransaction[]> {
  const transactions = await timed("read", () => raws.map(read));
  const verified = await timed("verify", () => transactions.map(checkSignature));
  const refusal = (await Promise.all(verified)).find((one) => one !== undefined);
  if (refusal) throw new Error(refusal.reason);
  return transactions;
}

/** Makes a block on top of a chain's head, without applying it. */
async function makeBlock(
  { store, head }: { readonly store: Store; readonly head: LedgerBlock },
  transactions: readonly PreparedTransaction[],
): Promise<ProducedBlock> {
  const { validator } = head;
  const timestamp = head.timestamp + 2;
  const block = { chain: "delta", parent: head, transactions, validator, timestamp } as const;
  const state = await readStateFor(
    async (keys) => (await store.readState(keys)).values,
    (known) => blockKeys(block, known),
  );
  const draft = draftBlock({ ...block, state });
  const tree = await updateStateTree(draft.changes, (paths) => store.readTreeNodes(paths));
  return completeBlock(draft, tree);
}

/** Applies transfers on top of a block; gives the newest block. */
async function applyAll(
  store: Store,
  first: LedgerBlock,
  raws: readonly Uint8Array[],
): Promise<LedgerBlock> {
  let head = first;
  let reading = readBlock(raws.slice(0, PER_BLOCK));
  for (let at = PER_BLOCK; at < raws.length + PER_BLOCK; at += PER_BLOCK) {
    const transactions = await reading;
    reading = readBlock(raws.slice(at, at + PER_BLOCK));
    const produced = await timed("make", () => makeBlock({ store, head }, transactions));
    if (produced.executed.length !== transactions.length)
      throw new Error("Not every transfer got in");
    await timed("apply", () => store.apply([produced]));
    head = produced.block;
  }
  return head;
}

/** Signatures a second, verified in blocks as above, with nothing else to do. */
async function verifyAlone(raws: readonly Uint8Array[]): Promise<number> {
  const transactions = raws.map(read);
  const started = performance.now();
  for (let at = 0; at < transactions.length; at += PER_BLOCK) {
    await Promise.all(transactions.slice(at, at + PER_BLOCK).map(checkSignature));
  }
  return (transactions.length * 1000) / (performance.now() - started);
}

const folder = makeFolder();
const accounts = await devAccounts("delta", { count: ACCOUNTS });
const raws = await signTransfers(accounts);
const store = openSqliteStore({ path: join(folder, "delta.sqlite"), render });
const options = {
  segment: "delta",
  seed: 0,
  timestamp: 1_700_000_000,
  accounts: ACCOUNTS,
} as const;
const genesis = await createGenesis(options);
await store.apply([genesis]);
const head = await applyAll(store, genesis.block, raws.slice(0, WARM_UP));
spent.clear();
rendering = 0;
const started = performance.now();
const before = process.cpuUsage();
await applyAll(store, head, raws.slice(WARM_UP));
const elapsed = performance.now() - started;
const { user, system } = process.cpuUsage(before);
await store.close();
report(elapsed, user + system, await verifyAlone(raws.slice(-ALONE)));

function report(wall: number, total: number, alone: number): void {
  const [reading = 0, verifying = 0, making = 0, applying = 0] = [
    "read",
    "verify",
    "make",
    "apply",
  ].map((one) => spent.get(one));
  const main = reading + verifying + making + applying;
  const parts: readonly (readonly [string, number])[] = [
    ["reading bytes: CBOR, addresses, hashes", reading],
    ["handing signatures over", verifying],
    ["ledger, with its reads of the state", making],
    ["rendering", rendering],
    ["SQLite and what prepares its rows", applying - rendering],
    ["main thread", main],
    ["other threads: signatures, collecting garbage", total - main],
    ["all", total],
  ];
  printTable([
    ["processor time", "µs a transfer", "share"],
    ...parts.map(([name, time]) => [
      name,
      (time / SIZE).toFixed(1),
      `${((100 * time) / total).toFixed(0)} %`,
    ]),
  ]);
  console.log(`one core: ${((SIZE * 1_000_000) / total).toFixed(0)} transfers a second`);
  const applied = (SIZE * 1000) / wall;
  console.log(`by the wall: ${applied.toFixed(0)} transfers a second`);
  console.log(`signatures alone: ${alone.toFixed(0)} a second`);
  const value = applied / alone;
  const what = "transfers beside signatures alone";
  judge({ what, value, least: [0.33, 0.43] });
}
