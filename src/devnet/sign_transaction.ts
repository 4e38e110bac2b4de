import type { Chain, Network } from "../chains/mod.ts";
import { CHAINS } from "../generated/segments.gen.ts";
import { formatHex, type Hex, parseHex } from "../units/mod.ts";
import { digestHex, importKeyPair, signEd25519 } from "./_crypto.ts";
import { addressOf } from "./address_of.ts";
import { encodeForSigning, encodeSigned } from "./encode_transaction.ts";
import { checkNames } from "../validation/mod.ts";
import { findFormat } from "./_kinds.ts";
import { GAS_PRICE_FLOOR, type GasInput, gasNeeded } from "./gas.ts";
import type { TransactionOf, UnsignedTransaction } from "./transaction.ts";

/** Fields of an account that signing needs; every `DevAccount` has them. */
export interface SigningAccount<C extends Chain = Chain> {
  /** Its chain. */
  readonly chain: C;
  /** Its network. */
  readonly network: Network;
  /** Ed25519 private key, 32 bytes. */
  readonly privateKey: Hex;
}

/** A transaction ready to be submitted. */
export interface SignedBytes {
  /** Parameter of `tx_sendRawTransaction`. */
  readonly signedTx: Hex;
  /** SHA-256 of those bytes, the transaction's hash. */
  readonly txHash: Hex;
}

/**
 * Signs a transaction in the devnet's format (extension): Ed25519 over deterministic CBOR.
 *
 * @throws {TypeError} If the account, the transaction or one of its fields has the wrong type.
 * @throws {RangeError} If a field of the transaction is out of range.
 *
 * @example
 * ```ts
 * import { devAccounts, signTransaction } from "alphadelta/devnet";
 *
 * const [alice, bob] = await devAccounts("delta");
 * if (alice && bob) {
 *   const transfer = { type: "transfer", to: bob.address, value: 5n, nonce: 0 } as const;
 *   const { signedTx, txHash } = await signTransaction(alice, transfer);
 *   console.log(txHash, signedTx.length);
 * }
 * ```
 */
export async function signTransaction<C extends Chain>(
  account: SigningAccount<C>,
  transaction: TransactionOf[C],
): Promise<SignedBytes> {
  const secret = readSecret(account);
  checkFields(account.chain, transaction);
  const { privateKey, publicKey } = await importKeyPair(secret);
  const from = await addressOf(account.chain, publicKey);
  const { chain, network } = account;
  const unsigned = complete({
    ...transaction,
    chain,
    network,
    from,
    publicKey: formatHex(publicKey),
  });
  const { bytes } = await encodeSigned(unsigned, (message) => signEd25519(privateKey, message));
  return { signedTx: formatHex(bytes), txHash: await digestHex(bytes) };
}

/** Fields that the account gives. */
const OF_ACCOUNT = ["chain", "network", "from", "publicKey", "signature"];

/** Fills in gas price and limit. An invalid payload is left for the encoder to reject. */
function complete(
  transaction: Readonly<Record<string, unknown>> & { readonly chain: Chain },
): UnsignedTransaction {
  const filled: Record<string, unknown> = { ...transaction };
  filled["gasPrice"] ??= GAS_PRICE_FLOOR;
  if (filled["gasLimit"] === undefined) {
    encodeForSigning({ ...filled, gasLimit: 0n } as unknown as UnsignedTransaction);
    filled["gasLimit"] = gasNeeded(transaction.chain, filled as unknown as GasInput<Chain>);
  }
  return filled as unknown as UnsignedTransaction;
}

/** A type that the chain does not have is left for the encoder to reject. */
function checkFields(chain: Chain, transaction: TransactionOf[Chain]): void {
  const names = findFormat(chain, transaction.type)?.layout.map(([name]) => name);
  const known = names?.filter((name) => !OF_ACCOUNT.includes(name));
  if (known) checkNames("Cannot sign transaction", transaction, known, "field");
}

function readSecret(account: SigningAccount): Uint8Array {
  const { chain, privateKey } = account;
  if (!CHAINS.includes(chain)) {
    const allowed = CHAINS.map((one) => `"${one}"`).join(" or ");
    throw new TypeError(
      `Cannot sign transaction: the account's chain must be ${allowed}, got ${JSON.stringify(chain)}`,
    );
  }
  // The message must not contain the key, since it may be logged.
  if (typeof privateKey !== "string" || !/^0x[0-9a-fA-F]{64}$/.test(privateKey)) {
    throw new TypeError(
      "Cannot sign transaction: the account's privateKey must be 32 bytes of hex",
    );
  }
  return parseHex(privateKey);
}
