import type { Level } from "./change.ts";
import { pairItems, type Rule } from "./_compare_keys.ts";
import type { Place } from "./_place.ts";
import type { Pair, Report, Scope } from "./_report.ts";

/** Comparison of the members of a table or list. */
export interface Members {
  /** Name of a member. */
  readonly what: string;
  /** Level of one more; `breaking` or `additive` by what it is where it depends. */
  readonly added: Level | ((member: Place) => Level);
  readonly removed: Level;
  /** True if changes within a member affect it by its name. */
  readonly named?: boolean;
  readonly each: Rule;
}

/** Compares members that were paired by a name. */
export function compareMembers(
  report: Report,
  pairs: readonly (readonly [name: string, pair: Pair])[],
  scope: Scope,
  members: Members,
): void {
  for (const [name, pair] of pairs) {
    const own = members.named ? { ...scope, name } : scope;
    if (!pair.base.exists) {
      const { added } = members;
      const level = typeof added === "function" ? added(pair.next) : added;
      report.add(level, pair, own, `${members.what} ${name} is new`);
    } else if (pair.next.exists) members.each(report, pair, own);
    else report.add(members.removed, pair, own, `${members.what} ${name} is gone`);
  }
}

/** Chains that have something: all that there are, where none is named. */
export function chains(report: Report, pair: Pair, scope: Scope): void {
  const [base, next] = [pair.base, pair.next].map(({ value }) =>
    Array.isArray(value) ? value : undefined,
  );
  const isOn = (some: readonly unknown[], others: readonly unknown[]): boolean =>
    some.some((chain) => !others.includes(chain));
  const shown = (some: readonly unknown[] | undefined): string => some?.join(", ") ?? "every chain";
  const message = `is on ${shown(next)}, it was on ${shown(base)}`;
  const isLess = next && (base === undefined || isOn(base, next));
  const isMore = base && (next === undefined || isOn(next, base));
  if (isLess) report.add("breaking", pair, scope, message);
  else if (isMore) report.add("additive", pair, scope, message);
}

/** A call that may be repeated without effect, or may not. */
export function flag(better: boolean): Rule {
  return (report, pair, scope) => {
    const [base, next] = [pair.base, pair.next].map(({ value }) => value === true);
    if (base === next) return;
    const level = next === better ? "additive" : "breaking";
    const key = (pair.next.exists ? pair.next : pair.base).path.at(-1);
    report.add(level, pair, scope, `"${key}" changed from ${base} to ${next}`);
  };
}

/** Errors that something may be refused with: new ones are to be expected, others do no harm. */
export function errors(report: Report, pair: Pair, scope: Scope): void {
  const pairs = pairItems(pair, (item) => item.refName ?? String(item.get("code").value));
  compareMembers(report, pairs, scope, {
    what: "error",
    added: "additive",
    removed: "additive",
    each: () => {},
  });
}
