import { AMOUNT_FORMAT } from "../specs/formats.ts";
import type { Json } from "../specs/json.ts";
import { type Pair, show } from "./_pair.ts";
import type { Place } from "./_place.ts";
import { ruleForEach, cosmetic, elsewhere, fields, type Rule, type Rules } from "./_rules.ts";
import type { Level } from "./change.ts";

/** A bound of numbers or lengths: the least that is allowed, or the most. */
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
const openValues: Rule = (pair) => {
  const [base, next] = pair.both(listAt);
  if (base && next) compareSets(pair, base, next, "additive");
  else pair.addChanged("additive");
};

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

/** A changed pattern is breaking: whether it admits more or less is not decidable here. */
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
const otherProperties: Rule = (pair) => {
  const [base, next] = pair.both(({ value }) => value !== false);
  if (base !== next) pair.addChanged(pair.levelOf(next ? "more" : "less"));
};

const KEYWORDS: Rules = {
  ...ruleForEach(["enum", "const", "properties", "required", "anyOf", "oneOf", "allOf"], elsewhere),
  ...ruleForEach(["minimum", "minLength", "minItems", "exclusiveMinimum"], bound("least")),
  ...ruleForEach(["maximum", "maxLength", "maxItems", "exclusiveMaximum"], bound("most")),
  type: types,
  discriminator: cosmetic,
  items: compareItems,
  prefixItems: compareTuple,
  additionalProperties: compareOthers,
  multipleOf: pattern,
  pattern,
  format,
  default: defaultValue,
  "x-extensible-enum": openValues,
  "x-values-by-chain": valuesByChain,
};

const compareKeywords = fields(KEYWORDS);

/** Compares all but the keywords of a schema that becomes one of several alternatives, or the other way round. */
const compareMarks = fields(ruleForEach(Object.keys(KEYWORDS), elsewhere));

/** Compares two schemas and everything below them. */
export function compareSchema(pair: Pair): void {
  if (!pair.base.exists && !pair.next.exists) return;
  if (!pair.isKept) return pair.addChanged(pair.levelOf(pair.next.exists ? "less" : "more"));
  if (pair.isRepeated) return;
  const choices = pair.both((schema) => choiceOf(schema).exists).filter(Boolean).length;
  if (choices === 1) compareMarks(pair);
  else compareKeywords(pair);
  if (choices > 0) compareAlternatives(pair);
  if (choices !== 1) compareObject(pair);
}

const compareObject: Rule = (pair) => {
  closedValues(pair);
  const [wasRequired, isRequired] = pair.both((schema) => requiredAt(schema, pair));
  for (const [name, property] of pair.named(propertiesOf))
    compareProperty(property, name, wasRequired.includes(name), isRequired.includes(name));
};

/** Parts of a schema: the objects of its `allOf`, and itself. */
function partsOf(schema: Place): Place[] {
  return [...schema.get("allOf").items().flatMap(partsOf), schema];
}

function propertiesOf(schema: Place): Map<string, Place> {
  const properties = partsOf(schema).map((part) => part.get("properties"));
  return new Map(
    properties.flatMap((each) => each.keys().map((name) => [name, each.get(name)] as const)),
  );
}

/** Names of the required properties; at the layer `given` without those that are decided. */
function requiredAt(schema: Place, { scope }: Pair): string[] {
  const lists = partsOf(schema).flatMap((part) => part.get("required").items());
  const names = lists.map((name) => name.text());
  if (scope.layer === "decided") return names;
  const properties = propertiesOf(schema);
  return names.filter((name) => properties.get(name)?.get("x-source").value !== "decided");
}

/** Compares a property. `was` and `is` say whether the base and the next version require it. */
function compareProperty(pair: Pair, name: string, was: boolean, is: boolean): void {
  const { where } = pair;
  if (!pair.base.exists) {
    const isDemanded = is && pair.scope.direction === "request";
    const demand = isDemanded ? " that must be there" : "";
    const level = isDemanded ? "breaking" : "additive";
    return pair.add(level, `${where} gains property "${name}"${demand}`);
  }
  if (!pair.next.exists) return pair.add("breaking", `${where} loses property "${name}"`);
  const change = is ? "must be there" : "may be left out";
  if (was !== is) pair.add(pair.levelOf(is ? "less" : "more"), `"${name}" of ${where} ${change}`);
  compareSchema(pair);
}

/** The items of a list; `false` after a tuple. */
function compareItems(pair: Pair): void {
  const isTuple = pair.both(({ value }) => value === false).some(Boolean);
  if (isTuple) pair.addChanged("breaking");
  else compareSchema(pair);
}

/** The items of a tuple, each by its place. */
function compareTuple(pair: Pair): void {
  const [base, next] = pair.both((list) => list.items().length);
  if (base !== next) return pair.addChanged("breaking");
  for (let index = 0; index < base; index += 1) compareSchema(pair.child(index));
}

function compareOthers(pair: Pair): void {
  const isSchema = pair.both(({ value }) => typeof value === "object").every(Boolean);
  if (isSchema) compareSchema(pair);
  else otherProperties(pair);
}

/** Alternatives are the same where they refer to the same schema, or have the same type. */
function compareAlternatives(pair: Pair): void {
  for (const [name, alternative] of pair.named(alternativesByName)) {
    const isMore = alternative.next.exists;
    if (alternative.isKept) compareSchema(alternative);
    else {
      const message = `${pair.where} ${isMore ? "gains" : "loses"} the alternative ${name}`;
      pair.add(pair.levelOf(isMore ? "more" : "less"), message);
    }
  }
}

function alternativesByName(schema: Place): Map<string, Place> {
  const choice = choiceOf(schema);
  const byName = new Map<string, Place>();
  for (const alternative of choice.exists ? choice.items() : [schema]) {
    const name = alternative.refName ?? JSON.stringify(alternative.get("type").value ?? "any");
    // A second one of a name, such as another object, is told apart by its position.
    byName.set(byName.has(name) ? `${name} ${byName.size}` : name, alternative);
  }
  return byName;
}

/** The alternatives of a schema, whichever keyword they stand under. */
function choiceOf(schema: Place): Place {
  const choice = schema.get("oneOf");
  return choice.exists ? choice : schema.get("anyOf");
}
