import type { Segment } from "../chains/mod.ts";
import { isAlphadeltaError } from "../errors/mod.ts";
import type { Rest } from "../rest/mod.ts";
import type { CallOptions } from "../transport/mod.ts";
import type { Hex } from "../units/mod.ts";
import { reasonOf } from "../validation/mod.ts";

/** A block, with the hash that tells it from those of other branches. */
export interface BlockId {
  readonly height: number;
  readonly hash: Hex;
}

/** The chain that the upstreams of a segment serve, by its first block: a stored one, or that of the upstream which answers first. */
export interface ServedChain {
  firstBlock: (BlockId & { readonly url?: string }) | undefined;
}

/** Thrown for an upstream that serves another chain than expected, lacks the segment, or refuses the key. */
export class UnusableUpstreamError extends Error {
  override readonly name = "UnusableUpstreamError";

  constructor(url: string, segment: Segment, reason: string, cause?: unknown) {
    super(`Cannot use upstream ${url} for ${segment}: ${reason}`, { cause });
  }
}

type ChainRest = Rest<"getChainInfo" | "listBlocks">;

/** The client refuses an answer of another chain or network; the service refuses an unknown key or segment. */
export async function expectSegment(
  rest: ChainRest,
  url: string,
  options: CallOptions,
): Promise<void> {
  try {
    await rest.call("getChainInfo", [], options);
  } catch (error) {
    if (!isAlphadeltaError(error) || error.retryable) throw error;
    throw new UnusableUpstreamError(url, rest.segment, reasonOf(error), error);
  }
}

/** Reads the height of the newest block; the first one tells whether the chain is the served one. */
export async function readHead(
  rest: ChainRest,
  url: string,
  served: ServedChain,
  options: CallOptions,
): Promise<number> {
  const query = { order: "asc", limit: 1 } as const;
  const { blocks, pagination } = await rest.call("listBlocks", [query], options);
  const [block] = blocks;
  if (!block) throw new TypeError(`${url} has no block of ${rest.segment}`);
  const { number: height, hash } = block;
  const known = (served.firstBlock ??= { height, hash, url });
  if (known.height === height && known.hash === hash) return height + pagination.totalItems - 1;
  const from = known.url === undefined ? "as stored here" : `as at ${known.url}`;
  const wanted = `the first block ${known.height} with hash ${known.hash}, ${from}`;
  const found = `block ${height} with hash ${hash}`;
  throw new UnusableUpstreamError(url, rest.segment, `expected ${wanted}, found ${found}`);
}
