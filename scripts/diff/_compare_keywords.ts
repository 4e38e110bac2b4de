import type { Json } from "../specs/json.ts";
import type { Level } from "./change.ts";
import { childOf, keyOf, type Rule, same, show } from "./_compare_keys.ts";
import type { Place } from "./_place.ts";
import type { Pair, Report, Scope } from "./_report.ts";

/**
 * What it is to admit less or more: a request may hold more than before without harm, an answer less.
 */
const LEVELS_OF = {
  request: { less: "breaking", more: "additive" },
  answer: { less: "additive", more: "breaking" },
} as const satisfies Record<Scope["direction"], Record<"less" | "more", Level>>;

/** The level of admitting `less` or `more` where `scope` is. */
export function levelOf({ direction }: Scope, admits: "less" | "more"): Level {
  return LEVELS_OF[direction][admits];
}

/** A number that values may not pass: `least` of them, or the most. */
export function bound(kind: "least" | "most"): Rule {
  return (report, pair, scope) => {
    if (same(pair)) return;
    const none = kind === "least" ? -Infinity : Infinity;
    const [base, next] = [pair.base.value ?? none, pair.next.value ?? none].map(Number);
    const isLess = kind === "least" ? Number(next) > Number(base) : Number(next) < Number(base);
    addChanged(report, pair, scope, levelOf(scope, isLess ? "less" : "more"));
  };
}

/** The types a value may have. */
export function types(report: Report, pair: Pair, scope: Scope): void {
  const [base, next] = [typesAt(pair.base), typesAt(pair.next)];
  const fits = (type: string, set: readonly string[]): boolean =>
    set.includes(type) || (type === "integer" && set.includes("number"));
  const gone = base.filter((type) => !fits(type, next));
  const added = next.filter((type) => !fits(type, base));
  if (gone.length > 0) addChanged(report, pair, scope, levelOf(scope, "less"));
  if (added.length > 0) addChanged(report, pair, scope, levelOf(scope, "more"));
}

const ALL_TYPES = ["object", "array", "string", "number", "boolean", "null"];

function typesAt({ value }: Place): string[] {
  return value === undefined ? ALL_TYPES : [value].flat().map(String);
}

/** The closed set of values, as `enum` or `const`; both keywords of a schema are seen at once. */
export function closedValues(report: Report, schema: Pair, scope: Scope): void {
  const [base, next] = [closedAt(schema.base), closedAt(schema.next)];
  const key = schema.next.get("const").exists || schema.base.get("const").exists ? "const" : "enum";
  const pair = childOf(schema, key);
  if (base && next) {
    addSets(report, pair, scope, [base, next], grows(schema, scope));
  } else if (base || next) {
    addChanged(report, pair, scope, levelOf(scope, next ? "less" : "more"));
  }
}

function closedAt(schema: Place): Json[] | undefined {
  const only = schema.get("const");
  if (only.exists) return [only.value ?? null];
  const { value } = schema.get("enum");
  return Array.isArray(value) ? value : undefined;
}

/** A set whose readers know that it grows may do so in answers too. */
function grows({ base, next }: Pair, scope: Scope): Level {
  const isOpen = [base, next].every((schema) => schema.get("x-extensible-enum").exists);
  return isOpen ? "additive" : levelOf(scope, "more");
}

/** The known values of a set that may grow. */
export function openValues(report: Report, pair: Pair, scope: Scope): void {
  const [base, next] = [listAt(pair.base), listAt(pair.next)];
  if (base && next) addSets(report, pair, scope, [base, next], "additive");
  else addChanged(report, pair, scope, "additive");
}

/** Values allowed on each chain. */
export function valuesByChain(report: Report, pair: Pair, scope: Scope): void {
  const chains = new Set([...pair.base.keys(), ...pair.next.keys()]);
  for (const chain of chains) openValues(report, childOf(pair, chain), scope);
}

function listAt({ value }: Place): Json[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

function addSets(
  report: Report,
  pair: Pair,
  scope: Scope,
  [base, next]: readonly [readonly Json[], readonly Json[]],
  more: Level,
): void {
  const missing = (from: readonly Json[], other: readonly Json[]): string =>
    from
      .filter((value) => !other.includes(value))
      .map(show)
      .join(", ");
  const [gone, added] = [missing(base, next), missing(next, base)];
  const what = `"${keyOf(pair)}" of ${whereOf(scope)}`;
  if (gone) report.add(levelOf(scope, "less"), pair, scope, `${what} loses ${gone}`);
  if (added) report.add(more, pair, scope, `${what} gains ${added}`);
}

/** A pattern that becomes another one cannot be told to admit more or less. */
export function pattern(report: Report, pair: Pair, scope: Scope): void {
  if (same(pair)) return;
  const { base, next } = pair;
  const isOther = base.exists && next.exists;
  const level = isOther ? "breaking" : levelOf(scope, next.exists ? "less" : "more");
  addChanged(report, pair, scope, level);
}

/** Format of texts that are another type in the client: the generator's `decimal-integer`. */
const DECODED_FORMATS: readonly (Json | undefined)[] = ["decimal-integer"];

/** A format, which may decide the type that the client shows. */
export function format(report: Report, pair: Pair, scope: Scope): void {
  const isDecoded = [pair.base, pair.next].some(({ value }) => DECODED_FORMATS.includes(value));
  if (isDecoded && !same(pair)) addChanged(report, pair, scope, "breaking");
  else pattern(report, pair, scope);
}

/** Default of a value that was left out. */
export function defaultValue(report: Report, pair: Pair, scope: Scope): void {
  if (same(pair)) return;
  const level =
    scope.direction === "answer" ? "cosmetic" : pair.base.exists ? "breaking" : "additive";
  addChanged(report, pair, scope, level);
}

/** True if further properties are allowed. */
export function otherProperties(report: Report, pair: Pair, scope: Scope): void {
  const [base, next] = [pair.base, pair.next].map(({ value }) => value !== false);
  if (base !== next) addChanged(report, pair, scope, levelOf(scope, next ? "more" : "less"));
}

/** Adds that a keyword has another value. */
export function addChanged(report: Report, pair: Pair, scope: Scope, level: Level): void {
  if (same(pair)) return;
  const change = `changed from ${show(pair.base.value)} to ${show(pair.next.value)}`;
  report.add(level, pair, scope, `"${keyOf(pair)}" of ${whereOf(scope)} ${change}`);
}

/** The direction in words. */
export function whereOf({ direction }: Scope): string {
  return direction === "request" ? "a request" : "an answer";
}
