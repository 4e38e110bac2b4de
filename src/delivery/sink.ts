import type { Segment } from "../chains/mod.ts";

/** Events that are delivered together, before a sink has encoded them. */
export interface EventBatch {
  /** Segment, topic and cursor of the last event, such as `delta:blocks:MTozMw`. */
  readonly id: string;
  /** Segment of the events. */
  readonly segment: Segment;
  /** Topic of the events. */
  readonly topic: string;
  /** Cursor of the last event. */
  readonly cursor: string;
  /** Each event as JSON, in order: `{ topic, data, cursor }`, or `{ topic, data: null, reorg, cursor }`. */
  readonly events: readonly string[];
  /** When the batch was made. */
  readonly madeAt: Date;
}

/** A batch as it is sent: any further attempt sends the same body under the same id. */
export interface EncodedBatch {
  /** As of {@linkcode EventBatch}. */
  readonly id: string;
  /** The outcome at the sink. */
  readonly body: string;
}

/** Where events are delivered to. */
export interface Sink {
  /** Name of the form of its bodies: a state that holds a batch in another form is refused. */
  readonly format: string;
  /** Encodes a batch, once: the state holds the body until the batch is acknowledged. */
  encode(batch: EventBatch): string;
  /**
   * Sends a batch; resolves, to a status where there is one, once it is acknowledged.
   *
   * Rejects if it may not have arrived. It is sent again later, unless the error is a `DeliveryError` that is not
   * `retryable`: that ends the delivery.
   */
  send(batch: EncodedBatch): Promise<number | void>;
  /** Ends its connections, at the end of the delivery. */
  close?(): void;
}
