import { CHAIN_HEIGHT } from "../chains/internal.ts";
import type { Segment } from "../chains/mod.ts";
import { isAlphadeltaError } from "../errors/mod.ts";
import type { Rest } from "../rest/mod.ts";
import type { Answer, CallOptions } from "../transport/mod.ts";
import type { Hex } from "../units/mod.ts";
import { reasonOf } from "../validation/mod.ts";

/** A block, with the hash that tells it from those of other branches. */
export interface BlockId {
  readonly height: number;
  readonly hash: Hex;
}

/** A block as an answer or an event names it. */
export interface BlockClaim extends BlockId {
  /** Hash of its parent. */
  readonly parent?: Hex | undefined;
  /** Hash of a transaction that it holds. */
  readonly transaction?: Hex | undefined;
}

/** The chain that the upstreams of a segment serve. */
export interface ServedChain {
  /** Its first block: a stored one, or that of the upstream which answers first. */
  firstBlock: (BlockId & { readonly url?: string }) | undefined;
  /** Its newest blocks, as the upstream in use has told of them. */
  readonly log: { readonly tip: BlockId | undefined; readonly blocks: ReadonlyMap<number, Hex> };
  /** The upstream in use. */
  readonly used: { readonly url: string } | undefined;
}

/** Height that an upstream of several processes tells with an answer; NaN of any other. */
export function heightIn(headers: Answer["headers"]): number {
  return Number.parseInt(headers.get(CHAIN_HEIGHT) ?? "", 10);
}

/** Thrown for an upstream that has another block than the one in use, so deep that no reorganisation explains it. */
export class DisputeError extends Error {
  override readonly name = "DisputeError";
}

/** Blocks below the heads of both at which two upstreams are compared. */
const DEPTH = 20;

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

/**
 * Reads the height of the newest block, and checks that the chain is the served one: by its first block, or at an upstream
 * that is not in use by a block below both heads, where one is known there.
 *
 * @param head Height of its newest block, as far as is known.
 * @throws {UnusableUpstreamError} If the first block is another one.
 * @throws {DisputeError} If it is not, but the block below the heads is.
 */
export async function readHead(
  rest: ChainRest,
  url: string,
  served: ServedChain,
  head: number | undefined,
  options: CallOptions,
): Promise<number> {
  const { used, log } = served;
  const { tip, blocks: known } = log;
  const page = 1 + DEPTH + Math.max(0, (head ?? 0) - (tip?.height ?? 0));
  if (head === undefined || !used || used.url === url || !known.has(head - page + 1))
    return readFirst(rest, url, served, options);
  const query = { order: "desc", limit: 1, page } as const;
  const [block] = (await rest.call("listBlocks", [query], options)).blocks;
  const hash = block && known.get(block.number);
  if (block && block.hash === hash) return block.number + page - 1;
  const found = await readFirst(rest, url, served, options);
  if (hash === undefined) return found;
  throw new DisputeError(`its block ${block?.number} is not that of ${used.url}`);
}

async function readFirst(
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
