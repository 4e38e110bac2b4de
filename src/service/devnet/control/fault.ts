import type { DevFaultKind, DevFaultRule } from "../../../generated/service/types.gen.ts";

export type { DevFaultKind as FaultKind, DevFaultRule as FaultRule };

/** A fault that hits a request. */
export interface Fault {
  readonly kind: DevFaultKind;
  /** HTTP status of the kind `status`. */
  readonly status: number;
  /** Milliseconds before anything is done. */
  readonly delayMs: number;
  /** A further draw, from 0 to below 1, for what the kind leaves open. */
  readonly roll: number;
}
