type Plain = Readonly<Record<string, string>>;

/** The headers of a call: those that were given, and `own`, which win. Names of `own` are in lower case. */
export function mergeHeaders(own: Plain, given: Headers | Plain | undefined): Plain {
  if (given === undefined) return own;
  return { ...Object.fromEntries(new Headers(given)), ...own };
}
