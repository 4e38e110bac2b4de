import type { CallOptions, ValueValidator } from "../transport/mod.ts";
import type { MethodInfo } from "../generated/tables.gen.ts";

/** A call as it goes out, with the validator of its result. */
export interface Outgoing {
  readonly method: string;
  /** In the order of the specs, however they are sent. */
  readonly params: readonly unknown[];
  readonly info: MethodInfo;
  /** The id of its reply; a simplified call has none. */
  readonly id: number | undefined;
  readonly result: ValueValidator;
}

/** The parameters of a call as they are sent: by name where the method takes them so alone. */
export function sentParams({ params, info }: Outgoing): unknown {
  if (info.paramStructure !== "by-name") return params;
  return Object.fromEntries(info.parameters.map(({ name }, index) => [name, params[index]]));
}

/**
 * The JSON of a call as it is sent.
 *
 * @param text Its parameters in JSON.
 */
export function bodyOf(out: Outgoing, text = JSON.stringify(sentParams(out))): string {
  const { method, id } = out;
  const call = `"method":"${method}","params":${text}}`;
  return id === undefined ? `{${call}` : `{"jsonrpc":"2.0","id":${id},${call}`;
}

/** Tells whether a call of these options is deduplicated and cached. */
export function isSharing({ headers, cache = true }: CallOptions = {}): boolean {
  return headers === undefined && cache;
}
