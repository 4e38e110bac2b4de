import type { CallOptions, Validator } from "../transport/mod.ts";
import type { MethodInfo } from "../generated/tables.gen.ts";

/** A call as it goes out, and how its result is checked. */
export interface Outgoing {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly info: MethodInfo;
  /** What the reply must carry; a simplified call has none. */
  readonly id: number | undefined;
  readonly result: Validator;
}

/**
 * What is sent for it.
 *
 * @param text Its parameters in JSON.
 */
export function bodyOf({ method, id, params }: Outgoing, text = JSON.stringify(params)): string {
  const call = `"method":"${method}","params":${text}}`;
  return id === undefined ? `{${call}` : `{"jsonrpc":"2.0","id":${id},${call}`;
}

/** Tells whether a call of these options may share what others got, or get. */
export function isSharing({ headers, cache = true }: CallOptions = {}): boolean {
  return headers === undefined && cache;
}
