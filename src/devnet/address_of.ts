import { type Chain, SEGMENTS } from "../chains/mod.ts";
import { FIRST_SEGMENTS } from "../generated/segments.gen.ts";
import { type Address, formatAddress, type Hex, parseHex } from "../units/mod.ts";
import { digest, importKeyPair } from "./_crypto.ts";

const ADDRESS_BYTES = 20;

/**
 * The human-readable part of a chain's addresses: `ax` or `dx`.
 */
export function addressHrp(chain: Chain): string {
  return SEGMENTS[FIRST_SEGMENTS[chain]].addressPrefix.replace(/1$/, "");
}

/**
 * Formats the address of a public key from the key's SHA-256, for callers that hash the key themselves.
 *
 * @throws {RangeError} If `keyDigest` has fewer than 20 bytes.
 */
export function addressOfDigest(chain: Chain, keyDigest: Uint8Array): Address {
  return formatAddress({
    prefix: addressHrp(chain),
    bytes: keyDigest.subarray(0, ADDRESS_BYTES),
  });
}

/**
 * The address of a public key: bech32m over the first 20 bytes of its SHA-256 (extension).
 *
 * @example
 * ```ts
 * import { addressOf, devAccounts } from "alphadelta/devnet";
 * import { parseHex } from "alphadelta/units";
 *
 * const [alice] = await devAccounts("delta");
 * if (alice) console.log((await addressOf("delta", parseHex(alice.publicKey))) === alice.address); // true
 * ```
 */
export async function addressOf(chain: Chain, publicKey: Uint8Array): Promise<Address> {
  return addressOfDigest(chain, await digest(publicKey));
}

/** The address on `chain` that the Ed25519 private key of 32 bytes controls. */
export async function addressOfPrivateKey(chain: Chain, privateKey: Hex): Promise<Address> {
  const { publicKey } = await importKeyPair(parseHex(privateKey));
  return addressOf(chain, publicKey);
}
