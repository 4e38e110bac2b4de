import type { Address, Amount, Hex } from "../units/mod.ts";
import { digestHex, tagged } from "./_crypto.ts";

/** Inputs of a record's commitment. */
export interface CommitmentParts {
  /** Hash of the transaction that creates the record, or a hash that identifies its genesis. */
  readonly creator: Hex;
  /** Index among the records of that creator, from 0. */
  readonly index: number;
  /** Owner of the record, `ax1…`. */
  readonly owner: Address;
  /** Value of the record in base units. */
  readonly value: Amount;
}

/**
 * The bytes whose SHA-256 is a record's commitment, for callers that hash them themselves.
 */
export function commitmentBytes({ creator, index, owner, value }: CommitmentParts): Uint8Array {
  return tagged("commitment", creator, index, owner, value.toString());
}

/**
 * The bytes whose SHA-256 is the serial number of a commitment, for callers that hash them themselves.
 */
export function serialNumberBytes(commitment: Hex): Uint8Array {
  return tagged("serial number", commitment);
}

/**
 * The commitment of an alpha record (extension).
 *
 * Unlike a private chain's, the devnet's derivation uses no secret, so anyone can tell which record a commitment is
 * for. The commitments of a transaction are derived from its hash and the index of each output.
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
 * The serial number that marks a record as spent (extension).
 *
 * Unlike on a private chain, anyone can derive it from the commitment and so see which record a transaction spends.
 * Only the owner's signature can spend it.
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
