import type { Documents } from "../documents/documents.ts";
import { objectAt, textAt } from "../documents/json.ts";
import type { SourceDocument } from "../documents/source_document.ts";
import type { Change } from "./change.ts";

/**
 * The breaking changes that no version announces: those in a document whose major number is no higher than in the base.
 * Below 1.0.0 the minor number stands for it.
 */
export function unannounced(
  changes: readonly Change[],
  base: Documents,
  next: Documents,
): Change[] {
  const announced = (["openapi", "openrpc"] as const)
    .filter((name) => breaks(versionOf(base[name]), versionOf(next[name])))
    .map((name) => next[name].file);
  return changes.filter(
    ({ level, document }) => level === "breaking" && !announced.includes(document),
  );
}

/** The version that a document gives itself. */
export function versionOf(document: SourceDocument): string {
  return textAt(objectAt(document.value, "info"), "version");
}

/** Tells whether a step from `base` to `next` may break what relied on `base`. */
function breaks(base: string, next: string): boolean {
  const [major = 0, minor = 0] = base.split(".").map(Number);
  const [nextMajor = 0, nextMinor = 0] = next.split(".").map(Number);
  return nextMajor > major || (major === 0 && nextMajor === 0 && nextMinor > minor);
}
