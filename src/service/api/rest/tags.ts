import { sha256Hex } from "../../crypto.ts";
import type { ChainContext } from "../context/mod.ts";

const CONTENT_DIGITS = 32;

interface RevisionTag {
  readonly revision: number;
  readonly blockTime: number;
  readonly tag: string;
}

/** The tags given last: they change with a block, and each answer asks twice. */
const lastTags = new WeakMap<ChainContext["store"], RevisionTag>();

/**
 * The tag of whatever follows from the chain as it stands. It is another after every change, taken back or not, after
 * every restart, and for another block time, which is all else that REST shows. Weak, since `meta` is always another.
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

/** The tag of a content: the same for the same content alone. */
export function contentTag(content: string | Uint8Array): string {
  return `W/"${sha256Hex(content).slice(2, 2 + CONTENT_DIGITS)}"`;
}

/** Tells whether the value of an `If-None-Match` names a tag. */
export function matchesTag(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch === tag) return true;
  return ifNoneMatch.split(",").some((one) => opaque(one.trim()) === opaque(tag));
}

function opaque(tag: string): string {
  return tag.startsWith("W/") ? tag.slice(2) : tag;
}
