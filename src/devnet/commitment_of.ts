import type { Address, Amount, Hex } from "../units/mod.ts";
import { digestHex, tagged } from "./_digest.ts";

/** Inputs of a record's commitment. */
export interface CommitmentParts {
  /** Hash of the transaction that creates the record (or of whatever else creates it, as genesis does). */
  readonly creator: Hex;
  /** Position among the records of that creator, from 0. */
  readonly index: number;
  /** Owner of the record, `ax1…`. */
  readonly owner: Address;
  /** Base units the record holds. */
  readonly value: Amount;
}

/**
 * The bytes whose SHA-256 is a record's commitment, for callers that hash by themselves.
 *
 * @example
 * ```ts
 * import { commitmentBytes, devAccounts } from "alphadelta/devnet";
 *
 * const [alice] = await devAccounts("alpha");
 * const creator = `0x${"00".repeat(32)}`;
 * if (alice) console.log(commitmentBytes({ creator, index: 0, owner: alice.address, value: 5n }).length);
 * ```
 */
export function commitmentBytes({ creator, index, owner, value }: CommitmentParts): Uint8Array {
  return tagged("commitment", creator, index, owner, value.toString());
}

/**
 * The bytes whose SHA-256 is the serial number of a commitment, for callers that hash by themselves.
 *
 * @example
 * ```ts
 * import { serialNumberBytes } from "alphadelta/devnet";
 *
 * console.log(serialNumberBytes(`0x${"07".repeat(32)}`).length);
 * ```
 */
export function serialNumberBytes(commitment: Hex): Uint8Array {
  return tagged("serial number", commitment);
}

/**
 * The commitment of an alpha record (decided).
 *
 * The devnet shows what a private chain hides: there is no secret in this derivation, so anyone can tell which record
 * a commitment stands for. The commitments of a transaction follow from its hash and the index of each output.
 *
 * @example
 * ```ts
 * import { commitmentOf, devAccounts } from "alphadelta/devnet";
 *
 * const [alice] = await devAccounts("alpha");
 * const creator = `0x${"00".repeat(32)}`; // the hash of the transaction
 * if (alice) console.log(await commitmentOf({ creator, index: 0, owner: alice.address, value: 5n }));
 * ```
 */
export function commitmentOf(parts: CommitmentParts): Promise<Hex> {
  return digestHex(commitmentBytes(parts));
}

/**
 * The serial number that marks a record as spent (decided).
 *
 * The devnet shows what a private chain hides: anyone can derive it from the commitment, and so see which record a
 * transaction spends. Only the owner's signature can spend it.
 *
 * @example
 * ```ts
 * import { devAccounts, serialNumberOf } from "alphadelta/devnet";
 *
 * const [alice] = await devAccounts("alpha");
 * const record = alice?.records[0];
 * if (record) console.log((await serialNumberOf(record.commitment)) === record.serialNumber); // true
 * ```
 */
export function serialNumberOf(commitment: Hex): Promise<Hex> {
  return digestHex(serialNumberBytes(commitment));
}
