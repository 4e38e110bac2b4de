import { hash } from "node:crypto";

/** The state root as the documentation of the tree puts it into words, done the slow and plain way. */
export function plainRoot(values: ReadonlyMap<string, string>): string {
  const leaves = [...values].map(([key, value]) => ({
    path: sha256(key).toString("hex"),
    hash: sha256(`\0${key.length}:${key}${value}`),
  }));
  return `0x${branchOf(leaves, 0).toString("hex")}`;
}

interface PlainLeaf {
  readonly path: string;
  readonly hash: Buffer;
}

function branchOf(leaves: readonly PlainLeaf[], depth: number): Buffer {
  let bits = "";
  const hashes: Buffer[] = [];
  for (const digit of "0123456789abcdef") {
    const below = leaves.filter(({ path }) => path[depth] === digit);
    const [first] = below;
    bits += first ? "1" : "0";
    if (!first) continue;
    hashes.push(below.length === 1 ? first.hash : branchOf(below, depth + 1));
  }
  const bitmap = Number.parseInt(bits, 2);
  return sha256(Buffer.concat([Buffer.of(1, bitmap >> 8, bitmap & 0xff), ...hashes]));
}

function sha256(data: Buffer | string): Buffer {
  return hash("sha256", data, "buffer");
}
