import {
  commitmentOf,
  devAccounts,
  feeOf,
  serialNumberOf,
  signTransaction,
} from "../../../../src/devnet/mod.ts";
import type { AlphaDevAccount } from "../../../../src/devnet/mod.ts";
import type { Service } from "../../../../src/service/mod.ts";

/** A chain whose blocks are as full as they can be. */
export interface FullChain {
  /** Height of a block with the most transactions. */
  readonly most: number;
  /** Height of a block with the largest transactions. */
  readonly largest: number;
  /** Hash of the block with the most transactions. */
  readonly hash: string;
  /** Hash of one of the largest transactions. */
  readonly transaction: string;
  /** Sender of all these. */
  readonly address: string;
  /** Transactions to submit. */
  readonly signed: readonly string[];
}

/** Transfers of delta, of 21,000 gas each, that fill a block of 30,000,000. */
const TRANSFERS = 1_428;

/** The same of alpha's smallest transfers, of 17,000 gas. */
const SMALL_TRANSFERS = 1_764;

/** The longest proposals, of 306,000 gas, that fill a block. */
const PROPOSALS = 98;

/** Most records that a transaction of alpha spends, and most that it creates. */
const RECORDS = 100;

/** Blocks of such transactions: a page has a hundred, a block has forty. */
const LARGEST_BLOCKS = 3;

/** Transactions of delta that are signed for submission. */
const FURTHER = 2_000;

/** Fills the chain of delta with transfers, and with the longest proposals. */
export async function fillDelta(service: Service): Promise<FullChain> {
  const [alice, bob, carol] = await devAccounts("delta");
  if (!alice || !bob || !carol) throw new Error("No accounts");
  const pay = (from: typeof alice, count: number): Promise<string[]> =>
    signAll(count, async (nonce) =>
      signTransaction(from, { type: "transfer", to: bob.address, value: 10n ** 18n, nonce }),
    );
  for (let begun = 0; begun < 2 * PROPOSALS; begun += PROPOSALS) {
    const text = { title: "t".repeat(120), description: "é".repeat(4_000) };
    await addBlock(
      service,
      "delta",
      await signAll(PROPOSALS, async (index) =>
        signTransaction(bob, { type: "propose", ...text, nonce: begun + index }),
      ),
    );
  }
  const { height: largest } = await headOf(service, "delta");
  await addBlock(service, "delta", await pay(alice, TRANSFERS));
  const { height: most, ...head } = await headOf(service, "delta");
  return { ...head, most, largest, address: alice.address, signed: await pay(carol, FURTHER) };
}

/** An account of alpha, and the records that it can spend. */
interface Owner {
  readonly account: AlphaDevAccount;
  nonce: number;
  unspent: readonly Unspent[];
}

type Unspent = Pick<AlphaDevAccount["records"][number], "serialNumber" | "value">;

/** Fills the chain of alpha with the smallest transfers, and with the largest, which spend and create most records. */
export async function fillAlpha(service: Service): Promise<FullChain> {
  const accounts = await devAccounts("alpha");
  const owners = accounts.map((account): Owner => ({
    account,
    nonce: 0,
    unspent: account.records,
  }));
  await addBlock(service, "alpha", await transferAll(owners, 1, RECORDS));
  await addBlock(service, "alpha", await transferAll(owners, 1, 1, SMALL_TRANSFERS));
  const { height: most, hash } = await headOf(service, "alpha");
  for (let made = 0; made < LARGEST_BLOCKS; made++)
    await addBlock(service, "alpha", await transferAll(owners, RECORDS, RECORDS));
  const { height: largest, transaction } = await headOf(service, "alpha");
  const signed = await transferAll(owners, RECORDS, RECORDS);
  const address = accounts[0]?.address ?? "";
  return { most, largest, hash, transaction, address, signed };
}

