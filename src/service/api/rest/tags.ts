import { sha256Hex } from "../../crypto.ts";
import type { ChainContext } from "../context/mod.ts";

const CONTENT_DIGITS = 32;

interface RevisionTag {
  readonly revision: number;
  readonly blockTime: number;
  readonly tag: string;
}

/** Last tag of each store, cached since each response needs it twice. */
const lastTags = new WeakMap<ChainContext["store"], RevisionTag>();

/**
 * The ETag of data derived from the chain's current state. It differs after every change, even a reverted one, after
 * every restart, and with another block time. Weak, since `meta` always differs.
 */
export function revisionTag({
  store,
  blockTime,
}: Pick<ChainContext, "store" | "blockTime">): string {
  const { revision } = store;
  const last = lastTags.get(store);
  if (last?.revision === revision && last.blockTime === blockTime) return last.tag;
  const tag = `W/"${store.events.epoch}.${revision}.${blockTime}"`;
  lastTags.set(store, { revision, blockTime, tag });
  return tag;
}

/** The ETag of a content, by its hash. */
export function contentTag(content: string | Uint8Array): string {
  return `W/"${sha256Hex(content).slice(2, 2 + CONTENT_DIGITS)}"`;
}

/** Returns true if the value of `If-None-Match` contains a tag. */
export function matchesTag(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch === tag) return true;
  return ifNoneMatch.split(",").some((one) => opaque(one.trim()) === opaque(tag));
}

function opaque(tag: string): string {
  return tag.startsWith("W/") ? tag.slice(2) : tag;
}
