import { type Segment, SEGMENTS } from "../../../chains/mod.ts";
import {
  addressOfDigest,
  decodeSigned,
  decodeTransaction,
  GAS_PRICE_FLOOR,
  gasNeeded,
  type SignedMessage,
  type SignedTransaction,
} from "../../../devnet/internal.ts";
import { type Address, type Hex, parseHex } from "../../../units/mod.ts";
import { sha256, sha256Hex, verifyEd25519 } from "../../crypto.ts";
import { createLru } from "../../lru_cache.ts";
import { refusalText } from "../../refusal_text.ts";
import type { Refusal } from "./chain_rules.ts";
import type { PreparedTransaction } from "./transaction.ts";

/** Keys whose address is cached. */
const MAX_ADDRESSES = 4_096;

/** Addresses of keys that signed lately: deriving one takes a third of the time in which a transaction is read. */
const addresses = createLru<Hex, Address>(MAX_ADDRESSES);

/** A transaction whose signature is still to be verified. */
export interface SubmittedTransaction extends PreparedTransaction {
  /** The bytes that were signed. */
  readonly message: Uint8Array;
}

/** Reads submitted bytes and checks form, chain, key and gas; the signature is left to `checkSignature`. */
export function readTransaction(raw: Uint8Array, segment: Segment): SubmittedTransaction | Refusal {
  let signed: SignedMessage;
  try {
    signed = decodeSigned(raw);
  } catch (error) {
    if (error instanceof SyntaxError) return reject(error.message);
    throw error;
  }
  const { transaction: body, message } = signed;
  const reason = refuseSegment(body, segment) ?? refuseGas(body) ?? refuseKey(body);
  return reason === undefined ? { hash: sha256Hex(raw), raw, body, message } : reject(reason);
}

/** Verifies the signature of a transaction off the main thread. `undefined`: it is right. Never rejects. */
export async function checkSignature({
  body,
  message,
}: SubmittedTransaction): Promise<Refusal | undefined> {
  const { publicKey, signature } = body;
  const isRight = await verifyEd25519(parseHex(publicKey), message, parseHex(signature));
  return isRight ? undefined : reject(refusalText("signature"));
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
  return refusalText("segment", chain, network, here.chain, here.network);
}

function refuseGas(body: SignedTransaction): string | undefined {
  const { chain, gasPrice, gasLimit } = body;
  if (gasPrice < GAS_PRICE_FLOOR) return refusalText("gasPrice", gasPrice, GAS_PRICE_FLOOR);
  const need = gasNeeded(chain, body);
  return gasLimit < need ? refusalText("gasLimit", gasLimit, need) : undefined;
}

function refuseKey({ chain, from, publicKey }: SignedTransaction): string | undefined {
  if (addresses.get(publicKey) === from) return undefined;
  const address = addressOfDigest(chain, sha256(parseHex(publicKey)));
  if (address !== from) return refusalText("sender", from, address);
  addresses.set(publicKey, address);
  return undefined;
}

function reject(reason: string): Refusal {
  return { code: "TransactionRejected", reason };
}
