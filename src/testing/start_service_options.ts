import type { Segment } from "../chains/mod.ts";
import type { Tier } from "../generated/tiers.gen.ts";
import type { ProducerMode, ServiceOptions } from "../service/mod.ts";

/** Options of {@linkcode startService}: those of `createService`, with defaults for tests, and few more. */
export interface StartServiceOptions<S extends Segment = Segment> extends Omit<
  ServiceOptions,
  "segments" | "keylessTier"
> {
  /** Segments to serve; each takes its time to open. @default {["alpha", "delta"]} */
  readonly segments?: readonly S[];
  /** When blocks come by themselves: in `manual` `mine` alone makes them. @default {"manual"} */
  readonly mode?: ProducerMode;
  /** Blocks of history that each chain starts with. @default {10} */
  readonly history?: number;
  /** Adds seeded transfers while the service runs. @default {false} */
  readonly traffic?: boolean;
  /** Tier of who shows no key, which the clients know. @default {"Enterprise"} */
  readonly tier?: Tier;
  /**
   * Milliseconds since 1970, on top of which `setTime` and `advance` work.
   *
   * @default in mode `manual` the start of 2026, which stands still; else {Date.now}
   */
  readonly clock?: () => number;
  /** Port to listen on; 0 takes a free one. @default {0} */
  readonly port?: number;
}
