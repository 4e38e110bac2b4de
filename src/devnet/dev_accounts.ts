import { type Chain, type Network, SEGMENTS } from "../chains/mod.ts";
import { CHAINS, FIRST_SEGMENTS, NETWORKS } from "../generated/segments.gen.ts";
import { type Address, formatHex, type Hex } from "../units/mod.ts";
import { checkNames } from "../validation/mod.ts";
import { digest, importKeyPair, tagged } from "./_crypto.ts";
import { addressOf } from "./address_of.ts";
import { genesisRecords, type SpendableRecord } from "./records.ts";

/** Accounts that genesis funds by default. */
export const DEV_ACCOUNT_COUNT = 10;

/** A funded account of the devnet, with its keys. */
export interface DevAccount<C extends Chain = Chain> {
  /** Its chain. */
  readonly chain: C;
  /** Its network. */
  readonly network: Network;
  /** Its address, `ax1…` or `dx1…`. */
  readonly address: Address;
  /** Ed25519 public key, 32 bytes. */
  readonly publicKey: Hex;
  /** Ed25519 private key, 32 bytes. Anyone who knows the seed knows it too. */
  readonly privateKey: Hex;
}

/** An alpha account with the records that genesis creates for it. */
export interface AlphaDevAccount extends DevAccount<"alpha"> {
  /** Unspent records that genesis creates for it. */
  readonly records: readonly SpendableRecord[];
}

/** The account type of each chain. */
export interface DevAccountOf {
  /** Accounts of alpha, with records. */
  alpha: AlphaDevAccount;
  /** Accounts of delta. */
  delta: DevAccount<"delta">;
}

/** Selects the accounts to derive. */
export interface DevAccountsOptions {
  /** Network of the accounts. @default {that of the chain's first segment} */
  readonly network?: Network;
  /** Number of accounts, 0 to 10,000. Genesis funds the first ten. @default {10} */
  readonly count?: number;
  /** Seed of the devnet, a whole number from 0. @default {0} */
  readonly seed?: number;
}

const MAX_COUNT = 10_000;

/**
 * The accounts that a devnet of the same seed funds at genesis, always in the same order (extension).
 *
 * @throws {TypeError} If the chain, the network or an option is unknown.
 * @throws {RangeError} If `count` or `seed` is out of range.
 *
 * @example
 * ```ts
 * import { devAccounts } from "alphadelta/devnet";
 * const [first] = await devAccounts("alpha", { network: "testnet", count: 1 });
 * console.log(first?.address, first?.records.length);
 * ```
 */
export async function devAccounts<C extends Chain>(
  chain: C,
  options: DevAccountsOptions = {},
): Promise<DevAccountOf[C][]> {
  checkWord("chain", chain, CHAINS);
  checkNames("Cannot derive accounts", options, ["network", "count", "seed"]);
  const { network: usual } = SEGMENTS[FIRST_SEGMENTS[chain]];
  const { network = usual, count = DEV_ACCOUNT_COUNT, seed = 0 } = options;
  checkWord("network", network, NETWORKS);
  checkWhole("count", count, MAX_COUNT);
  checkWhole("seed", seed, Number.MAX_SAFE_INTEGER);
  const indexes = Array.from({ length: count }, (_, index) => index);
  const accounts = await Promise.all(indexes.map((index) => derive(chain, network, seed, index)));
  return accounts as DevAccountOf[C][];
}

async function derive(
  chain: Chain,
  network: Network,
  seed: number,
  index: number,
): Promise<DevAccount> {
  const secret = await digest(tagged("dev account", chain, network, seed, index));
  const { publicKey } = await importKeyPair(secret);
  const address = await addressOf(chain, publicKey);
  const keys = { publicKey: formatHex(publicKey), privateKey: formatHex(secret) };
  return FUNDED[chain]({ chain, network, address, ...keys }, seed);
}

/** Additional genesis state of an account, by chain. */
const FUNDED: {
  readonly [C in Chain]: (account: DevAccount, seed: number) => Promise<DevAccount>;
} = {
  alpha: async (account, seed): Promise<DevAccount> => {
    const { network, address: owner } = account;
    return { ...account, records: await genesisRecords({ network, seed, owner }) } as DevAccount;
  },
  delta: async (account) => account,
};

function checkWord(what: string, name: string, known: readonly string[]): void {
  if (known.includes(name)) return;
  const allowed = known.map((one) => `"${one}"`).join(" or ");
  throw new TypeError(
    `Cannot derive accounts: ${what} must be ${allowed}, got ${JSON.stringify(name)}`,
  );
}

function checkWhole(name: string, value: number, maximum: number): void {
  if (!Number.isSafeInteger(value) || value < 0 || value > maximum) {
    throw new RangeError(
      `Cannot derive accounts: ${name} must be a whole number from 0 to ${maximum}, got ${value}`,
    );
  }
}
