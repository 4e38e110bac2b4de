import type { Json } from "../specs/json.ts";
import type { Level } from "./change.ts";
import type { Place } from "./_place.ts";
import type { Pair, Report, Scope } from "./_report.ts";

/** Compares what stands under one key. */
export type Rule = (report: Report, pair: Pair, scope: Scope) => void;

/** A rule for each key that an object may have. */
export type Rules = Readonly<Record<string, Rule>>;

/** Keys that hold words and examples wherever they stand. */
const COSMETIC = [
  ...["title", "summary", "description", "tags", "externalDocs", "contact", "license"],
  ...[
    "example",
    "examples",
    "after",
    "cursor",
    "x-example",
    "x-request",
    "x-description",
    "x-reason",
    "x-expected",
  ],
  "x-repeats",
];

const EVERYWHERE: Rules = {
  ...Object.fromEntries(COSMETIC.map((key) => [key, cosmetic])),
  deprecated,
  "x-deprecated": deprecation,
  "x-source": source,
};

/**
 * Compares two objects key by key. A key that no rule knows is taken for a breaking one when it changes, so that nothing
 * that differs goes without a word; one that begins with `x-` may come newly, since nobody reads it yet.
 */
export function compareKeys(report: Report, pair: Pair, scope: Scope, rules: Rules): void {
  for (const key of bothKeys(pair)) {
    const rule = Object.hasOwn(rules, key) ? rules[key] : EVERYWHERE[key];
    const child = childOf(pair, key);
    report.see(child);
    (rule ?? (key.startsWith("x-") ? hint : fixed))(report, child, scope);
  }
}

/** The keys of either version. */
export function bothKeys({ base, next }: Pair): string[] {
  return [...new Set([...base.keys(), ...next.keys()])];
}

/** The value of `key` in each version. */
export function childOf({ base, next }: Pair, key: string | number): Pair {
  return { base: base.get(key), next: next.get(key) };
}

/** Words: no change matters. */
export function cosmetic(report: Report, pair: Pair, scope: Scope): void {
  if (!same(pair)) report.add("cosmetic", pair, scope, `"${keyOf(pair)}" ${verbOf(pair)}`);
}

/** A value that may not change, unless another level is named. */
export function fixed(report: Report, pair: Pair, scope: Scope, level: Level = "breaking"): void {
  if (same(pair)) return;
  const { base, next } = pair;
  const change = `from ${show(base.value)} to ${show(next.value)}`;
  report.add(level, pair, scope, `"${keyOf(pair)}" changed ${change}`);
}

/** A value that may come newly, and not change from then on. */
export function hint(report: Report, pair: Pair, scope: Scope): void {
  fixed(report, pair, scope, pair.base.exists ? "breaking" : "additive");
}

/** A part that is compared where it is used. */
export function elsewhere(): void {}

function deprecated(report: Report, pair: Pair, scope: Scope): void {
  if (same(pair)) return;
  const verb = pair.next.value === true ? "is deprecated" : "is no longer deprecated";
  report.add("additive", pair, scope, verb);
}

/** An earlier end is what clients did not plan for. */
function deprecation(report: Report, pair: Pair, scope: Scope): void {
  const [base, next] = [pair.base, pair.next].map((mark) => mark.get("sunset").text());
  const isEarlier = next !== "" && base !== undefined && next !== undefined && next < base;
  if (isEarlier) report.add("breaking", pair, scope, `is served until ${next}, no longer ${base}`);
  else cosmetic(report, pair, scope);
}

function source(report: Report, pair: Pair, scope: Scope): void {
  const [base, next] = [pair.base.value, pair.next.value];
  if (base === next) return;
  const level =
    next === "decided" && base === "given"
      ? "breaking"
      : next === "given"
        ? "additive"
        : "cosmetic";
  report.add(level, pair, scope, `"${keyOf(pair)}" is ${show(next)} where it was ${show(base)}`);
}

/** Tells whether both versions hold the same value, in whatever order of keys. */
export function same({ base, next }: Pair): boolean {
  return base.value === next.value || canonical(base.value) === canonical(next.value);
}

/** A value for a message. */
export function show(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

/** The last key of the way to the pair. */
export function keyOf({ base, next }: Pair): string {
  const path = next.exists ? next.path : base.path;
  return String(path.at(-1) ?? "");
}

function verbOf({ base, next }: Pair): string {
  if (!base.exists) return "is new";
  return next.exists ? "changed" : "is gone";
}

function canonical(value: Json | undefined): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** Pairs the items of two lists by a name each has; what one version lacks is a place without a value. */
export function pairItems(pair: Pair, nameOf: (item: Place) => string): [string, Pair][] {
  const [base, next] = [pair.base, pair.next].map(
    (list) => new Map(list.items().map((item) => [nameOf(item), item])),
  );
  const names = new Set([...(base?.keys() ?? []), ...(next?.keys() ?? [])]);
  return [...names].map((name) => [
    name,
    {
      base: base?.get(name) ?? pair.base.get(NOWHERE),
      next: next?.get(name) ?? pair.next.get(NOWHERE),
    },
  ]);
}

/** Pairs the members of two objects by their keys. */
export function pairMembers(pair: Pair): [string, Pair][] {
  return bothKeys(pair).map((key) => [key, childOf(pair, key)]);
}

/** An index that no list has. */
const NOWHERE = -1;
