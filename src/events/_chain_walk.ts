import { TransportError } from "../errors/mod.ts";
import type {
  BlockSummary,
  Reorg,
  ReorgNotice,
  SubscriptionFilter,
  Transaction,
} from "../generated/types.gen.ts";
import { PAGE_ITEMS } from "../generated/limits.gen.ts";
import type { TopicName } from "../generated/topics.gen.ts";
import { BlockReader, type Head } from "./block_reader.ts";
import { type Unchecked, uncheckedFields } from "./_wire.ts";
import type { ChainReads } from "./events.ts";

/** The position of a walk; the hash is unknown where only a height was given. */
interface Tip {
  readonly number: number;
  readonly hash: string | undefined;
}

/** The start and the items of a walk. */
export interface ChainWalkOptions {
  readonly topic: TopicName;
  /** Its `addresses` are a set, which may change. */
  readonly filter: Unchecked<SubscriptionFilter>;
  /** Height of the block to begin at. */
  readonly fromHeight?: number | undefined;
  readonly reads: ChainReads;
  /** Called with the height of each block that an event tells of, and the highest one that stays in a reorganisation. */
  readonly onHeight?: ((height: number, isReorg: boolean) => void) | undefined;
}

/** Payload of an event of blocks or transactions, or a reorganisation notice. */
type AnyPayload = BlockSummary & Transaction & ReorgNotice;

/** Blocks whose hash is remembered, to find where the chain was reorganised; one that lies deeper is final to it. */
const REMEMBERED = 512;

/** Tests a transaction against each field of a filter. */
const MATCHERS: {
  readonly [Field in keyof SubscriptionFilter]?: (one: Transaction, wanted: unknown) => boolean;
} = {
  after: () => true,
  address: ({ from, to }, wanted) => wanted === from || wanted === to,
  addresses: ({ from, to }, wanted) => {
    const addresses = wanted as ReadonlySet<string>;
    return addresses.has(from) || addresses.has(to);
  },
  type: ({ type }, wanted) => wanted === type,
};

/** True if blocks and transactions from REST can be matched against all of these fields of a filter. */
export function canMatch(fields: readonly string[]): boolean {
  return fields.every((field) => Object.hasOwn(MATCHERS, field));
}

/**
 * Walks up a chain through REST, block by block, for the events of a topic, and notices where blocks that it has passed
 * were replaced.
 */
export class ChainWalk {
  readonly #options: ChainWalkOptions;
  /** Reads its blocks. */
  readonly reader: BlockReader;
  /** Height below which nothing is delivered. */
  readonly #from: number;
  readonly #known = new Map<number, string>();
  /** True if blocks below those that are remembered may have been delivered: by a stream before it, or so many ago. */
  #hasForgotten: boolean;
  /**
   * Hash of the one block that may have been delivered in part, and of the transactions delivered of it: set with the first
   * of them, from the socket or through REST, and cleared once REST has given all of that block.
   */
  #partial: { readonly block: unknown; readonly delivered: Set<unknown> } | undefined;
  /** Height up to which REST has given all. Events below come all the same where those of a gateway are behind its answers. */
  #given = -1;
  /** Its position: the newest block that it has passed. */
  tip: Tip | undefined;

  constructor(options: ChainWalkOptions) {
    const { filter, fromHeight } = options;
    this.#options = options;
    this.reader = new BlockReader(options.reads);
    this.#hasForgotten = filter.after !== undefined;
    this.#from = (filter.after === undefined ? fromHeight : undefined) ?? 0;
    if (fromHeight !== undefined) this.tip = { number: fromHeight - 1, hash: undefined };
  }

