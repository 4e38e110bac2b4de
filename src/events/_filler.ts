import type {
  BlockSummary,
  Reorg,
  ReorgNotice,
  SubscriptionFilter,
  Transaction,
} from "../generated/client/types.gen.ts";
import type { ChainReads } from "./chain_reads.ts";
import { ChainWalk, type Head } from "./_chain_walk.ts";
import type { FillableTopic } from "./events.ts";
import { type Unchecked, uncheckedFields } from "./_unchecked.ts";

/** What narrows transactions. */
type TransactionFilter = Unchecked<SubscriptionFilter>;

/** Tells by each field of a filter whether a transaction is wanted. */
const MATCHERS: {
  readonly [Field in keyof SubscriptionFilter]?: (one: Transaction, wanted: unknown) => boolean;
} = {
  after: () => true,
  address: ({ from, to }, wanted) => wanted === from || wanted === to,
  type: ({ type }, wanted) => wanted === type,
};

/** Tells whether what REST shows can be narrowed by all of these fields of a filter. */
export function canMatch(fields: readonly string[]): boolean {
  return fields.every((field) => Object.hasOwn(MATCHERS, field));
}

/** An event of either topic, or a notice. */
type Told = BlockSummary & Transaction & ReorgNotice;

/** Gives through REST what a topic would have told, from the last event that came. */
export class Filler {
  readonly walk: ChainWalk;
  readonly #topic: FillableTopic;
  readonly #filter: TransactionFilter;
  /** Hashes of what was told of `#block`, the one block that may have been told of in part. */
  #told = new Set<unknown>();
  #block: unknown;

  constructor(topic: FillableTopic, filter: TransactionFilter, reads: ChainReads) {
    this.#topic = topic;
    this.#filter = filter;
    this.walk = new ChainWalk(reads);
  }

  /** Keeps in mind an event as it came from the socket. */
  note(result: unknown): void {
    const { reorg, ...event } = uncheckedFields<Told>(result);
    if (reorg !== undefined) {
      const { fromHeight } = uncheckedFields<Reorg>(reorg);
      if (typeof fromHeight === "number") this.walk.forget(fromHeight);
      this.#toldOf(undefined);
      return;
    }
    const number = this.heightOf(event);
    const hash = this.#topic === "blocks" ? event.hash : event.blockHash;
    if (number === undefined || typeof hash !== "string") return;
    this.#toldOf(hash).add(event.hash);
    this.walk.note(number, hash);
  }

  /** Height that an event tells of; undefined for a notice of a reorganisation. */
  heightOf(result: unknown): number | undefined {
    const event = uncheckedFields<Told>(result);
    const height = this.#topic === "blocks" ? event.number : event.blockNumber;
    return typeof height === "number" ? height : undefined;
  }

  /** What the topic would have told since, up to a block or to the newest: payloads and notices, as the topic has them. */
  async *steps(to: Head | undefined, signal: AbortSignal): AsyncGenerator<unknown, void, void> {
    const isBlocks = this.#topic === "blocks";
    const isPartial = this.#block !== undefined && this.#block === this.walk.tip?.hash;
    const options = { signal, repeatTip: isPartial && !isBlocks };
    for await (const step of this.walk.advance(to, options)) {
      if (step.reorg) {
        this.#toldOf(undefined);
        yield { reorg: step.reorg };
      } else if (isBlocks) {
        yield step.block;
      } else {
        // From here on it counts as told of in part, should the read fail.
        const told = this.#toldOf(step.block.hash);
        const found = await this.walk.transactionsOf(step.block, signal);
        // The block was replaced meanwhile; the next walk finds out from where on.
        if (!found) return;
        for (const one of found) {
          if (told.has(one.hash) || !this.#passes(one)) continue;
          // It is told even where the reading ends with it.
          told.add(one.hash);
          yield one;
        }
        this.#toldOf(undefined);
      }
    }
  }

  #toldOf(block: unknown): Set<unknown> {
    if (block !== this.#block || block === undefined) {
      this.#told = new Set();
      this.#block = block;
    }
    return this.#told;
  }

  #passes(one: Transaction): boolean {
    const fields = Object.entries(this.#filter) as [keyof SubscriptionFilter, unknown][];
    return fields.every(([field, wanted]) => MATCHERS[field]?.(one, wanted) ?? false);
  }
}
