/**
 * What the meta-schemas find, as two rules: a finding with an `x-message` is of `unmetCondition`, every other one of
 * `refusedKeyword`. `meta/mod.ts` explains the keywords `x-…`.
 *
 * @module
 */
import leven from "leven";
import { isObject, type Json, objectAt, type Path, pointerOf, textAt } from "../json.ts";
import { type Finding, findingsIn, type Place } from "../meta/mod.ts";
import { type Node, nodesOf } from "../nodes.ts";
import type { Problem, SpecFile } from "../spec_file.ts";
import type { Specs } from "../specs.ts";

/** A spec, its nodes, and what its meta-schema finds in it. */
interface Context {
  readonly spec: SpecFile;
  /** Every node by its JSON pointer. */
  readonly nodes: ReadonlyMap<string, Node>;
  /** Chains that the findings rely on. */
  readonly chains: readonly string[];
  readonly findings: readonly Finding[];
}

/** Each spec is as its meta-schema says: no keyword is unknown, refused or missing, and each has a value of its form. */
export function refusedKeyword(specs: Specs): Problem[] {
  return contextsOf(specs).flatMap((context) => {
    const { findings, nodes } = context;
    const problems = [
      ...findings.flatMap((finding) => problemsOf(context, finding)),
      ...[...nodes.values()].flatMap(unknownIn),
    ];
    // Alternatives of a meta-schema find the same more than once.
    const unique = new Map(problems.map((each) => [`${each.line} ${each.message}`, each]));
    return [...unique.values()].toSorted((one, other) => one.line - other.line);
  });
}

/** The conditions of the meta-schemas are met: keywords go with those beside them. */
export function unmetCondition(specs: Specs): Problem[] {
  return contextsOf(specs).flatMap((context) =>
    context.findings.flatMap((finding) => {
      const message = messageOf(finding);
      if (message === "") return [];
      const { parentSchema, params, keyword, schema } = finding;
      const path = pathOf(finding.instancePath);
      const isOfName = keyword === "propertyNames";
      const key = isOfName ? params.propertyName : parentSchema?.["x-at"];
      const faultPath = key === undefined ? path : [...path, String(key)];
      const text = fillTemplate(message, context, path, String(key));
      return [context.spec.problem(faultPath, text, hintOf(isOfName ? schema : parentSchema))];
    }),
  );
}

/** Contexts are read once for both rules; again where the chains, which are in openapi.yaml, have changed. */
const CONTEXTS = new WeakMap<SpecFile, Context>();

function contextsOf({ openapi, openrpc }: Specs): Context[] {
  const segments = Object.values(objectAt(openapi.value, "x-segments"));
  const chains = [...new Set(segments.map((segment) => textAt(segment, "chain")))];
  return [openapi, openrpc].map((spec) => {
    const known = CONTEXTS.get(spec);
    if (known?.chains.join() === chains.join()) return known;
    const nodes = new Map(nodesOf(spec).map((node) => [pointerOf(node.at), node]));
    const findings = withoutConsequences(findingsIn(spec.file, spec.value, chains));
    const context = { spec, nodes, chains, findings };
    CONTEXTS.set(spec, context);
    return context;
  });
}

/** The message that a meta-schema has for a finding; empty where there is none. */
function messageOf({ keyword, schema, parentSchema }: Finding): string {
  if (keyword === "propertyNames") return isObject(schema) ? textAt(schema, "x-message") : "";
  return keyword === "if" ? textAt(parentSchema, "x-message") : "";
}

/** Leaves out findings within the `then` of a condition that has a message of its own. */
function withoutConsequences(findings: readonly Finding[]): Finding[] {
  const conditions = findings.filter(
    ({ parentSchema }) => parentSchema?.["x-message"] !== undefined,
  );
  // `…/if` and `…/then` are neighbours in the schema.
  const consequences = conditions.map(({ schemaPath }) => schemaPath.replace(/if$/, "then"));
  return findings.filter(
    (each) =>
      conditions.includes(each) || !consequences.some((path) => each.schemaPath.startsWith(path)),
  );
}

function problemsOf(context: Context, finding: Finding): Problem[] {
  const { keyword, params, propertyName } = finding;
  const path = pathOf(finding.instancePath);
  if (messageOf(finding) !== "") return []; // of `unmetCondition`
  if (propertyName !== undefined) return []; // a detail of the finding of `propertyNames`
  // Behind an `if` are findings of their own; `unknownIn` finds unknown keywords, also those that Ajv takes for known since every
  // object has them, such as `constructor`.
  if (keyword === "if" || keyword === "unevaluatedProperties") return [];
  if (keyword === "propertyNames") {
    const name = String(params.propertyName);
    const message = `"${name}" cannot be a name in "${String(path.at(-1))}"`;
    return [context.spec.problem([...path, name], message, hintOf(finding.schema))];
  }
  const node = context.nodes.get(pointerOf(path));
  if (keyword === "required" && node) return [missing(node, String(params.missingProperty))];
  return [misplaced(context, path, finding)];
}

