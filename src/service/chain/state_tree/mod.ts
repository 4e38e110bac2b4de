/**
 * The Merkle tree over the state, whose root a block commits to.
 *
 * The tree branches by the sixteen hex digits of SHA-256 of a key. A value is a leaf as far up as it is alone; the root
 * is always a branch, also over one value or none. Hashes are SHA-256:
 *
 * - of a leaf: over the byte 0, the length of the key in decimal, a colon, the key and the value's text;
 * - of a branch: over the byte 1, two bytes with a bit for each child that is there (the highest for digit 0), and the
 *   hashes of these children in the order of their digits.
 *
 * So the root follows from the state alone, whatever way led there: an update changes the branches on the paths of the
 * changed keys, and a rebuild from all values gives the same. That also is why a store need not keep older versions of
 * the tree: it can take it back by setting the keys that changed to the values they had.
 *
 * A store keeps each branch by itself, under the digits that lead to it.
 *
 * @module
 */
export * from "./state_tree.ts";
