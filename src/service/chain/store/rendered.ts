declare const RENDERED: unique symbol;

/** A JSON text that stands in an answer as it is, so that it is made once and never parsed again. */
export type Rendered = string & { readonly [RENDERED]: true };

/** Marks a JSON text as ready for an answer. */
export function rendered(json: string): Rendered {
  return json as Rendered;
}
