import type { Address, Amount, Hex, UnixSeconds } from "../../../units/mod.ts";
import { sha256Hex, sha256OfHex } from "../../crypto.ts";

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

export const BLOCK_GAS_LIMIT: Amount = 30_000_000n;

/** Hash that stands for the parent of the first block. */
export const NO_HASH: Hex = `0x${"00".repeat(32)}`;

/** Completes a header with its hash: SHA-256 over the JSON array of a tag and its fields, in the order below. */
export function sealBlock(header: Omit<LedgerBlock, "hash">): LedgerBlock {
  const fields = [
    "alphadelta block",
    header.height,
    header.parentHash,
    header.timestamp,
    header.validator,
    header.stateRoot,
    header.transactionsRoot,
    header.receiptsRoot,
    header.gasUsed.toString(),
    header.gasLimit.toString(),
    header.txCount,
  ];
  return { ...header, hash: sha256Hex(JSON.stringify(fields)) };
}

/**
 * The Merkle root over items in their order, built as in RFC 6962 §2.1: SHA-256, leaves and inner nodes set apart by
 * their first byte (0 and 1), a list split at the largest power of two below its length. No items: SHA-256 of nothing.
 *
 * @param items Bytes, or strings that stand for their UTF-8.
 */
export function merkleRoot(items: readonly (Uint8Array | string)[]): Hex {
  return items.length === 0 ? sha256Hex("") : `0x${joinNodes(items.map(hashLeaf))}`;
}

/** A hash in hex without `0x`: Node makes it in a third of the time that bytes take. */
function hashLeaf(item: Uint8Array | string): string {
  if (typeof item === "string") return sha256Hex(`\0${item}`).slice(2);
  const bytes = new Uint8Array(item.length + 1);
  bytes.set(item, 1);
  return sha256Hex(bytes).slice(2);
}

function joinNodes(nodes: readonly string[]): string {
  const [only] = nodes;
  if (nodes.length === 1 && only !== undefined) return only;
  const middle = 2 ** (Math.ceil(Math.log2(nodes.length)) - 1);
  return sha256OfHex(`01${joinNodes(nodes.slice(0, middle))}${joinNodes(nodes.slice(middle))}`);
}
