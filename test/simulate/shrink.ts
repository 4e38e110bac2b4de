import type { Fault, Plan } from "./faults.ts";
import type { Outcome } from "./run.ts";

/** Most runs that look for a shorter list. */
const MOST = 80;

/** Leaves out faults, half of them, then fewer and fewer, as long as a run breaks the same rule without them. */
export async function shrink(
  failed: Outcome,
  run: (plan: Plan) => Promise<Outcome>,
): Promise<Outcome> {
  const { plan, violation, time } = failed;
  let best = failed;
  let left = MOST;
  async function tryWith(faults: Fault[]): Promise<boolean> {
    if (left-- <= 0 || faults.length === best.plan.faults.length) return false;
    const outcome = await run({ ...plan, faults });
    if (outcome.violation?.rule !== violation?.rule) return false;
    best = outcome;
    return true;
  }
  await tryWith(plan.faults.filter(({ at }) => at <= time));
  for (let size = Math.ceil(best.plan.faults.length / 2); size >= 1;) {
    const before = best;
    for (let start = 0; start < best.plan.faults.length;) {
      const { faults } = best.plan;
      if (!(await tryWith(faults.toSpliced(start, size)))) start += size;
    }
    if (size > 1 || best === before) size = Math.floor(size / 2);
  }
  return best;
}
