import type { Check } from "../checks/mod.ts";
import type { Segment } from "../chains/mod.ts";
import { ContractError } from "../errors/mod.ts";
import { NOTIFICATION_METHOD, type TopicName, TOPICS } from "../generated/client/topics.gen.ts";
import { TOPIC_CHECKS } from "../generated/client/topic_checks.gen.ts";
import { describeIssue } from "../transport/mod.ts";
import type { StreamEvent } from "./event_stream.ts";

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
  const open = (validator: Check, value: unknown): unknown =>
    isDecoded ? value : decode(validator, value, segment);
  const reorg = TOPICS[topic].reorgNotice ? reorgOf(result) : undefined;
  const event =
    reorg === undefined
      ? { topic, data: open(TOPIC_CHECKS[topic], result), cursor }
      : { topic, data: null, reorg: open(TOPIC_CHECKS.reorgs, reorg), cursor };
  return event as StreamEvent<Topic>;
}

function decode(validator: Check, value: unknown, segment: Segment): unknown {
  const result = validator.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) => describeIssue(issue, value));
  throw new ContractError(issues, { segment, operation: NOTIFICATION_METHOD });
}

function reorgOf(result: unknown): unknown {
  return typeof result === "object" && result !== null && "reorg" in result
    ? result.reorg
    : undefined;
}