/** Transfers of records to their own owners, so many of them in and out of each. */
async function transferAll(
  owners: readonly Owner[],
  spent: number,
  made: number,
  most = Infinity,
): Promise<string[]> {
  const signed: string[] = [];
  for (const owner of owners) {
    const before = owner.unspent;
    const after: Unspent[] = [];
    let at = 0;
    for (; at + spent <= before.length && signed.length < most; at += spent) {
      const transfer = await transferOf(owner, before.slice(at, at + spent), made);
      signed.push(transfer.signedTx);
      after.push(...transfer.records);
    }
    owner.unspent = [...after, ...before.slice(at)];
  }
  return signed;
}

async function transferOf(
  owner: Owner,
  spent: readonly Unspent[],
  made: number,
): Promise<{ readonly signedTx: string; readonly records: readonly Unspent[] }> {
  const { account, nonce } = owner;
  const { address: to } = account;
  const serialNumbers = spent.map(({ serialNumber }) => serialNumber);
  const outputsOf = (sum: bigint): { to: string; value: bigint }[] =>
    Array.from({ length: made }, (_, index) => {
      const each = sum / BigInt(made);
      return { to, value: index === 0 ? sum - each * BigInt(made - 1) : each };
    });
  const draft = { type: "transfer", serialNumbers, nonce } as const;
  const sum = spent.reduce((all, { value }) => all + value, 0n);
  const fee = feeOf("alpha", { ...draft, outputs: outputsOf(sum) });
  const outputs = outputsOf(sum - fee);
  const { signedTx, txHash } = await signTransaction(account, { ...draft, outputs });
  owner.nonce++;
  const records = outputs.map(async ({ value }, index): Promise<Unspent> => {
    const commitment = await commitmentOf({ creator: txHash, index, owner: to, value });
    return { serialNumber: await serialNumberOf(commitment), value };
  });
  return { signedTx, records: await Promise.all(records) };
}

async function signAll(
  count: number,
  sign: (index: number) => Promise<{ readonly signedTx: string }>,
): Promise<string[]> {
  const all = await Promise.all(Array.from({ length: count }, (_, index) => sign(index)));
  return all.map(({ signedTx }) => signedTx);
}

type Segment = "alpha" | "delta";

/** Submits transactions, and makes a block of them. */
async function addBlock(
  service: Service,
  segment: Segment,
  signed: readonly string[],
): Promise<void> {
  const longest = Math.max(...signed.map(({ length }) => length));
  const together = Math.min(100, Math.floor(500_000 / longest));
  for (let at = 0; at < signed.length; at += together) {
    const calls = signed.slice(at, at + together).map((one, id) => {
      return { jsonrpc: "2.0", id, method: "tx_sendRawTransaction", params: [one] };
    });
    const answer = await service.fetch(`http://service.test/rpc/${segment}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(calls),
    });
    const text = await answer.text();
    if (text.includes('"error"')) throw new Error(text.slice(0, 300));
  }
  await service.produceBlock(segment);
  const { count } = await headOf(service, segment);
  if (count !== signed.length) throw new Error(`${count} of ${signed.length} are in the block`);
}

/** The newest block, and its last transaction. */
async function headOf(
  service: Service,
  segment: Segment,
): Promise<{ height: number; hash: string; transaction: string; count: number }> {
  const ask = async <Data>(path: string): Promise<Data> => {
    const answer = await service.fetch(`http://service.test/v1/${segment}${path}`);
    return ((await answer.json()) as { data: Data }).data;
  };
  const { blocks } = await ask<{ blocks: { number: number; hash: string; txCount: number }[] }>(
    "/blocks?limit=1",
  );
  const { transactions } = await ask<{ transactions: { hash: string }[] }>("/transactions?limit=1");
  const [block] = blocks;
  if (!block) throw new Error(`The chain ${segment} is empty`);
  const { number: height, hash, txCount: count } = block;
  return { height, hash, count, transaction: transactions[0]?.hash ?? "" };
}
