/** The fields of a block from which the heights of others are guessed. */
interface Dated {
  readonly number: number;
  /** Unix seconds. */
  readonly timestamp: number;
}

/**
 * Heights spread evenly from about a moment to the newest block, rising; at most `count`.
 *
 * @param moment Unix seconds.
 * @param blocks Newest first: the time between them says how high the chain was.
 */
export function heightsSince(
  moment: number,
  blocks: readonly Dated[],
  count: number,
): readonly number[] {
  const [head] = blocks;
  const oldest = blocks.at(-1);
  if (!head || !oldest) return [];
  const seconds = head.timestamp - oldest.timestamp;
  const perBlock = seconds > 0 ? seconds / (head.number - oldest.number) : 1;
  const back = Math.ceil(Math.max(0, head.timestamp - moment) / perBlock);
  const first = Math.max(0, head.number - back);
  const step = (head.number - first) / (count - 1);
  const heights = Array.from({ length: count }, (_none, index) => Math.round(first + index * step));
  return [...new Set(heights)];
}
