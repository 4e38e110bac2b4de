import type { Segment } from "../../chains/mod.ts";
import { ContractError } from "../../errors/mod.ts";
import type { Reorg, ReorgNotice } from "../../generated/client/types.gen.ts";
import { TOPIC_VALIDATORS } from "../../generated/client/topic_validators.gen.ts";
import { NOTIFICATION_METHOD, type TopicName, TOPICS } from "../../generated/topics.gen.ts";
import { decodeValue, type Validator } from "../../validation/mod.ts";
import type { StreamEvent } from "../event_stream.ts";
import { uncheckedFields } from "../_unchecked.ts";

/** An event that waits for its reader. */
export interface Item {
  readonly result: unknown;
  readonly cursor: string | null;
  /** Whether it came through REST, whose values are decoded. */
  readonly isDecoded: boolean;
  /** Height of the fork, of a reorganisation notice that does not say it. */
  readonly forkHeight?: Promise<number> | undefined;
}

/**
 * Decodes and validates what is handed to the reader.
 *
 * @throws {ContractError} If it breaks the interface.
 */
export function decodeEvent<Topic extends TopicName>(
  topic: Topic,
  { result, cursor, isDecoded, forkHeight }: Item,
  segment: Segment,
): StreamEvent<Topic> | Promise<StreamEvent<Topic>> {
  const open = (validator: Validator, value: unknown): unknown =>
    isDecoded ? value : decode(validator, value, segment);
  const notice = reorgOf(topic, result);
  if (notice === undefined) {
    return { topic, data: open(TOPIC_VALIDATORS[topic], result), cursor } as StreamEvent<Topic>;
  }
  const reorg = open(TOPIC_VALIDATORS.reorgs, notice) as Reorg;
  const eventOf = (whole: Reorg): StreamEvent<Topic> =>
    ({ topic, data: null, reorg: whole, cursor }) as StreamEvent<Topic>;
  return forkHeight?.then((fromHeight) => eventOf({ ...reorg, fromHeight })) ?? eventOf(reorg);
}

/** The notice of a reorganisation in the place of an event of a topic, as received. */
export function reorgOf(topic: TopicName, result: unknown): unknown {
  return TOPICS[topic].reorgNotice ? uncheckedFields<ReorgNotice>(result).reorg : undefined;
}

function decode(validator: Validator, value: unknown, segment: Segment): unknown {
  return decodeValue(validator, value, (issues) => {
    throw new ContractError(issues, { segment, operation: NOTIFICATION_METHOD });
  });
}
