/** Headers by name. */
export type PlainHeaders = Readonly<Record<string, string>>;

/**
 * The headers of a call: those that were given, and `own`, which win. Names of `own` are in lower case.
 *
 * @example
 * ```ts
 * import { mergeHeaders } from "alphadelta/transport";
 *
 * console.log(mergeHeaders({ accept: "application/json" }, { "X-Trace": "7" }));
 * ```
 */
export function mergeHeaders(
  own: PlainHeaders,
  given: Headers | PlainHeaders | undefined,
): PlainHeaders {
  if (given === undefined) return own;
  return { ...Object.fromEntries(new Headers(given)), ...own };
}
