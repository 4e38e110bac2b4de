import type { Level } from "./change.ts";
import { type Pair, show } from "./_pair.ts";
import type { Place } from "./_place.ts";

/** Compares a value in both versions. */
export type Rule = (pair: Pair) => void;

/** A rule for each key that an object may have. */
export type Rules = Readonly<Record<string, Rule>>;

/** A value that may not change. */
export const constant = changed(() => "breaking");

/** A value that may come newly, and not change from then on. */
export const addition = changed(({ base }) => (base.exists ? "breaking" : "additive"));

/** Words: no change matters. */
export const cosmetic: Rule = (pair) => {
  const verb = pair.isKept ? "changed" : pair.next.exists ? "is new" : "is gone";
  if (!pair.isSame) pair.add("cosmetic", `"${pair.key}" ${verb}`);
};

/** A part that is compared where it is used. */
export const elsewhere: Rule = () => {};

/** The rule of a value whose change is of the level that `levelOf` finds. */
export function changed(levelOf: (pair: Pair) => Level): Rule {
  return (pair) => {
    if (!pair.isSame) pair.add(levelOf(pair), `"${pair.key}" ${pair.change}`);
  };
}

export function ruleForEach(keys: readonly string[], rule: Rule): Rules {
  return Object.fromEntries(keys.map((key) => [key, rule]));
}

/** `rule` for values sent to the service. */
export function asRequest(rule: Rule): Rule {
  return (pair) => rule(pair.in({ direction: "request" }));
}

/** `rule` for values that the service sends. */
export function asAnswer(rule: Rule): Rule {
  return (pair) => rule(pair.in({ direction: "answer" }));
}

/** Rules of keys that mean the same wherever they stand. */
const EVERYWHERE: Rules = {
  ...ruleForEach(["title", "summary", "description", "tags", "externalDocs"], cosmetic),
  ...ruleForEach(["contact", "license", "example", "examples", "after", "cursor"], cosmetic),
  ...ruleForEach(["x-example", "x-request", "x-description", "x-reason", "x-expected"], cosmetic),
  "x-repeats": cosmetic,
  deprecated(pair) {
    const verb = pair.next.value === true ? "is deprecated" : "is no longer deprecated";
    if (!pair.isSame) pair.add("additive", verb);
  },
  /** Clients have planned for the former sunset: an earlier one breaks. */
  "x-deprecated"(pair) {
    const [base, next] = pair.both((mark) => mark.get("sunset").text());
    if (next === "" || next >= base) return cosmetic(pair);
    pair.add("breaking", `is served until ${next}, no longer ${base}`);
  },
  "x-source"(pair) {
    const [base, next] = pair.both(({ value }) => value);
    if (base === next) return;
    const isLost = next === "decided" && base === "given";
    const level = isLost ? "breaking" : next === "given" ? "additive" : "cosmetic";
    pair.add(level, `"${pair.key}" is ${show(next)} where it was ${show(base)}`);
  },
};

/**
 * Compares two objects key by key. A key that no rule knows is taken for a breaking one when it changes, so that nothing
 * that differs goes without a word; one that begins with `x-` may come newly, since nobody reads it yet.
 */
export function fields(own: Rules): Rule {
  const rules = new Map(Object.entries({ ...EVERYWHERE, ...own }));
  return (pair) => {
    for (const [key, child] of pair.members()) {
      child.see();
      (rules.get(key) ?? (key.startsWith("x-") ? addition : constant))(child);
    }
  };
}

/** Comparison of the members of a table or list. */
export interface Rows {
  /** Name of a member. */
  readonly what: string;
  /** Level of one more, or how it follows from the member. @default {"additive"} */
  readonly added?: Level | ((member: Place) => Level);
  /** Level of one less, or how it follows from the member. @default {"breaking"} */
  readonly removed?: Level | ((member: Place) => Level);
  /** True if changes within a member affect it by its name. */
  readonly named?: boolean;
  readonly each: Rule;
}

/** Compares the rows of a table by their keys. */
export function tableRule(members: Rows): Rule {
  return (pair) => compareRows(pair.members(), members);
}

/** Compares the items of a list by a name that each has. */
export function listRule(nameOf: (item: Place) => string, members: Rows): Rule {
  return (pair) => compareRows(pair.items(nameOf), members);
}

/** Compares members that were paired by a name. */
export function compareRows(
  pairs: Iterable<readonly [name: string, pair: Pair]>,
  members: Rows,
): void {
  const { what, added = "additive", removed = "breaking", named = false, each } = members;
  const levelOf = (level: Rows["added"] & {}, member: Place): Level =>
    typeof level === "function" ? level(member) : level;
  for (const [name, pair] of pairs) {
    const own = named ? pair.in({ name }) : pair;
    if (!pair.base.exists) own.add(levelOf(added, pair.next), `${what} ${name} is new`);
    else if (pair.next.exists) each(own);
    else own.add(levelOf(removed, pair.base), `${what} ${name} is gone`);
  }
}

/** Level of a new parameter. */
export function ifRequired(parameter: Place): Level {
  return parameter.get("required").value === true ? "breaking" : "additive";
}

/** A mark, true or not, whose change to false is harmless and to true breaks. */
export const mayBecomeFalse = flag(false);

/** A mark whose change to true is harmless and to false breaks. */
export const mayBecomeTrue = flag(true);

function flag(harmless: boolean): Rule {
  return (pair) => {
    const [base, next] = pair.both(({ value }) => value === true);
    const level = next === harmless ? "additive" : "breaking";
    if (base !== next) pair.add(level, `"${pair.key}" changed from ${base} to ${next}`);
  };
}

/** Chains that have something: all that there are, where none is named. */
export const chains: Rule = (pair) => {
  type Chains = readonly unknown[] | undefined;
  const [base, next] = pair.both(({ value }): Chains => (Array.isArray(value) ? value : undefined));
  const lacks = (some: Chains, other: Chains): boolean =>
    some !== undefined && (other?.some((chain) => !some.includes(chain)) ?? true);
  const [was, is] = [base, next].map((some) => some?.join(", ") ?? "every chain");
  const message = `is on ${is}, it was on ${was}`;
  if (lacks(next, base)) pair.add("breaking", message);
  else if (lacks(base, next)) pair.add("additive", message);
};

/** Errors that something may be refused with: new ones are to be expected, others do no harm. */
export const errors = listRule((item) => item.refName ?? String(item.get("code").value), {
  what: "error",
  removed: "additive",
  each: elsewhere,
});
