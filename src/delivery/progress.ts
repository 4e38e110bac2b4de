/** An attempt to send a batch. */
export interface DeliveryAttempt {
  /** Status of the answer, where there was one. */
  readonly status?: number | undefined;
  /** Milliseconds that it took. */
  readonly took: number;
  /** Why it failed; absent where the batch was acknowledged. */
  readonly error?: Error;
  /** Milliseconds until the next attempt, where it failed. */
  readonly retryIn?: number;
}

/** The progress of a delivery. */
export interface DeliveryProgress {
  /** Events acknowledged in this run. */
  readonly events: number;
  /** Batches acknowledged in this run. */
  readonly batches: number;
  /** Events that were received and are not acknowledged. */
  readonly waiting: number;
  /** Height of the oldest of them; undefined where none waits, or their topic has no heights. */
  readonly oldestHeight?: number | undefined;
  /** Cursor up to which every event is acknowledged. */
  readonly cursor: string | null;
  /** The last attempt. */
  readonly attempt?: DeliveryAttempt;
}
