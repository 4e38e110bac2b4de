import type { Hex } from "../../../units/mod.ts";
import { sha256Hex, sha256OfHex } from "../../crypto.ts";

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
