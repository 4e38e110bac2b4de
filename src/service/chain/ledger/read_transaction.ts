import { type Segment, SEGMENTS } from "../../../chains/mod.ts";
import {
  addressOfDigest,
  decodeTransaction,
  encodeForSigning,
  GAS_PRICE_FLOOR,
  gasNeeded,
  type SignedTransaction,
} from "../../../devnet/mod.ts";
import { parseHex } from "../../../units/mod.ts";
import { sha256, sha256Hex, verifyEd25519 } from "../../crypto.ts";
import type { Refusal } from "./refusal.ts";
import type { PreparedTransaction } from "./transaction.ts";

/** Reads submitted bytes and checks all that can be told without the state: form, chain, key, signature and gas. */
export function readTransaction(raw: Uint8Array, segment: Segment): PreparedTransaction | Refusal {
  let body: SignedTransaction;
  try {
    body = decodeTransaction(raw);
  } catch (error) {
    if (error instanceof SyntaxError) return reject(error.message);
    throw error;
  }
  const reason = refuseSegment(body, segment) ?? refuseGas(body) ?? refuseSignature(body);
  return reason === undefined ? { hash: sha256Hex(raw), raw, body } : reject(reason);
}

/**
 * Prepares bytes that were checked before or that the devnet signed itself.
 *
 * @throws {SyntaxError} If the bytes are no canonical transaction.
 */
export function prepareTransaction(raw: Uint8Array): PreparedTransaction {
  return { hash: sha256Hex(raw), raw, body: decodeTransaction(raw) };
}

function refuseSegment(
  { chain, network }: SignedTransaction,
  segment: Segment,
): string | undefined {
  const here = SEGMENTS[segment];
  if (chain === here.chain && network === here.network) return undefined;
  return `The transaction is for ${chain} ${network}, this is ${here.chain} ${here.network}`;
}

function refuseGas(body: SignedTransaction): string | undefined {
  const { chain, gasPrice, gasLimit } = body;
  if (gasPrice < GAS_PRICE_FLOOR) {
    return `Gas price ${gasPrice} is below the floor of ${GAS_PRICE_FLOOR}`;
  }
  const need = gasNeeded(chain, body);
  return gasLimit < need ? `Gas limit ${gasLimit} is below the ${need} that are needed` : undefined;
}

function refuseSignature(body: SignedTransaction): string | undefined {
  const publicKey = parseHex(body.publicKey);
  const address = addressOfDigest(body.chain, sha256(publicKey));
  if (address !== body.from) return `From ${body.from} is not the address of the key, ${address}`;
  const isRight = verifyEd25519(publicKey, encodeForSigning(body), parseHex(body.signature));
  return isRight ? undefined : "The signature does not belong to this transaction and key";
}

function reject(reason: string): Refusal {
  return { code: "TransactionRejected", reason };
}
