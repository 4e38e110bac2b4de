import type { ResolvedEndpoints, Segment } from "../../chains/mod.ts";
import type { Samples } from "./samples.ts";

/** What the probes of a segment are made of. */
export interface ProbeContext {
  readonly segment: Segment;
  readonly endpoints: ResolvedEndpoints;
  readonly samples: Samples;
}
