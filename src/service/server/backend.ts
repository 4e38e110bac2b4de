import type { Segment } from "../../chains/mod.ts";
import type { KeyStore } from "../access/keys/mod.ts";
import type { RateLimiter } from "../access/rate_limit/mod.ts";
import type { OpeningChain } from "../api/context/mod.ts";
import type { ServedChain } from "./data_folder/mod.ts";
import type { FleetStatus } from "./metrics/mod.ts";

/** Chains, keys and limits that a service answers from. */
export interface Backend {
  /** Those that are open, more and more of them until `opened` resolves. */
  readonly chains: ReadonlyMap<Segment, ServedChain>;
  /** Those that are not, each until it is open. */
  readonly opening: ReadonlyMap<Segment, OpeningChain>;
  /** Resolves once every chain is open; rejects where one could not be. */
  readonly opened: Promise<void>;
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
