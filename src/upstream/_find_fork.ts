import type { BlockId } from "./_upstream_chain.ts";

/**
 * Finds the newest of some blocks of one chain that another one has too: in few looks where it is one of the newest.
 *
 * @param known By their heights.
 * @param isHeld Tells whether the other chain has a block.
 * @returns Undefined if it has none of them.
 */
export async function findFork(
  known: readonly BlockId[],
  isHeld: (block: BlockId) => Promise<boolean>,
): Promise<BlockId | undefined> {
  // All from `above` on are not held.
  let above = known.length;
  let held = -1;
  for (let step = 1; held < 0 && above > 0; step *= 2) {
    const place = Math.max(0, known.length - step);
    // oxlint-disable-next-line no-await-in-loop -- each look depends on the one before
    if (await isHeld(known[place] as BlockId)) held = place;
    else above = place;
  }
  while (held >= 0 && above - held > 1) {
    const place = Math.floor((held + above) / 2);
    // oxlint-disable-next-line no-await-in-loop -- each look depends on the one before
    if (await isHeld(known[place] as BlockId)) held = place;
    else above = place;
  }
  return known[held];
}
