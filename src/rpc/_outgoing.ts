import type { Check } from "../checks/mod.ts";
import type { CallOptions } from "../transport/mod.ts";
import type { MethodInfo } from "../generated/tables.gen.ts";

/** A call as it goes out, and how its result is checked. */
export interface Outgoing {
  readonly method: string;
  readonly params: readonly unknown[];
  /** The parameters in JSON. */
  readonly text: string;
  readonly info: MethodInfo;
  readonly body: string;
  /** What the reply must carry; a simplified call has none. */
  readonly id: number | undefined;
  readonly result: Check;
}

/** Tells whether a call of these options may share what others got, or get. */
export function isSharing({ headers, cache = true }: CallOptions = {}): boolean {
  return headers === undefined && cache;
}
