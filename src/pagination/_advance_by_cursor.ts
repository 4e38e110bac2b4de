import type { PageAnswer } from "./_page_answer.ts";
import { newIndices, remember } from "./_remember.ts";
import type { Standing } from "./_standing.ts";
import type { Step } from "./_step.ts";

/** Takes a page of a list by cursor: the cursor says where it goes on, and keys tell what came again. */
export function advanceByCursor(before: Standing, answer: PageAnswer): Step {
  const { keys, next } = answer;
  const fresh = newIndices(before.seen, keys);
  const freshKeys = fresh.map((index) => keys[index] ?? "");
  const { shift } = before;
  return {
    answer,
    fresh,
    before,
    after: {
      ...before,
      // At the end the last page is asked for again, should the walk be resumed.
      cursor: next ?? before.cursor,
      seen: remember(before.seen, freshKeys, false),
      last: freshKeys.at(-1) ?? before.last,
      given: before.given + fresh.length,
      misses: fresh.length > 0 ? 0 : before.misses + 1,
      shift: { ...shift, duplicates: shift.duplicates + keys.length - fresh.length },
      hasEnded: next === undefined,
    },
    placeAfter: () => undefined,
  };
}
