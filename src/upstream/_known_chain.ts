import type { BlockInfo } from "../tables.ts";
import type { Hex } from "../units/mod.ts";
import type { FollowedLog, LogStep } from "./_followed_log.ts";
import type { BlockClaim, BlockId } from "./_upstream_identity.ts";

/** Most blocks and transactions that are remembered, each. */
const MOST_KNOWN = 20_000;

/** The chain as far as events and checked answers have told of it. What else is told must not contradict it. */
export class KnownChain {
  readonly #log: Pick<FollowedLog, "blocks" | "tip">;
  /** Hashes of blocks by their heights, from answers. */
  readonly #hashes = new Map<number, Hex>();
  /** Blocks by the hashes of their transactions. */
  readonly #blocks = new Map<Hex, BlockId>();
  /** Numbers of transactions by the hashes of blocks, all of whose transactions have come or are to come as events. */
  readonly #counts = new Map<Hex, number>();
  #removals = 0;

  constructor(log: Pick<FollowedLog, "blocks" | "tip">) {
    this.#log = log;
  }

  /** Number of times that blocks were removed, or that all is followed anew. */
  get removals(): number {
    return this.#removals;
  }

  /**
   * Takes the claims of an answer, unless one contradicts what is known.
   *
   * @param removals Those at the time of the request: an answer of before a removal may name blocks that are gone.
   * @returns What it contradicts, in words without a value of it but the height; undefined if nothing.
   */
  take(claims: readonly BlockClaim[], removals: number): string | undefined {
    const issue = claims.map((claim) => this.#contradiction(claim)).find(Boolean);
    if (issue !== undefined) return `contradicts what is known: ${issue}`;
    if (removals === this.#removals) for (const claim of claims) this.#learn(claim);
    return undefined;
  }

  /** Returns true for the height of a block that the chain has. */
  has(height: unknown): boolean {
    return /^\d+$/.test(String(height)) && this.#hashOf(Number(height)) !== undefined;
  }

  #contradiction({ height, hash, parent, transaction }: BlockClaim): string | undefined {
    const before = this.#hashOf(height - 1);
    if ((this.#hashOf(height) ?? hash) !== hash) return `block ${height} has another hash`;
    if (parent !== undefined && before !== undefined && parent !== before)
      return `the parent of block ${height} is not block ${height - 1}`;
    const block = transaction && this.#blocks.get(transaction);
    if (block && (block.hash !== hash || block.height !== height))
      return `a transaction of block ${block.height} is not of block ${height}`;
    const count = this.#counts.get(hash);
    if (!transaction || block || count === undefined || count !== this.#countOf(hash))
      return undefined;
    return `block ${height} does not hold the transaction`;
  }

  /** Remembers a claim that was checked, unless it tells of a block without an event so far: that may go without one. */
  #learn({ height, hash, parent, transaction }: BlockClaim): void {
    if (height > (this.#log.tip?.height ?? -1)) return;
    remember(this.#hashes, height, hash);
    if (parent !== undefined && height > 0) remember(this.#hashes, height - 1, parent);
    const forgotten = transaction && remember(this.#blocks, transaction, { height, hash });
    if (forgotten) this.#counts.delete(forgotten.hash);
  }

  /** Takes what was logged. */
  note(steps: readonly LogStep[]): void {
    for (const { block, txCount, claim, removedFrom } of steps) {
      if (removedFrom !== undefined) this.#remove(removedFrom);
      if (block && txCount !== undefined) remember(this.#counts, block.hash, txCount);
      if (claim) this.#learn(claim);
    }
  }

  #hashOf(height: number): Hex | undefined {
    return this.#log.blocks.get(height) ?? this.#hashes.get(height);
  }

  #countOf(hash: Hex): number {
    return [...this.#blocks.values()].filter((block) => block.hash === hash).length;
  }

  #remove(fromHeight: number): void {
    this.#removals++;
    for (const height of this.#hashes.keys()) if (height >= fromHeight) this.#hashes.delete(height);
    for (const [transaction, { height, hash }] of this.#blocks) {
      if (height < fromHeight) continue;
      this.#blocks.delete(transaction);
      this.#counts.delete(hash);
    }
  }
}

/** The blocks that an answer names, by the marks of its call. */
export function claimsIn(
  { block, items }: { readonly block?: BlockInfo; readonly items?: string },
  value: unknown,
): readonly BlockClaim[] {
  if (!block || typeof value !== "object" || value === null) return [];
  const listed = items === undefined ? [value] : (value as Fields)[items];
  const each = (Array.isArray(listed) ? listed : []) as readonly Fields[];
  return each.flatMap((fields): BlockClaim | [] => {
    const textOf = (name: string | undefined): Hex | undefined => {
      const text = name === undefined ? undefined : fields[name];
      return typeof text === "string" ? text : undefined;
    };
    const height = fields[block.height];
    const hash = textOf(block.hash);
    if (typeof height !== "number" || hash === undefined) return [];
    return { height, hash, parent: textOf(block.parent), transaction: textOf(block.transaction) };
  });
}

type Fields = Readonly<Record<string, unknown>>;

/** Adds an entry; returns the oldest one where it is forgotten since there are too many. */
function remember<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): Value | undefined {
  map.set(key, value);
  if (map.size <= MOST_KNOWN) return undefined;
  const [[oldest, forgotten] = [key, value]] = map;
  map.delete(oldest);
  return forgotten;
}
