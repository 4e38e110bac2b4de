import type { Specs } from "../specs/specs.ts";
import { objectAt, textAt } from "../specs/json.ts";
import type { SpecFile } from "../specs/spec_file.ts";
import type { Change } from "./change.ts";

/**
 * The breaking changes that no version announces: those in a spec whose major number is no higher than in the base.
 * Below 1.0.0 the minor number stands for it.
 */
export function unannounced(changes: readonly Change[], base: Specs, next: Specs): Change[] {
  const announced = (["openapi", "openrpc"] as const)
    .filter((name) => breaks(versionOf(base[name]), versionOf(next[name])))
    .map((name) => next[name].file);
  return changes.filter(({ level, spec }) => level === "breaking" && !announced.includes(spec));
}

/** The version that a spec gives itself. */
export function versionOf(spec: SpecFile): string {
  return textAt(objectAt(spec.value, "info"), "version");
}

/** Tells whether a version is lower than another; what stands behind its three numbers does not count. */
export function isLower(version: string, than: string): boolean {
  const [own, other] = [version, than].map((text) => text.split(/[.-]/).slice(0, 3).map(Number));
  const index = [0, 1, 2].find((at) => own?.[at] !== other?.[at]) ?? 0;
  return (own?.[index] ?? 0) < (other?.[index] ?? 0);
}

/** Tells whether a step from `base` to `next` may break what relied on `base`. */
function breaks(base: string, next: string): boolean {
  const [major = 0, minor = 0] = base.split(".").map(Number);
  const [nextMajor = 0, nextMinor = 0] = next.split(".").map(Number);
  return nextMajor > major || (major === 0 && nextMajor === 0 && nextMinor > minor);
}
