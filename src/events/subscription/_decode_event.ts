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
  /** Height of the fork, where what is said of a reorganisation leaves it out. */
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
  const notice = noticeOf(topic, result);
  const opened = open(TOPIC_VALIDATORS[notice === undefined ? topic : REORGS], notice ?? result);
  const eventOf = (payload: unknown): StreamEvent<Topic> => {
    const own = notice === undefined ? { data: payload } : { data: null, reorg: payload };
    return { topic, ...own, cursor } as StreamEvent<Topic>;
  };
  if (!forkHeight) return eventOf(opened);
  return forkHeight.then((fromHeight) => eventOf({ ...(opened as Reorg), fromHeight }));
}

/** The topic whose payload is what a notice in another topic says. */
const REORGS = "reorgs" satisfies TopicName;

/** What an event says of a reorganisation, as received: by a notice in its place, or as its payload. */
export function reorgOf(topic: TopicName, result: unknown): unknown {
  return topic === REORGS ? result : noticeOf(topic, result);
}

function noticeOf(topic: TopicName, result: unknown): unknown {
  return TOPICS[topic].reorgNotice ? uncheckedFields<ReorgNotice>(result).reorg : undefined;
}

function decode(validator: Validator, value: unknown, segment: Segment): unknown {
  return decodeValue(validator, value, (issues) => {
    throw new ContractError(issues, { segment, operation: NOTIFICATION_METHOD });
  });
}
