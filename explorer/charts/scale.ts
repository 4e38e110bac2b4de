/** Ends of a scale, below the next power of ten. */
const ROUND = [1, 2, 3, 4, 5, 6, 8, 10];

/** The round number at the top of a scale that takes `most`; it is even, so that half of it is whole. */
export function topOf(most: number): number {
  if (most <= 2) return 2;
  const size = 10 ** Math.floor(Math.log10(most));
  return (ROUND.find((one) => one * size >= most && (one * size) % 2 === 0) ?? 10) * size;
}
