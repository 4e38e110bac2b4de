/** Most names that a message lists. */
const MOST = 12;

/** Remedy for a name that is not among `known`: the nearest of them, or all. */
export function nearest(name: string, known: readonly string[]): string {
  const [best] = known
    .map((each) => ({ each, steps: distance(name.toLowerCase(), each.toLowerCase()) }))
    .toSorted((one, other) => one.steps - other.steps);
  if (best && best.steps <= 2) return `Write "${best.each}", or remove it.`;
  return known.length > MOST
    ? "Remove it; docs/keywords.md has those there are."
    : `Remove it, or use one of ${known.join(", ")}.`;
}

/** Least number of characters to add, remove or change. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [at, character] of Array.from(from).entries()) {
    const next = [at + 1];
    for (let index = 1; index <= to.length; index += 1) {
      const changed = (row[index - 1] ?? 0) + (to[index - 1] === character ? 0 : 1);
      next.push(Math.min(changed, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
