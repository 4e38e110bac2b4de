import type { Hex } from "../../../units/mod.ts";
import { formatHex } from "../../../units/mod.ts";
import { sha256 } from "../../crypto.ts";

/**
 * The Merkle root over items in their order, built as in RFC 6962 §2.1: SHA-256, leaves and inner nodes set apart by
 * their first byte (0 and 1), a list split at the largest power of two below its length. No items: SHA-256 of nothing.
 */
export function merkleRoot(items: readonly Uint8Array[]): Hex {
  if (items.length === 0) return formatHex(sha256(new Uint8Array()));
  return formatHex(joinNodes(items.map(hashLeaf)));
}

function hashLeaf(item: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(item.length + 1);
  bytes.set(item, 1);
  return sha256(bytes);
}

function joinNodes(nodes: readonly Uint8Array[]): Uint8Array {
  const [only] = nodes;
  if (nodes.length === 1 && only) return only;
  const middle = 2 ** (Math.ceil(Math.log2(nodes.length)) - 1);
  const bytes = new Uint8Array(65);
  bytes[0] = 1;
  bytes.set(joinNodes(nodes.slice(0, middle)), 1);
  bytes.set(joinNodes(nodes.slice(middle)), 33);
  return sha256(bytes);
}
