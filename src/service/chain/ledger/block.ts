import type { Address, Amount, Hex, UnixSeconds } from "../../../units/mod.ts";
import { sha256Hex } from "../../crypto.ts";

/** Header of a block. */
export interface Block {
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

/** Gas that one block may use. */
export const BLOCK_GAS_LIMIT: Amount = 30_000_000n;

/** Hash that stands for the parent of the first block. */
export const NO_HASH: Hex = `0x${"00".repeat(32)}`;

/** Completes a header with its hash: SHA-256 over the JSON array of a tag and its fields, in the order below. */
export function sealBlock(header: Omit<Block, "hash">): Block {
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
