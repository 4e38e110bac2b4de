import type { Segment } from "../chains/mod.ts";
import { TransportError } from "../errors/mod.ts";
import { SUBSCRIBE as OPERATION } from "./_method_name.ts";
import type { TopicName } from "../generated/topics.gen.ts";

/** Of which subscription an error tells. */
interface Which {
  readonly topic: TopicName;
  readonly segment: Segment;
}

/** There is no WebSocket to use. */
export function noWebSocket(why: string, { segment }: Which): TransportError {
  return new TransportError("network", why, { segment, operation: OPERATION, attempts: 0 });
}

/** No WebSocket answers, and there is no other way. */
export function noWay(cause: TransportError, mayPoll: boolean, which: Which): TransportError {
  const { topic, segment } = which;
  const why = mayPoll ? "polling serves blocks and transactions alone" : "polling is off";
  const message = `Cannot subscribe to ${topic}: no WebSocket answers (${cause.message}), and ${why}`;
  const { attempts } = cause;
  return new TransportError("network", message, { segment, operation: OPERATION, attempts, cause });
}

/** Events may have been missed. */
export function gap(why: string, { topic, segment }: Which): TransportError {
  const message = `Cannot resume ${topic} without a gap: ${why}`;
  const context = { segment, operation: OPERATION, retryable: false };
  return new TransportError("network", message, context);
}
