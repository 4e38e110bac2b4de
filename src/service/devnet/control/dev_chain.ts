import type { Gateway } from "../../api/context/mod.ts";
import type { Devnet } from "../producer/mod.ts";

/** A segment's chain with the devnet that makes it. */
export interface DevChain extends Pick<Gateway, "selection"> {
  readonly source: Devnet;
}
