import type { Network } from "../chains/mod.ts";
import type { Address, Amount, Hex } from "../units/mod.ts";
import { digestHex, tagged } from "./_crypto.ts";
import { commitmentOf, serialNumberOf } from "./commitment_of.ts";

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
