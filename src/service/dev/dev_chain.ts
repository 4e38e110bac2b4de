import type { Gateway } from "../gateway/mod.ts";
import type { Devnet } from "../source/mod.ts";

/** A segment's chain with the devnet that makes it. */
export interface DevChain extends Pick<Gateway, "selection"> {
  readonly source: Devnet;
}
