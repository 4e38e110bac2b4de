import {
  bound,
  closedValues,
  defaultValue,
  format,
  openValues,
  otherProperties,
  pattern,
  types,
  valuesByChain,
} from "./_keywords.ts";
import type { Pair } from "./_pair.ts";
import type { Place } from "./_place.ts";
import { all, cosmetic, elsewhere, fields, type Rule, type Rules } from "./_rules.ts";

const KEYWORDS: Rules = {
  ...all(["enum", "const", "properties", "required", "anyOf", "oneOf", "allOf"], elsewhere),
  ...all(["minimum", "minLength", "minItems", "exclusiveMinimum"], bound("least")),
  ...all(["maximum", "maxLength", "maxItems", "exclusiveMaximum"], bound("most")),
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

/** Compares what is no keyword of a schema that becomes one of several alternatives, or the other way round. */
const compareMarks = fields(all(Object.keys(KEYWORDS), elsewhere));

/** Compares two schemas and everything below them. */
export function compareSchema(pair: Pair): void {
  const [base, next] = pair.both(({ fingerprint }) => fingerprint);
  if (base === next) return;
  if (!pair.isKept) return pair.addChanged(pair.levelOf(pair.next.exists ? "less" : "more"));
  pair.once(() => {
    const choices = pair.both((schema) => choiceOf(schema).exists).filter(Boolean).length;
    if (choices === 1) compareMarks(pair);
    else compareKeywords(pair);
    if (choices > 0) compareAlternatives(pair);
    if (choices !== 1) compareObject(pair);
  });
}

const compareObject: Rule = (pair) => {
  closedValues(pair);
  const [wasRequired, isRequired] = pair.both((schema) => requiredAt(schema, pair));
  const [bases, nexts] = pair.both(propertiesOf);
  for (const name of new Set([...bases.keys(), ...nexts.keys()])) {
    const absent = pair.child("properties").child(name);
    const property = pair.of(bases.get(name) ?? absent.base, nexts.get(name) ?? absent.next);
    compareProperty(property, name, wasRequired.includes(name), isRequired.includes(name));
  }
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

/** Of the names that are required, a decided property is no part of what is given. */
function requiredAt(schema: Place, { scope }: Pair): string[] {
  const lists = partsOf(schema).flatMap((part) => part.get("required").items());
  const names = lists.map((name) => name.text());
  if (scope.layer === "decided") return names;
  const properties = propertiesOf(schema);
  return names.filter((name) => properties.get(name)?.get("x-source").value !== "decided");
}

/** Compares a property that was and is required, or not. */
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

/** The items of a list; none stand behind those of a tuple. */
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
  const [base, next] = pair.both(alternativesOf);
  for (const name of new Set([...base.keys(), ...next.keys()])) {
    const [was, is] = [base.get(name), next.get(name)];
    if (was && is) compareSchema(pair.of(was, is));
    else {
      const verb = is ? "gains" : "loses";
      pair.add(pair.levelOf(is ? "more" : "less"), `${pair.where} ${verb} the alternative ${name}`);
    }
  }
}

function alternativesOf(schema: Place): Map<string, Place> {
  const choice = choiceOf(schema);
  const named = new Map<string, Place>();
  for (const alternative of choice.exists ? choice.items() : [schema]) {
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
