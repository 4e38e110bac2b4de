import {
  addChanged,
  bound,
  closedValues,
  defaultValue,
  format,
  levelOf,
  openValues,
  otherProperties,
  pattern,
  types,
  valuesByChain,
  whereOf,
} from "./_compare_keywords.ts";
import { childOf, compareKeys, cosmetic, elsewhere, type Rules } from "./_compare_keys.ts";
import type { Place } from "./_place.ts";
import type { Pair, Report, Scope } from "./_report.ts";

const KEYWORDS: Rules = {
  type: types,
  enum: elsewhere,
  const: elsewhere,
  properties: elsewhere,
  required: elsewhere,
  anyOf: elsewhere,
  oneOf: elsewhere,
  allOf: elsewhere,
  discriminator: cosmetic,
  items: compareItems,
  prefixItems: comparePlaces,
  additionalProperties: compareOthers,
  minimum: bound("least"),
  minLength: bound("least"),
  minItems: bound("least"),
  exclusiveMinimum: bound("least"),
  exclusiveMaximum: bound("most"),
  multipleOf: pattern,
  maximum: bound("most"),
  maxLength: bound("most"),
  maxItems: bound("most"),
  pattern,
  format,
  default: defaultValue,
  "x-extensible-enum": openValues,
  "x-values-by-chain": valuesByChain,
};

/** Compares the keywords of a schema that becomes one of several alternatives, or the other way round. */
const AROUND_CHOICE: Rules = Object.fromEntries(
  Object.keys(KEYWORDS).map((keyword) => [keyword, elsewhere]),
);

/** Compares two schemas and everything below them. */
export function compareSchema(report: Report, pair: Pair, scope: Scope): void {
  if (pair.base.fingerprint === pair.next.fingerprint) return;
  if (!pair.base.exists || !pair.next.exists) {
    addChanged(report, pair, scope, levelOf(scope, pair.next.exists ? "less" : "more"));
    return;
  }
  report.once(pair, scope, () => compareKeywords(report, pair, scope));
}

function compareKeywords(report: Report, pair: Pair, scope: Scope): void {
  const choices = [pair.base, pair.next].filter((schema) => choiceOf(schema).exists).length;
  compareKeys(report, pair, scope, choices === 1 ? AROUND_CHOICE : KEYWORDS);
  if (choices > 0) compareAlternatives(report, pair, scope);
  if (choices !== 1) compareObject(report, pair, scope);
}

function compareObject(report: Report, pair: Pair, scope: Scope): void {
  closedValues(report, pair, scope);
  const [base, next] = [requiredAt(pair.base, scope), requiredAt(pair.next, scope)];
  const [bases, nexts] = [propertiesOf(pair.base), propertiesOf(pair.next)];
  for (const name of new Set([...bases.keys(), ...nexts.keys()])) {
    const absent = childOf(childOf(pair, "properties"), name);
    const property = {
      base: bases.get(name) ?? absent.base,
      next: nexts.get(name) ?? absent.next,
    };
    const [was, is] = [base.includes(name), next.includes(name)];
    compareProperty(report, property, scope, { name, was, is });
  }
}

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

interface Presence {
  readonly name: string;
  /** True if it was and is required. */
  readonly was: boolean;
  readonly is: boolean;
}

function compareProperty(
  report: Report,
  pair: Pair,
  scope: Scope,
  { name, was, is }: Presence,
): void {
  const where = whereOf(scope);
  if (!pair.base.exists) {
    const isDemanded = is && scope.direction === "request";
    const demand = isDemanded ? " that must be there" : "";
    const message = `${where} gains property "${name}"${demand}`;
    report.add(isDemanded ? "breaking" : "additive", pair, scope, message);
    return;
  }
  if (!pair.next.exists) {
    report.add("breaking", pair, scope, `${where} loses property "${name}"`);
    return;
  }
  if (was !== is) {
    const message = is ? "must be there" : "may be left out";
    report.add(
      levelOf(scope, is ? "less" : "more"),
      pair,
      scope,
      `"${name}" of ${where} ${message}`,
    );
  }
  compareSchema(report, pair, scope);
}

/** Of the names that are required, a decided property is no part of what is given. */
function requiredAt(schema: Place, { layer }: Scope): string[] {
  const names = partsOf(schema).flatMap((part) =>
    part
      .get("required")
      .items()
      .map((name) => name.text()),
  );
  if (layer === "decided") return names;
  const properties = propertiesOf(schema);
  return names.filter((name) => properties.get(name)?.get("x-source").value !== "decided");
}

/** The items of a list; none stand behind those of a tuple. */
function compareItems(report: Report, pair: Pair, scope: Scope): void {
  const isTuple = [pair.base, pair.next].some(({ value }) => value === false);
  if (isTuple) addChanged(report, pair, scope, "breaking");
  else compareSchema(report, pair, scope);
}

/** The items of a tuple, each by its place. */
function comparePlaces(report: Report, pair: Pair, scope: Scope): void {
  const [base, next] = [pair.base.items(), pair.next.items()];
  if (base.length !== next.length) return addChanged(report, pair, scope, "breaking");
  base.forEach((_, index) => compareSchema(report, childOf(pair, index), scope));
}

function compareOthers(report: Report, pair: Pair, scope: Scope): void {
  const isSchema = [pair.base, pair.next].every(({ value }) => typeof value === "object");
  if (isSchema) compareSchema(report, pair, scope);
  else otherProperties(report, pair, scope);
}

/** Alternatives are the same where they refer to the same schema, or have the same type. */
function compareAlternatives(report: Report, pair: Pair, scope: Scope): void {
  const [base, next] = [alternativesOf(pair.base), alternativesOf(pair.next)];
  for (const name of new Set([...base.keys(), ...next.keys()])) {
    const [was, is] = [base.get(name), next.get(name)];
    if (was && is) compareSchema(report, { base: was, next: is }, scope);
    else {
      const verb = is ? "gains" : "loses";
      const message = `${whereOf(scope)} ${verb} the alternative ${name}`;
      report.add(levelOf(scope, is ? "more" : "less"), pair, scope, message);
    }
  }
}

function alternativesOf(schema: Place): Map<string, Place> {
  const choice = choiceOf(schema);
  const alternatives = choice.exists ? choice.items() : [schema];
  const named = new Map<string, Place>();
  for (const alternative of alternatives) {
    const name = alternative.refName ?? JSON.stringify(alternative.get("type").value ?? "any");
    named.set(named.has(name) ? `${name} ${named.size}` : name, alternative);
  }
  return named;
}

/** The alternatives of a schema, whichever keyword they stand under. */
function choiceOf(schema: Place): Place {
  const choice = schema.get("oneOf");
  return choice.exists ? choice : schema.get("anyOf");
}
