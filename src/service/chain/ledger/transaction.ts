import {
  addressOfDigest,
  decodeSigned,
  decodeTransaction,
  GAS_PRICE_FLOOR,
  gasNeeded,
  type SignedMessage,
  type SignedTransaction,
} from "../../../devnet/internal.ts";
import {
  type Address,
  type Amount,
  type Hex,
  parseHex,
  type UnixSeconds,
} from "../../../units/mod.ts";
import type { StateWrite, TreeNode } from "../state_tree/mod.ts";
import { type Segment, SEGMENTS } from "../../../chains/mod.ts";
import { sha256, sha256Hex, verifyEd25519 } from "../../crypto.ts";
import { createLru } from "../../lru_cache.ts";
import { refusalText } from "../../refusal_text.ts";

/** Why a transaction is refused before it gets anywhere near a block, as the interface's error names. */
export type RefusalCode =
  | "TransactionRejected"
  | "InsufficientFunds"
  | "NonceTooLow"
  | "NonceTooHigh";

/** A transaction that is not accepted: a value, since refusing is ordinary work. */
export interface Refusal {
  /** Name of the error. */
  readonly code: RefusalCode;
  /** Cause, current value and allowed values. */
  readonly reason: string;
}

/** Tells a refusal from a result. */
export function isRefusal(outcome: object | undefined): outcome is Refusal {
  return outcome !== undefined && "code" in outcome && "reason" in outcome;
}

/** A transaction whose bytes were read, with the hash it goes by. */
export interface PreparedTransaction<T extends SignedTransaction = SignedTransaction> {
  readonly hash: Hex;
  /** The bytes as they were submitted. */
  readonly raw: Uint8Array;
  readonly body: T;
}

/** A transaction as it is known before it is in a block. */
export interface PendingTransaction {
  readonly hash: Hex;
  readonly type: string;
  /** The signer; on alpha also the owner of every record spent. */
  readonly from: Address;
  /**
   * The receiver; on alpha the first owner of a created record that is not the sender. A delegation's is its validator,
   * and what has no receiver shows the sender (decided).
   */
  readonly to: Address;
  /**
   * Base units moved; on alpha the sum of the records created for others than the sender. On delta also what is staked,
   * taken out of a stake, or put down for a proposal; tokens are not counted here, their amount is in the log (decided).
   */
  readonly value: Amount;
  readonly nonce: number;
  readonly gasPrice: Amount;
  readonly gasLimit: Amount;
  /** Alpha: serial numbers of the records spent. */
  readonly serialNumbers?: readonly Hex[];
  /** Alpha: commitments of the records created, by index. */
  readonly commitments?: readonly Hex[];
  /** The signed bytes. */
  readonly raw: Uint8Array;
}

/** Something that happened while a transaction ran. */
export interface Log {
  /** Position within the transaction, from 0. */
  readonly index: number;
  /** Account that the event is about. */
  readonly address: Address;
  readonly event: string;
  readonly data: Readonly<Record<string, string>>;
}

/** Result of a transaction in a block: `failed` cost gas and changed nothing else. */
export type ExecutionStatus = "success" | "failed";

/** A transaction in a block. */
export interface ExecutedTransaction extends PendingTransaction {
  /** Position in the block, from 0. */
  readonly index: number;
  readonly blockHeight: number;
  readonly blockHash: Hex;
  readonly timestamp: UnixSeconds;
  readonly gasUsed: Amount;
  readonly status: ExecutionStatus;
  readonly logs: readonly Log[];
}

export interface LedgerBlock {
  /** Height, from 0. */
  readonly height: number;
  /** SHA-256 over the other fields. */
  readonly hash: Hex;
  /** Hash of the block below; 32 zero bytes at height 0. */
  readonly parentHash: Hex;
  /** When it was made. */
  readonly timestamp: UnixSeconds;
  /** Address of its producer: a validator of delta, a block producer of alpha. */
  readonly validator: Address;
  /** Root of the Merkle tree over the whole state after the block, as the module `state_tree` describes it. */
  readonly stateRoot: Hex;
  /** Merkle root over the hashes of the transactions. */
  readonly transactionsRoot: Hex;
  /** Merkle root over the receipts. */
  readonly receiptsRoot: Hex;
  /** Gas that the block's transactions used. */
  readonly gasUsed: Amount;
  /** Gas that a block may use. */
  readonly gasLimit: Amount;
  /** Number of transactions in it. */
  readonly txCount: number;
}

/** A block with everything that follows from it. */
export interface ProducedBlock {
  readonly block: LedgerBlock;
  /** The block's transactions, in its order. */
  readonly executed: readonly ExecutedTransaction[];
  /** State changes of the block, sorted by key, each key once. */
  readonly changes: readonly StateWrite[];
  /** Nodes of the state tree that these changes replace. */
  readonly treeNodes: readonly TreeNode[];
}

/** Keys whose address is cached. */
const MAX_ADDRESSES = 4_096;

/** Addresses of keys that signed lately: deriving one takes a third of the time in which a transaction is read. */
const addresses = createLru<Hex, Address>(MAX_ADDRESSES);

/** A transaction whose signature is still to be verified. */
export interface SignedSubmission extends PreparedTransaction {
  /** The bytes that were signed. */
  readonly message: Uint8Array;
}

/** Reads submitted bytes and checks form, chain, key and gas; the signature is left to `checkSignature`. */
export function readTransaction(raw: Uint8Array, segment: Segment): SignedSubmission | Refusal {
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
}: SignedSubmission): Promise<Refusal | undefined> {
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
