import { type Chain, SEGMENTS } from "../chains/mod.ts";
import { type Address, formatAddress } from "../units/mod.ts";
import { digest } from "./_digest.ts";

const ADDRESS_BYTES = 20;

/** The text before an address's separator on a chain: `ax` or `dx`. */
export function addressHrp(chain: Chain): string {
  return SEGMENTS[chain].addressPrefix.replace(/1$/, "");
}

/**
 * Writes the address of a public key from the key's SHA-256, for callers that hash by themselves.
 *
 * @throws {RangeError} If `keyDigest` has fewer than 20 bytes.
 */
export function addressOfDigest(chain: Chain, keyDigest: Uint8Array): Address {
  return formatAddress({
    prefix: addressHrp(chain),
    bytes: keyDigest.subarray(0, ADDRESS_BYTES),
  });
}

/** The address of a public key: bech32m over the first 20 bytes of its SHA-256 (decided). */
export async function addressOf(chain: Chain, publicKey: Uint8Array): Promise<Address> {
  return addressOfDigest(chain, await digest(publicKey));
}
