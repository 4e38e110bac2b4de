import { type AlphaPayment, MAX_RECORDS, payFrom } from "../../../devnet/internal.ts";
import { feeOf, type SpendableRecord } from "../../../devnet/mod.ts";
import type { Address, Amount, Hex } from "../../../units/mod.ts";
import {
  accountOf,
  type DerivedAccount,
  type PendingClaims,
  type PreparedTransaction,
  recordNames,
  sumOf,
  type WorkingState,
} from "../../chain/ledger/mod.ts";
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
export interface PaymentRequest {
  readonly to: Address;
  readonly value: Amount;
  readonly state: WorkingState;
  readonly claims: PendingClaims & {
    /** Upper bound of values and fees of a sender's pending transactions, in base units. */
    outlayOf(sender: Address): Amount;
  };
}

interface Funding {
  readonly sender: DerivedAccount;
  readonly payload: Payload;
}

/** A payment by the payer with the largest balance; `undefined` if none of them has that much left. */
export function fundOnDelta(
  { to, value, state, claims }: PaymentRequest,
  accounts: readonly DerivedAccount[],
): Funding | undefined {
  const payload = { type: "transfer", to, value } as const;
  const cost = value + feeOf("delta", payload);
  const free = accounts.map((sender) => {
    const { address } = sender;
    return { sender, balance: accountOf(state, address).balance - claims.outlayOf(address) };
  });
  const [richest] = free.toSorted((left, right) => (left.balance < right.balance ? 1 : -1));
  return richest && richest.balance >= cost ? { sender: richest.sender, payload } : undefined;
}

/**
 * Pays from the smallest sufficient record, so that many payments each find one before the next block; otherwise from
 * several records of one payer; `undefined` if none of them has that much left.
 */
export function fundOnAlpha(
  { to, value, claims }: PaymentRequest,
  accounts: readonly DerivedAccount[],
  wallet: Wallet,
): Funding | undefined {
  const purses = accounts.map((sender) => {
    return { sender, records: unspentOf(sender.address, wallet, claims).toSorted(byValue) };
  });
  const singles = purses.flatMap(({ sender, records }) =>
    records.map((record) => ({ sender, records: [record] })),
  );
  const several = purses.map(({ sender, records }) => ({
    sender,
    records: records.slice(-MAX_RECORDS),
  }));
  const smallestFirst = singles.toSorted((left, right) => bySum(left.records, right.records));
  for (const { sender, records } of [...smallestFirst, ...several]) {
    const payload = payFrom(records, { from: sender.address, to, value });
    if (payload) return { sender, payload };
  }
  return undefined;
}

function unspentOf(owner: Address, wallet: Wallet, claims: PendingClaims): SpendableRecord[] {
  return wallet.list(owner).filter(({ serialNumber }) => !claims.isSpent(serialNumber));
}

/** An account with more records than this spends several at once, so that their number stays bounded. */
const MANY_RECORDS = 6;

/** Pays from the largest records and returns the change to the sender; `undefined` if their value is too low. */
export function payOnAlpha(
  parts: AlphaPayment,
  wallet: Wallet,
  claims: PendingClaims,
): Payload | undefined {
  const unspent = unspentOf(parts.from, wallet, claims).toSorted(
    (left, right) => -byValue(left, right),
  );
  return payFrom(unspent.slice(0, unspent.length > MANY_RECORDS ? MANY_RECORDS : 1), parts);
}

function bySum(left: readonly SpendableRecord[], right: readonly SpendableRecord[]): number {
  return sumOf(left) < sumOf(right) ? -1 : 1;
}

function byValue(left: SpendableRecord, right: SpendableRecord): number {
  return left.value < right.value ? -1 : 1;
}
