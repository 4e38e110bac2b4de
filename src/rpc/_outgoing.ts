import type * as z from "zod/mini";
import type { MethodInfo } from "../generated/tables.gen.ts";
import type { CallOptions, WithResponse } from "../transport/mod.ts";

/** A call as it goes out, and how its result is checked. */
export interface Outgoing {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly info: MethodInfo;
  readonly body: string;
  /** Equal for calls that ask for the same; undefined for what may not be sent again. */
  readonly key: string | undefined;
  /** What the reply must carry; a simplified call has none. */
  readonly id: number | undefined;
  readonly result: z.ZodMiniType;
}

/** Tells whether a call of these options may share what others got, or get. */
export function isSharing({ headers, cache = true }: CallOptions = {}): boolean {
  return headers === undefined && cache;
}

/** Sends a call by itself. */
export type Post = (
  out: Outgoing,
  options: CallOptions | undefined,
) => Promise<WithResponse<never>>;
