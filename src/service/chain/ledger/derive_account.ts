import { addressOfDigest } from "../../../devnet/internal.ts";
import { type Segment, SEGMENTS } from "../../../chains/mod.ts";
import { FIRST_SEGMENTS } from "../../../generated/segments.gen.ts";
import { type Address, formatHex, type Hex } from "../../../units/mod.ts";
import { publicKeyOf, sha256 } from "../../crypto.ts";

/** Role of a derived account; accounts of different roles never coincide. */
type AccountRole = "traffic" | "busy" | "validator";

/** An account that the devnet itself signs for. */
export interface DerivedAccount {
  readonly address: Address;
  readonly publicKey: Hex;
  /** Ed25519 private key, 32 bytes. */
  readonly privateKey: Uint8Array;
}

interface DeriveAccountOptions {
  readonly role: AccountRole;
  readonly segment: Segment;
  readonly seed: number;
  readonly index: number;
}

/** Accounts that seeded traffic moves value between. */
const TRAFFIC_ACCOUNT_COUNT = 12;

/** Number of validators or block producers of a segment. */
const VALIDATOR_COUNT = 6;

export function deriveAccount({
  role,
  segment,
  seed,
  index,
}: DeriveAccountOptions): DerivedAccount {
  const tag = JSON.stringify([`alphadelta ${role} account`, segment, seed, index]);
  const privateKey = sha256(tag);
  const publicKey = publicKeyOf(privateKey);
  const address = addressOfDigest(SEGMENTS[segment].chain, sha256(publicKey));
  return { address, publicKey: formatHex(publicKey), privateKey };
}

export function trafficAccounts(segment: Segment, seed: number): DerivedAccount[] {
  return Array.from({ length: TRAFFIC_ACCOUNT_COUNT }, (_, index) =>
    deriveAccount({ role: "traffic", segment, seed, index }),
  );
}

export function validatorAccounts(segment: Segment, seed: number): DerivedAccount[] {
  return Array.from({ length: VALIDATOR_COUNT }, (_, index) =>
    deriveAccount({ role: "validator", segment, seed, index }),
  );
}

/** An account that sends thousands of transactions in the seeded history, so that lists have depth: delta mainnet has one. */
export function busyAccount(segment: Segment, seed: number): DerivedAccount | undefined {
  if (segment !== FIRST_SEGMENTS.delta) return undefined;
  return deriveAccount({ role: "busy", segment, seed, index: 0 });
}
