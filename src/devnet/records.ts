import type { Network } from "../chains/mod.ts";
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

/** Base units that genesis gives to each funded account, on either chain. */
export const GENESIS_BALANCE: Amount = 1_000_000n * 10n ** 18n;

/** Records of equal value into which genesis splits an alpha account's balance. */
export const GENESIS_RECORDS = 4;

/** An unspent record. */
export interface SpendableRecord {
  /** Its identifier, 32 bytes. */
  readonly commitment: Hex;
  /** Serial number that a transaction spends it by, 32 bytes. */
  readonly serialNumber: Hex;
  /** Value of the record in base units. */
  readonly value: Amount;
}

/** Selects the genesis of an account. */
export interface GenesisRecordOptions {
  /** Network of the genesis. */
  readonly network: Network;
  /** Seed of the devnet. */
  readonly seed: number;
  /** Address of the account, `ax1…`. */
  readonly owner: Address;
}

/**
 * The bytes whose SHA-256 is the `creator` of an account's genesis records, for callers that hash them themselves.
 */
export function genesisCreatorBytes({ network, seed, owner }: GenesisRecordOptions): Uint8Array {
  return tagged("genesis", "alpha", network, seed, owner);
}

/**
 * The records that genesis creates for one account of alpha.
 *
 * @example
 * ```ts
 * import { devAccounts, genesisRecords } from "alphadelta/devnet";
 *
 * const [alice] = await devAccounts("alpha");
 * if (alice) console.log(await genesisRecords({ network: "mainnet", seed: 0, owner: alice.address }));
 * ```
 */
export async function genesisRecords(options: GenesisRecordOptions): Promise<SpendableRecord[]> {
  const { owner } = options;
  const creator = await digestHex(genesisCreatorBytes(options));
  const value = GENESIS_BALANCE / BigInt(GENESIS_RECORDS);
  return Promise.all(
    Array.from({ length: GENESIS_RECORDS }, async (_, index) => {
      const commitment = await commitmentOf({ creator, index, owner, value });
      return { commitment, serialNumber: await serialNumberOf(commitment), value };
    }),
  );
}
