/** Options of one call. */
export interface CallOptions {
  /** Ends the call; it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Headers to send beside ours. */
  readonly headers?: Headers | Readonly<Record<string, string>>;
}
