import type { DevFaultKind, DevFaultRule } from "../../../generated/service/types.gen.ts";

export type { DevFaultKind as FaultKind, DevFaultRule as FaultRule };

/** An injected fault of one request. */
export interface Fault {
  readonly kind: DevFaultKind;
  /** HTTP status of the kind `status`. */
  readonly status: number;
  /** Milliseconds of delay before anything else happens. */
  readonly delayMs: number;
  /** A random number in [0, 1), for kinds that choose between variants. */
  readonly roll: number;
}
