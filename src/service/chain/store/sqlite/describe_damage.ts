/** SQLite's result codes for a damaged file: `SQLITE_CORRUPT` and `SQLITE_NOTADB`. */
const DAMAGED: ReadonlySet<number> = new Set([11, 26]);

/**
 * The message of an error that tells of a damaged file, with the remedy; undefined for any other error.
 *
 * @param remedy What to do once the file is moved away.
 */
export function describeDamage(
  error: unknown,
  remedy = "load a dump of the chain in its place",
): string | undefined {
  if (!(error instanceof Error) || !("errcode" in error)) return undefined;
  // An extended code has the one that it refines in its lowest eight bits.
  if (!DAMAGED.has(Number(error.errcode) & 0xff)) return undefined;
  return `${error.message}; the file is damaged: move it away and ${remedy}, or use another folder`;
}