/**
 * Fills `{place}` with the name of the object at `path`, `{key}` with `key`, and any other `{name}` with the text under `name`
 * in that object, or in the nearest around it that has one.
 */
function fillTemplate(template: string, { spec, nodes }: Context, path: Path, key: string): string {
  const fromHereUp = [...path, ""].map((_, length) => path.slice(0, path.length - length));
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === "place") return nodes.get(pointerOf(path))?.place.name ?? "";
    if (name === "key") return key;
    return fromHereUp.map((each) => textAt(spec.at(each), name)).find(Boolean) ?? "";
  });
}

function unknownIn({ spec, at, place, value }: Node): Problem[] {
  const verdicts = Object.entries(place.keywords);
  const knownNames = verdicts.flatMap(([name, verdict]) => ("follows" in verdict ? [name] : []));
  const unknown = Object.keys(isObject(value) ? value : {}).filter(
    (keyword) => !Object.hasOwn(place.keywords, keyword),
  );
  return unknown.map((keyword) => {
    const message = `unknown keyword "${keyword}" of ${place.name}`;
    return spec.problem([...at, keyword], message, nearest(keyword, knownNames));
  });
}

function missing({ spec, at, place, value }: Node, keyword: string): Problem {
  const name = textAt(value, "operationId") || textAt(value, "name");
  const label = name ? `${place.name} "${name}"` : place.name;
  const fix = `Add \`${keyword}\`: ${expectedOf(place, keyword)}.`;
  return spec.problem(at, `${label} has no "${keyword}"`, fix);
}

/** A value that its keyword cannot have, or that is refused with its keyword. */
function misplaced({ spec, nodes, chains }: Context, path: Path, finding: Finding): Problem {
  const { at, place } = holderOf(nodes, path);
  const [keyword = "", ...below] = path.slice(at.length).map(String);
  const node = nodes.get(pointerOf(path));
  // A value where an object of keywords belongs.
  if (node && below.length > 0) {
    const fix = "Write an object of keywords, or remove it.";
    return spec.problem(path, `${shorten(node.value)} is not ${node.place.name}`, fix);
  }
  const what = `keyword "${keyword}" of ${place.name}`;
  const keywordPath = [...at, keyword];
  if (finding.keyword === "not")
    return spec.problem(keywordPath, `${what} is refused`, hintOf(finding.parentSchema));
  const expected = expectedOf(place, keyword);
  const chainNames = expected.includes("chain") ? `; the chains are ${chains.join(", ")}` : "";
  const message = `${what} cannot be ${shorten(spec.at(keywordPath))}`;
  return spec.problem(keywordPath, message, `Write ${expected}${chainNames}.`);
}

function expectedOf({ keywords }: Place, keyword: string): string {
  const verdict = keywords[keyword];
  return verdict && "follows" in verdict ? verdict.expected : "a value";
}

/** The innermost node that `path` is below. */
function holderOf(nodes: ReadonlyMap<string, Node>, path: Path): Node {
  const above = path.map((_, index) => nodes.get(pointerOf(path.slice(0, index))));
  const holder = above.findLast((node) => node !== undefined);
  if (!holder) throw new Error(`Cannot read the meta-schemas: no place holds ${pointerOf(path)}`);
  return holder;
}

function pathOf(pointer: string): string[] {
  const keys = pointer.split("/").slice(1);
  return keys.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function hintOf(schema: unknown): string {
  return isObject(schema) ? textAt(schema, "x-hint") : "";
}

const LONGEST = 60;

/** `value` as JSON in a message, cut where it is long. */
function shorten(value: Json | undefined): string {
  const text = JSON.stringify(value ?? null);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** Remedy for a name that is not among `known`: the nearest of them, or all. */
function nearest(name: string, known: readonly string[]): string {
  const [best] = known
    .map((each) => ({ each, steps: leven(name.toLowerCase(), each.toLowerCase()) }))
    .toSorted((one, other) => one.steps - other.steps);
  if (best && best.steps <= 2) return `Write "${best.each}", or remove it.`;
  return `Remove it, or use one of ${known.join(", ")}.`;
}
