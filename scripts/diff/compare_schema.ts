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
} from "./compare_keywords.ts";
import { childOf, compareKeys, elsewhere, pairMembers, type Rules } from "./compare_keys.ts";
import type { Place } from "./place.ts";
import type { Pair, Report, Scope } from "./report.ts";

const KEYWORDS: Rules = {
  type: types,
  enum: elsewhere,
  const: elsewhere,
  properties: elsewhere,
  required: elsewhere,
  anyOf: elsewhere,
  items: (report, pair, scope) => compareSchema(report, pair, scope),
  additionalProperties: compareOthers,
  minimum: bound("least"),
  minLength: bound("least"),
  minItems: bound("least"),
  maximum: bound("most"),
  maxLength: bound("most"),
  maxItems: bound("most"),
  pattern,
  format,
  default: defaultValue,
  "x-extensible-enum": openValues,
  "x-values-by-chain": valuesByChain,
};

/** Where a schema becomes one of several alternatives, or the other way round, its keywords are compared there. */
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
  const choices = [pair.base, pair.next].filter((schema) => schema.get("anyOf").exists).length;
  compareKeys(report, pair, scope, choices === 1 ? AROUND_CHOICE : KEYWORDS);
  if (choices > 0) compareAlternatives(report, pair, scope);
  if (choices !== 1) compareObject(report, pair, scope);
}

function compareObject(report: Report, pair: Pair, scope: Scope): void {
  closedValues(report, pair, scope);
  const [base, next] = [requiredAt(pair.base, scope), requiredAt(pair.next, scope)];
  for (const [name, property] of pairMembers(childOf(pair, "properties"))) {
    const [was, is] = [base.includes(name), next.includes(name)];
    compareProperty(report, property, scope, { name, was, is });
  }
}

interface Presence {
  readonly name: string;
  /** Whether it was and is always there. */
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
  const { value } = schema.get("required");
  const names = Array.isArray(value) ? value.map(String) : [];
  if (layer === "decided") return names;
  const properties = schema.get("properties");
  return names.filter((name) => properties.get(name).get("x-source").value !== "decided");
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
  const choice = schema.get("anyOf");
  const alternatives = choice.exists ? choice.items() : [schema];
  const named = new Map<string, Place>();
  for (const alternative of alternatives) {
    const name = alternative.refName ?? JSON.stringify(alternative.get("type").value ?? "any");
    named.set(named.has(name) ? `${name} ${named.size}` : name, alternative);
  }
  return named;
}
