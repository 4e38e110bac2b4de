/** Which of the calls in the request queue goes first, in this order. */
export const PRIORITIES = ["interactive", "watch", "backfill"] as const;

/** How urgent a call is. */
export type Priority = (typeof PRIORITIES)[number];

/** How long a call may take, how often it is sent, and how large its answer may be. */
export interface CallPolicy {
  /** Milliseconds that one request may take, its answer's body included. @default {30_000} */
  readonly timeout?: number | undefined;
  /**
   * Milliseconds that the whole call may take: the request queue, every request, and the pauses in between.
   *
   * @default {Infinity}
   */
  readonly deadline?: number | undefined;
  /** How often a call that is safe to repeat is retried after a transient fault; 0 for never. @default {2} */
  readonly retries?: number | undefined;
  /** Which of the queued calls goes first. @default {"interactive"} */
  readonly priority?: Priority | undefined;
  /**
   * Most bytes of an answer's body, decompressed. A larger one is not read to its end; the call rejects with a
   * `TransportError`.
   *
   * @default {67_108_864}
   */
  readonly maxResponseBytes?: number | undefined;
}

/** A call's policy with every default filled in. */
export type FullPolicy = {
  readonly [Key in keyof CallPolicy]-?: Exclude<CallPolicy[Key], undefined>;
};

const DEFAULTS: FullPolicy = {
  timeout: 30_000,
  deadline: Infinity,
  retries: 2,
  priority: "interactive",
  maxResponseBytes: 64 * 2 ** 20,
};

/** The policy of a call, with defaults filled in. */
export function readPolicy(given: CallPolicy, defaults: FullPolicy = DEFAULTS): FullPolicy {
  const policy: Record<string, unknown> = { ...defaults };
  for (const name in policy) policy[name] = given[name as keyof CallPolicy] ?? policy[name];
  return policy as never;
}
