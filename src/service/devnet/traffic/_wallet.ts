import type { SpendableRecord } from "../../../devnet/mod.ts";
import type { Address, Hex } from "../../../units/mod.ts";
import { type PreparedTransaction, recordNames } from "../../chain/ledger/mod.ts";

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
