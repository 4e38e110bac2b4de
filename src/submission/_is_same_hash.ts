/** Tells whether two hashes are the same; hex has no case. */
export function isSameHash(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
