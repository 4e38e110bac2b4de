import { type AlphaOutput, feeOf, type SpendableRecord } from "../../../devnet/mod.ts";
import type { Address, Amount, Hex } from "../../../units/mod.ts";
import { type PreparedTransaction, recordNames } from "../../chain/ledger/mod.ts";
import type { Payload } from "./_script.ts";

/** The unspent records of a few alpha accounts, updated block by block. */
export class Wallet {
  readonly #records = new Map<Address, Map<Hex, SpendableRecord>>();

  constructor(owners: readonly Address[]) {
    for (const owner of owners) this.#records.set(owner, new Map());
  }

  /** The records of an owner, oldest first. */
  list(owner: Address): SpendableRecord[] {
    return [...(this.#records.get(owner)?.values() ?? [])];
  }

  /** Adds a record, unless its owner is not one of the wallet's. */
  add(owner: Address, record: SpendableRecord): void {
    this.#records.get(owner)?.set(record.serialNumber, record);
  }

  /** Removes the records that a transaction spent, and adds those it created. */
  follow({ hash, body }: PreparedTransaction): void {
    if (body.chain !== "alpha") return;
    for (const serialNumber of body.serialNumbers) {
      this.#records.get(body.from)?.delete(serialNumber);
    }
    body.outputs.forEach(({ to, value }, index) => {
      this.add(to, { ...recordNames({ creator: hash, index, owner: to, value }), value });
    });
  }

  /** Keeps only the records whose serial number passes. */
  async retain(
    isUnspent: (serialNumbers: readonly Hex[]) => Promise<ReadonlySet<Hex>>,
  ): Promise<void> {
    for (const records of this.#records.values()) {
      const unspent = await isUnspent([...records.keys()]);
      for (const serialNumber of records.keys()) {
        if (!unspent.has(serialNumber)) records.delete(serialNumber);
      }
    }
  }
}

/** A payment from the devnet's funds. */
export interface FundRequest {
  readonly to: Address;
  readonly value: Amount;
  /** Accounts that may pay. */
  readonly payers: readonly Address[];
  /** Balance of an account minus values and fees of its pending transactions, in base units. Delta. */
  readonly freeBalanceOf: (address: Address) => Amount;
  /** True if a pending transaction spends the serial number. Alpha. */
  readonly isSpent: (serialNumber: Hex) => boolean;
  /** The payers' records, on alpha. */
  readonly wallet: Wallet | undefined;
}

/** A payment with its payer. */
interface Funding {
  readonly from: Address;
  readonly payload: Payload;
}

/** Most records of one transaction. */
const MAX_RECORDS = 100;

/** A payment by the payer with the largest balance; `undefined` if none of them has that much left. */
export function fund(request: FundRequest): Funding | undefined {
  return request.wallet ? fundOnAlpha(request, request.wallet) : fundOnDelta(request);
}

function fundOnDelta({ to, value, payers, freeBalanceOf }: FundRequest): Funding | undefined {
  const payload = { type: "transfer", to, value } as const;
  const cost = value + feeOf("delta", payload);
  const free = payers.map((from) => ({ from, balance: freeBalanceOf(from) }));
  const [richest] = free.toSorted((left, right) => (left.balance < right.balance ? 1 : -1));
  return richest && richest.balance >= cost ? { from: richest.from, payload } : undefined;
}

/**
 * Pays from the smallest sufficient record, so that many payments each find one before the next block; otherwise from
 * several records of one payer.
 */
function fundOnAlpha(request: FundRequest, wallet: Wallet): Funding | undefined {
  const { to, value, payers, isSpent } = request;
  const purses = payers.map((from) => {
    const records = wallet.list(from).filter(({ serialNumber }) => !isSpent(serialNumber));
    return { from, records: records.toSorted(byValue) };
  });
  const singles = purses.flatMap(({ from, records }) =>
    records.map((record) => ({ from, records: [record] })),
  );
  const several = purses.map(({ from, records }) => ({
    from,
    records: records.slice(-MAX_RECORDS),
  }));
  const smallestFirst = singles.toSorted((left, right) => bySum(left.records, right.records));
  for (const { from, records } of [...smallestFirst, ...several]) {
    const payload = payment({ from, to, value }, records);
    if (payload) return { from, payload };
  }
  return undefined;
}

/** A payment on alpha. */
interface AlphaPayment {
  readonly from: Address;
  readonly to: Address;
  readonly value: Amount;
  readonly gasPrice?: Amount;
}

/** An account with more records than this spends several at once, so that their number stays bounded. */
const MANY_RECORDS = 6;

/** Pays from the largest records and returns the change to the sender; `undefined` if their value is too low. */
export function payOnAlpha(
  parts: AlphaPayment,
  wallet: Wallet,
  isSpent: (serialNumber: Hex) => boolean,
): Payload | undefined {
  const unspent = wallet
    .list(parts.from)
    .filter(({ serialNumber }) => !isSpent(serialNumber))
    .toSorted((left, right) => -byValue(left, right));
  return payment(parts, unspent.slice(0, unspent.length > MANY_RECORDS ? MANY_RECORDS : 1));
}

/** Spends records and returns the change; `undefined` if their value is too low. */
function payment(
  { from, to, value, ...price }: AlphaPayment,
  records: readonly SpendableRecord[],
): Payload | undefined {
  const type = "transfer";
  const serialNumbers = records.map(({ serialNumber }) => serialNumber);
  const outputs = (change: Amount): AlphaOutput[] => [
    { to, value },
    { to: from, value: change },
  ];
  const fee = feeOf("alpha", { type, serialNumbers, outputs: outputs(1n), ...price });
  const change = sumOf(records) - value - fee;
  return change < 1n ? undefined : { type, serialNumbers, outputs: outputs(change) };
}

function bySum(left: readonly SpendableRecord[], right: readonly SpendableRecord[]): number {
  return sumOf(left) < sumOf(right) ? -1 : 1;
}

function byValue(left: SpendableRecord, right: SpendableRecord): number {
  return left.value < right.value ? -1 : 1;
}

function sumOf(records: readonly SpendableRecord[]): Amount {
  return records.reduce((sum, { value }) => sum + value, 0n);
}