  /**
   * Records an event as received from the socket; false if it is not to be delivered: it is below the height to begin at,
   * or REST has given it, or the block that replaces it, of which a notice comes next.
   */
  note(result: unknown): boolean {
    const { reorg, number, hash, blockNumber, blockHash } = uncheckedFields<AnyPayload>(result);
    if (reorg !== undefined) {
      const { fromHeight } = uncheckedFields<Reorg>(reorg);
      if (typeof fromHeight === "number") this.#forget(fromHeight);
      this.#partial = undefined;
      return true;
    }
    const isBlock = this.#options.topic === "blocks";
    const [height, block] = isBlock ? [number, hash] : [blockNumber, blockHash];
    if (typeof height !== "number" || typeof block !== "string") return true;
    if (height <= this.#given) return false;
    if (!isBlock) this.#deliveredOf(block).add(hash);
    this.#pass(height, block);
    return height >= this.#from;
  }

  /** True if its position is a block, or it begins above that. */
  hasReached({ number, hash }: Head): boolean {
    const { tip } = this;
    return tip !== undefined && (tip.hash === undefined ? tip.number >= number : tip.hash === hash);
  }

  /**
   * Yields payloads and notices above its position, as events of the topic have them: up to `to`, which is then its position
   * unless the chain was reorganised meanwhile, or up to the newest block. Without a position it only takes one, the newest block.
   */
  async *steps(to: Head | undefined, signal: AbortSignal): AsyncGenerator<unknown, void, void> {
    if (!this.tip) {
      const blocks = await this.reader.newest(PAGE_ITEMS, signal);
      for (const { number, hash } of blocks.toReversed()) this.#pass(number, hash);
      return;
    }
    const last = to?.number ?? Infinity;
    let isDeep = false;
    while (this.tip) {
      const { number, hash } = this.tip;
      const { blocks, newest, isLast } = await this.reader.page(number + 1, signal);
      if (hash !== undefined && !isDeep) {
        // Checked after the blocks above it were read: if it holds by then, those are its descendants.
        const held =
          at(blocks, number) ?? at((await this.reader.page(number, signal)).blocks, number);
        if (held?.hash !== hash) {
          yield { reorg: await this.#reorganised(hash, signal) };
          continue;
        }
        if (this.#partial && !(yield* this.#eventsOf(held, signal))) return;
      }
      for (const block of blocks) {
        if (block.number <= number || block.number > last) continue;
        this.#pass(block.number, block.hash);
        // Where it was replaced meanwhile, the next walk finds the fork.
        if (!(yield* this.#eventsOf(block, signal))) return;
      }
      if (this.tip.number >= last || isLast) return;
      isDeep = this.tip.number + REMEMBERED <= newest;
    }
  }

  /** Yields the events of a block that were not delivered; returns false, and it stays in part, if it was replaced meanwhile. */
  async *#eventsOf(
    block: BlockSummary,
    signal: AbortSignal,
  ): AsyncGenerator<unknown, boolean, void> {
    if (block.number >= this.#from) {
      if (this.#options.topic === "blocks") yield block;
      else if (!(yield* this.#transactionsOf(block, signal))) return false;
    }
    this.#partial = undefined;
    this.#given = block.number;
    return true;
  }

  async *#transactionsOf(
    block: BlockSummary,
    signal: AbortSignal,
  ): AsyncGenerator<Transaction, boolean, void> {
    const delivered = this.#deliveredOf(block.hash);
    const found = await this.reader.transactionsOf(block, signal);
    for (const one of found ?? []) {
      if (delivered.has(one.hash) || !this.#passes(one)) continue;
      // Delivered even if the consumer stops here.
      delivered.add(one.hash);
      yield one;
    }
    return found !== undefined;
  }

  /** Hashes of the transactions delivered of a block, which is from then on the one delivered in part. */
  #deliveredOf(block: string): Set<unknown> {
    if (this.#partial?.block !== block) this.#partial = { block, delivered: new Set() };
    return this.#partial.delivered;
  }

  #passes(one: Transaction): boolean {
    const fields = Object.entries(this.#options.filter) as [keyof SubscriptionFilter, unknown][];
    return fields.every(([field, wanted]) => MATCHERS[field]?.(one, wanted) ?? false);
  }

  /** Moves to a block, and remembers it. */
  #pass(number: number, hash: string): void {
    this.#known.delete(number);
    this.#known.set(number, hash);
    if (this.#known.size > REMEMBERED) {
      const [oldest] = this.#known.keys();
      this.#known.delete(oldest ?? 0);
      this.#hasForgotten = true;
    }
    this.tip = { number, hash };
    this.#options.onHeight?.(number, false);
  }

  /** Forgets the blocks from a height on, which no longer hold. */
  #forget(fromHeight: number): void {
    for (const number of this.#known.keys()) if (number >= fromHeight) this.#known.delete(number);
    // A topic with few events may have its newest noted block far below; it can be replaced later.
    const number = this.#known.size > 0 ? Math.max(...this.#known.keys()) : fromHeight - 1;
    // Whether the block below the notice still holds cannot be checked where it was delivered before.
    const isLost = this.#known.size === 0 && this.#hasForgotten;
    this.tip = isLost ? undefined : { number, hash: this.#known.get(number) };
    this.#partial = undefined;
    this.#given = Math.min(this.#given, fromHeight - 1);
    this.#options.onHeight?.(fromHeight - 1, true);
  }

  async #reorganised(oldHead: string, signal: AbortSignal): Promise<Required<Reorg>> {
    const fromHeight = await this.#findFork(this.#known, signal);
    // Below all remembered blocks the hash of the newest that stays is unknown.
    const newHead = this.#known.get(fromHeight - 1) ?? (await this.reader.head(signal)).hash;
    this.#forget(fromHeight);
    return { fromHeight, oldHead, newHead };
  }

  /** Height above the highest remembered block that still holds. */
  async #findFork(known: ReadonlyMap<number, string>, signal: AbortSignal): Promise<number> {
    const numbers = [...known.keys()].toSorted((left, right) => right - left);
    let page: readonly BlockSummary[] = [];
    for (const number of numbers) {
      if (number < (page[0]?.number ?? Infinity))
        page = (await this.reader.page(number, signal)).blocks;
      if (at(page, number)?.hash === known.get(number)) return number + 1;
    }
    const lowest = numbers.at(-1) ?? 1;
    if (!this.#hasForgotten) return lowest;
    const { topic } = this.#options;
    const why = `the chain was reorganised from block ${lowest} or below, and blocks below it are not remembered`;
    const remedy = "Resume from its cursor once a WebSocket answers, or begin anew with fromHeight";
    const message = `Cannot resume ${topic} without a gap: ${why}. ${remedy}.`;
    throw new TransportError("network", message, { retryable: false });
  }
}

function at(blocks: readonly BlockSummary[], height: number): BlockSummary | undefined {
  return blocks.find(({ number }) => number === height);
}
