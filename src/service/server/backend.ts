import type { Segment } from "../../chains/mod.ts";
import type { KeyStore } from "../access/keys/mod.ts";
import type { RateLimiter } from "../access/rate_limit/mod.ts";
import type { ServedChain } from "./data_folder/mod.ts";
import type { FleetStatus } from "./metrics/mod.ts";

/** What a service answers from. */
export interface Backend {
  readonly chains: ReadonlyMap<Segment, ServedChain>;
  readonly keys: KeyStore;
  readonly limiter: RateLimiter;
  /** The processes that share all this; undefined where there is this one alone. */
  readonly fleet: FleetStatus | undefined;
  /**
   * Closes all of it.
   *
   * @throws {Error} If a store could not be closed as it should; everything else is closed then too.
   */
  readonly close: () => Promise<void>;
}
