/**
 * How many transfers a second one core takes from signed bytes into a file store: signatures checked, blocks of 1,000
 * made by the ledger, everything written. Prints where the time goes. Aim: 5,000 a second of processor time.
 *
 * `--size N` takes another number of transfers than 20,000.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import {
  type DevAccount,
  devAccounts,
  encodeForSigning,
  encodeTransaction,
  type SignedDeltaTransaction,
  type UnsignedTransaction,
} from "../src/devnet/mod.ts";
import { signEd25519, verifyEd25519 } from "../src/service/crypto.ts";
import {
  type Block,
  createGenesis,
  isRefusal,
  type PreparedTransaction,
  readTransaction,
} from "../src/service/chain/ledger/mod.ts";
import { RENDER } from "../src/service/server/data_folder/open_store.ts";
import { openSqliteStore, type Render, type Store } from "../src/service/chain/store/mod.ts";
import { formatHex, parseHex } from "../src/units/mod.ts";
import { makeBlock } from "./_chain.ts";
import { readFlag } from "./_measure.ts";
import { judge, printTable } from "./_table.ts";

const SIZE = readFlag("size", 20_000);
const PER_BLOCK = 1_000;
const ACCOUNTS = 1_000;

/** Processor time by stage, in microseconds. */
const spent = new Map<string, number>();

async function timed<T>(stage: string, work: () => T | Promise<T>): Promise<T> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
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
function signTransfers(accounts: readonly DevAccount<"delta">[]): Uint8Array[] {
  return Array.from({ length: SIZE }, (_, turn) => {
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
    const bytes = signEd25519(parseHex(from.privateKey), encodeForSigning(unsigned));
    return encodeTransaction({ ...unsigned, signature: formatHex(bytes) });
  });
}

function read(raw: Uint8Array): PreparedTransaction {
  const transaction = readTransaction(raw, "delta");
  if (isRefusal(transaction)) throw new Error(transaction.reason);
  return transaction;
}

function verify(body: SignedDeltaTransaction, message: Uint8Array): void {
  if (verifyEd25519(parseHex(body.publicKey), message, parseHex(body.signature))) return;
  throw new Error("Every signature is right");
}

async function applyAll(store: Store, first: Block, raws: readonly Uint8Array[]): Promise<void> {
  let head = first;
  for (let at = 0; at < raws.length; at += PER_BLOCK) {
    const part = raws.slice(at, at + PER_BLOCK);
    const transactions = await timed("read", () => part.map(read));
    const produced = await timed("make", () => makeBlock({ store, head }, transactions));
    if (produced.executed.length !== part.length) throw new Error("Not every transfer got in");
    await timed("apply", () => store.apply([produced]));
    head = produced.block;
  }
}

const folder = mkdtempSync(join(tmpdir(), "bench-apply-"));
try {
  const accounts = await devAccounts("delta", { count: ACCOUNTS });
  const raws = signTransfers(accounts);
  const store = openSqliteStore({ path: join(folder, "delta.sqlite"), render });
  const options = {
    segment: "delta",
    seed: 0,
    timestamp: 1_700_000_000,
    accounts: ACCOUNTS,
  } as const;
  const genesis = await createGenesis(options);
  await store.apply([genesis]);
  rendering = 0;
  const started = performance.now();
  await applyAll(store, genesis.block, raws);
  const wall = performance.now() - started;
  await store.close();
  report(wall, await verifyAlone(raws));
} finally {
  rmSync(folder, { recursive: true });
}

/** What the same signature checks come to by themselves, in microseconds. */
async function verifyAlone(raws: readonly Uint8Array[]): Promise<number> {
  const bodies = raws.map((raw) => read(raw).body as SignedDeltaTransaction);
  const messages = bodies.map((body) => encodeForSigning(body));
  await timed("verify", () =>
    bodies.forEach((body, index) => verify(body, messages[index] ?? new Uint8Array())),
  );
  return spent.get("verify") ?? 0;
}

function report(wall: number, signatures: number): void {
  const [reading = 0, making = 0, applying = 0] = ["read", "make", "apply"].map((one) =>
    spent.get(one),
  );
  const total = reading + making + applying;
  const parts: readonly (readonly [string, number])[] = [
    ["signature checks", signatures],
    ["reading bytes: CBOR, addresses, hashes", reading - signatures],
    ["ledger, with its reads of the state", making],
    ["rendering", rendering],
    ["SQLite and what prepares its rows", applying - rendering],
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
  console.log(`wall: ${((SIZE * 1000) / wall).toFixed(0)} transfers a second`);
  const value = (SIZE * 1_000_000) / total;
  judge({ what: "transfers a second of processor time", value, least: 5_000, isAim: true });
}
