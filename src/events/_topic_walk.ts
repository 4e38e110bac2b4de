import type {
  BlockSummary,
  Reorg,
  ReorgNotice,
  SubscriptionFilter,
  Transaction,
} from "../generated/client/types.gen.ts";
import type { ChainReads } from "./chain_reads.ts";
import { ChainWalk, type Head } from "./_chain_walk.ts";
import type { BackfillTopic } from "./events.ts";
import { type Unchecked, uncheckedFields } from "./_wire.ts";

type TransactionFilter = Unchecked<SubscriptionFilter>;

/** Tests a transaction against each field of a filter. */
const MATCHERS: {
  readonly [Field in keyof SubscriptionFilter]?: (one: Transaction, wanted: unknown) => boolean;
} = {
  after: () => true,
  address: ({ from, to }, wanted) => wanted === from || wanted === to,
  type: ({ type }, wanted) => wanted === type,
};

/** True if blocks and transactions from REST can be matched against all of these fields of a filter. */
export function canMatch(fields: readonly string[]): boolean {
  return fields.every((field) => Object.hasOwn(MATCHERS, field));
}

/** Payload of an event of either topic, or a reorganisation notice. */
type Payload = BlockSummary & Transaction & ReorgNotice;

/** Reads through REST the events of a topic, from the last one received. */
export class TopicWalk {
  readonly walk: ChainWalk;
  readonly #topic: BackfillTopic;
  readonly #filter: TransactionFilter;
  /** Hashes delivered of `#block`, the one block that may have been delivered in part. */
  #delivered = new Set<unknown>();
  #block: unknown;

  constructor(topic: BackfillTopic, filter: TransactionFilter, reads: ChainReads) {
    this.#topic = topic;
    this.#filter = filter;
    this.walk = new ChainWalk(reads);
  }

  /** Records an event as received from the socket. */
  note(result: unknown): void {
    const { reorg, ...event } = uncheckedFields<Payload>(result);
    if (reorg !== undefined) {
      const { fromHeight } = uncheckedFields<Reorg>(reorg);
      if (typeof fromHeight === "number") this.walk.forget(fromHeight);
      this.#deliveredOf(undefined);
      return;
    }
    const number = this.heightOf(event);
    const hash = this.#topic === "blocks" ? event.hash : event.blockHash;
    if (number === undefined || typeof hash !== "string") return;
    this.#deliveredOf(hash).add(event.hash);
    this.walk.note(number, hash);
  }

  /** Height of the block of an event; undefined for a reorganisation notice. */
  heightOf(result: unknown): number | undefined {
    const event = uncheckedFields<Payload>(result);
    const height = this.#topic === "blocks" ? event.number : event.blockNumber;
    return typeof height === "number" ? height : undefined;
  }

  /** Payloads and notices since then, up to a block or to the newest, as events of the topic have them. */
  async *steps(to: Head | undefined, signal: AbortSignal): AsyncGenerator<unknown, void, void> {
    const isBlocks = this.#topic === "blocks";
    const isPartial = this.#block !== undefined && this.#block === this.walk.tip?.hash;
    for await (const { block, reorg } of this.walk.advance(to, signal, isPartial && !isBlocks)) {
      if (reorg) {
        this.#deliveredOf(undefined);
        yield { reorg };
      } else if (isBlocks) yield block;
      else {
        // From here on the block counts as delivered in part, should the read fail.
        const delivered = this.#deliveredOf(block.hash);
        const found = await this.walk.transactionsOf(block, signal);
        // The block was replaced meanwhile; the next walk finds the fork.
        if (!found) return;
        for (const one of found) {
          if (delivered.has(one.hash) || !this.#passes(one)) continue;
          // Delivered even if the consumer stops here.
          delivered.add(one.hash);
          yield one;
        }
        this.#deliveredOf(undefined);
      }
    }
  }

  /** The set of hashes delivered of a block, which is a new one unless it is the same block as before. */
  #deliveredOf(block: unknown): Set<unknown> {
    if (block === undefined || block !== this.#block) this.#delivered = new Set();
    this.#block = block;
    return this.#delivered;
  }

  #passes(one: Transaction): boolean {
    const fields = Object.entries(this.#filter) as [keyof SubscriptionFilter, unknown][];
    return fields.every(([field, wanted]) => MATCHERS[field]?.(one, wanted) ?? false);
  }
}
