import { sha256 } from "../../crypto.ts";

/** A whole number from 0 to `limit` - 1; a new one with each call. */
export type Random = (limit: number) => number;

/** Numbers that look random and follow from `tag` alone (mulberry32). No secret may depend on them. */
export function createRandom(tag: readonly (string | number)[]): Random {
  const bytes = sha256(JSON.stringify(["alphadelta random", ...tag]));
  let state = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}
