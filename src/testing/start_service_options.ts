import type { Segment } from "../chains/mod.ts";
import type { Tier } from "../generated/tiers.gen.ts";
import type { ProducerMode, ServiceOptions } from "../service/mod.ts";

/** Options of {@linkcode startService}: those of `createService` with defaults for tests, and a few more. */
export interface StartServiceOptions<S extends Segment = Segment> extends Omit<
  ServiceOptions,
  "segments" | "keylessTier"
> {
  /** Segments to serve; each adds to the start-up time. @default {["alpha", "delta"]} */
  readonly segments?: readonly S[];
  /** Timing of new blocks; in `manual` only `mine` produces them. @default {"manual"} */
  readonly mode?: ProducerMode;
  /** Blocks that each chain starts with. @default {10} */
  readonly history?: number;
  /** Adds seeded transfers while the service runs. @default {false} */
  readonly traffic?: boolean;
  /** Tier of requests without a key, and of the service's clients. @default {"Enterprise"} */
  readonly tier?: Tier;
  /**
   * Milliseconds since 1970; the base of `setTime` and `advance`.
   *
   * @default in mode `manual` the start of 2026, constant; otherwise {Date.now}
   */
  readonly clock?: () => number;
  /** Port to listen on; 0 takes a free one. @default {0} */
  readonly port?: number;
}
