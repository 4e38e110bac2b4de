import { AMOUNT_FORMAT } from "../specs/formats.ts";
import type { Json } from "../specs/json.ts";
import type { Level } from "./change.ts";
import { type Pair, show } from "./_pair.ts";
import type { Place } from "./_place.ts";
import type { Rule } from "./_rules.ts";

/** A number that values may not pass: `least` of them, or the most. */
export function bound(kind: "least" | "most"): Rule {
  const none = kind === "least" ? -Infinity : Infinity;
  return (pair) => {
    const [base, next] = pair.both(({ value }) => Number(value ?? none));
    pair.addChanged(pair.levelOf((kind === "least" ? next > base : next < base) ? "less" : "more"));
  };
}

/** The types a value may have. */
export const types: Rule = (pair) => {
  const [base, next] = pair.both(({ value }) =>
    value === undefined ? ALL_TYPES : [value].flat().map(String),
  );
  const fits = (set: readonly string[], type: string): boolean =>
    set.includes(type) || (type === "integer" && set.includes("number"));
  if (base.some((type) => !fits(next, type))) pair.addChanged(pair.levelOf("less"));
  if (next.some((type) => !fits(base, type))) pair.addChanged(pair.levelOf("more"));
};

const ALL_TYPES = ["object", "array", "string", "number", "boolean", "null"];

/** The closed set of values, as `enum` or `const`; both keywords of a schema are seen at once. */
export const closedValues: Rule = (schema) => {
  const [base, next] = schema.both(closedAt);
  const isSingle = schema.both((place) => place.get("const").exists).some(Boolean);
  const pair = schema.child(isSingle ? "const" : "enum");
  if (base && next) {
    // A set whose readers know that it grows may do so in answers too.
    const isOpen = schema.both((place) => place.get("x-extensible-enum").exists).every(Boolean);
    compareSets(pair, base, next, isOpen ? "additive" : schema.levelOf("more"));
  } else if (base || next) pair.addChanged(pair.levelOf(next ? "less" : "more"));
};

function closedAt(schema: Place): Json[] | undefined {
  const only = schema.get("const");
  return only.exists ? [only.value ?? null] : listAt(schema.get("enum"));
}

/** The known values of a set that may grow. */
export const openValues: Rule = (pair) => {
  const [base, next] = pair.both(listAt);
  if (base && next) compareSets(pair, base, next, "additive");
  else pair.addChanged("additive");
};

/** Values allowed on each chain. */
export const valuesByChain: Rule = (pair) => {
  for (const [, values] of pair.members()) openValues(values);
};

function listAt({ value }: Place): Json[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

function compareSets(pair: Pair, base: readonly Json[], next: readonly Json[], more: Level): void {
  const missing = (from: readonly Json[], other: readonly Json[]): string =>
    from
      .filter((value) => !other.includes(value))
      .map(show)
      .join(", ");
  const [gone, added] = [missing(base, next), missing(next, base)];
  const what = `"${pair.key}" of ${pair.where}`;
  if (gone) pair.add(pair.levelOf("less"), `${what} loses ${gone}`);
  if (added) pair.add(more, `${what} gains ${added}`);
}

/** A pattern that becomes another one cannot be told to admit more or less. */
export const pattern: Rule = (pair) =>
  pair.addChanged(pair.isKept ? "breaking" : pair.levelOf(pair.next.exists ? "less" : "more"));

/** A format, which may decide the type that the client shows. */
export const format: Rule = (pair) => {
  const isAmount = pair.both(({ value }) => value === AMOUNT_FORMAT).some(Boolean);
  if (isAmount) pair.addChanged("breaking");
  else pattern(pair);
};

/** Default of a value that was left out. */
export const defaultValue: Rule = (pair) => {
  const level = pair.base.exists ? "breaking" : "additive";
  pair.addChanged(pair.scope.direction === "answer" ? "cosmetic" : level);
};

/** True if further properties are allowed. */
export const otherProperties: Rule = (pair) => {
  const [base, next] = pair.both(({ value }) => value !== false);
  if (base !== next) pair.addChanged(pair.levelOf(next ? "more" : "less"));
};
