import type { ResolvedEndpoints, Segment } from "../../chains/mod.ts";
import type { Samples } from "./samples.ts";

/** Dependencies of the probes of a segment. */
export interface ProbeContext {
  readonly segment: Segment;
  readonly endpoints: ResolvedEndpoints;
  readonly samples: Samples;
}
