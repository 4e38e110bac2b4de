import type { RunnerTask } from "vitest";
import type { TestProject, Vitest } from "vitest/node";

/** Says at the end of a run, in one line each, how many tests were skipped for want of what. */
export default function tellSkippedTests({ vitest }: TestProject): () => void {
  return () => {
    for (const [note, count] of countSkipped(vitest))
      console.warn(`${note}: ${count} ${count === 1 ? "test was" : "tests were"} skipped`);
  };
}

/** Numbers of the tests that a note was given for when they, or the hooks of their groups, were skipped; by note. */
export function countSkipped({ state }: Vitest): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const note of state.getFiles().flatMap((file) => notesOf(file)))
    counts.set(note, (counts.get(note) ?? 0) + 1);
  return counts;
}

/** A result as it is: the types leave out the note, which groups have too. */
interface NotedResult {
  readonly state: string;
  readonly note?: string;
}

/** The note of each skipped test below `task`. */
function notesOf(task: RunnerTask, noteOfGroup?: string): readonly string[] {
  const result: NotedResult | undefined = task.result;
  const note = result?.note ?? noteOfGroup;
  if (task.type === "suite") return task.tasks.flatMap((child) => notesOf(child, note));
  return result?.state === "skip" && note !== undefined ? [note] : [];
}
