import { sha256 } from "../../crypto.ts";

/** Returns the next pseudorandom integer from 0 to `limit` - 1. */
export type Random = (limit: number) => number;

/** Pseudorandom numbers seeded by `tag` (mulberry32). Not for secrets. */
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
