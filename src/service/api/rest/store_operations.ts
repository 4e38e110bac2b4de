import type { OperationId } from "../../../generated/service/operations.gen.ts";
import type { ChainAnswers, ChainContext, Data, OperationInput } from "../context/mod.ts";
import { OPERATION_HANDLERS } from "./_operations.ts";

/** A handler of any operation; its input was read by the operation's own definition. */
type AnyHandler = (input: OperationInput, context: ChainContext) => Promise<Data>;

/** Answers the operations of a segment from its store. */
export function operationsOf(
  context: ChainContext,
): Pick<ChainAnswers, "revision" | "answerOperation"> {
  const handlers = OPERATION_HANDLERS as unknown as Readonly<Record<OperationId, AnyHandler>>;
  return {
    revision: () => revisionTag(context),
    answerOperation: (id, input) => handlers[id](input, context),
  };
}

interface RevisionTag {
  readonly epoch: string;
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
export function revisionTag({ store, source }: Pick<ChainContext, "store" | "source">): string {
  const { revision } = store;
  const { epoch } = store.events;
  const { blockTime } = source;
  const last = lastTags.get(store);
  const isSame = last?.revision === revision && last.epoch === epoch;
  if (isSame && last.blockTime === blockTime) return last.tag;
  const tag = `W/"${epoch}.${revision}.${blockTime}"`;
  lastTags.set(store, { epoch, revision, blockTime, tag });
  return tag;
}
