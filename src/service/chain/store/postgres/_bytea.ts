/** Hex as a `bytea` in JSON. */
export function bytea(hex: string): string {
  return `\\x${hex.slice(2)}`;
}
