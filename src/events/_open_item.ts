import type { Segment } from "../chains/mod.ts";
import { ContractError } from "../errors/mod.ts";
import type { ReorgNotice } from "../generated/client/types.gen.ts";
import { TOPIC_VALIDATORS } from "../generated/client/topic_validators.gen.ts";
import { NOTIFICATION_METHOD, type TopicName, TOPICS } from "../generated/topics.gen.ts";
import { decodeValue, type Validator } from "../validation/mod.ts";
import type { StreamEvent } from "./event_stream.ts";
import { uncheckedFields } from "./_unchecked.ts";

/** An event that waits for its reader; what comes through REST is decoded. */
export interface Item {
  readonly result: unknown;
  readonly cursor: string | null;
  readonly isDecoded: boolean;
}

/**
 * Makes of what came what the reader is handed.
 *
 * @throws {ContractError} If it breaks what the interface gives.
 */
export function openItem<Topic extends TopicName>(
  topic: Topic,
  { result, cursor, isDecoded }: Item,
  segment: Segment,
): StreamEvent<Topic> {
  const open = (validator: Validator, value: unknown): unknown =>
    isDecoded ? value : decode(validator, value, segment);
  const reorg = TOPICS[topic].reorgNotice ? reorgOf(result) : undefined;
  const event =
    reorg === undefined
      ? { topic, data: open(TOPIC_VALIDATORS[topic], result), cursor }
      : { topic, data: null, reorg: open(TOPIC_VALIDATORS.reorgs, reorg), cursor };
  return event as StreamEvent<Topic>;
}

function decode(validator: Validator, value: unknown, segment: Segment): unknown {
  return decodeValue(validator, value, (issues) => {
    throw new ContractError(issues, { segment, operation: NOTIFICATION_METHOD });
  });
}

function reorgOf(result: unknown): unknown {
  return uncheckedFields<ReorgNotice>(result).reorg;
}
