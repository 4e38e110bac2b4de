import { isObject, type Json, objectAt, type Path, pointerOf, textAt } from "../json.ts";
import { type Finding, findingsIn } from "../meta/mod.ts";
import { type Node, nodesOf } from "../nodes.ts";
import type { Problem } from "../spec_error.ts";
import type { SpecFile } from "../spec_file.ts";
import type { Specs } from "../specs.ts";
import { nearest } from "./_nearest.ts";

/** Each spec is as its meta-schema says: no keyword is unknown, refused or missing, and each holds what it is for. */
export function refusedKeyword(specs: Specs): Problem[] {
  const segments = Object.values(objectAt(specs.openapi.value, "x-segments"));
  const chains = [...new Set(segments.map((segment) => textAt(segment, "chain")))];
  return [specs.openapi, specs.openrpc].flatMap((spec) => {
    const nodes = new Map(nodesOf(spec).map((node) => [pointerOf(node.path), node]));
    const findings = withoutConsequences(findingsIn(spec.file, spec.value, chains));
    const problems = [
      ...findings.flatMap((finding) => problemsOf({ spec, nodes, chains }, finding)),
      ...nodesOf(spec).flatMap(unknownIn),
    ];
    const once = new Map(
      problems.map((problem) => [`${problem.line} ${problem.message}`, problem]),
    );
    return [...once.values()].toSorted((one, other) => one.line - other.line);
  });
}

interface Context {
  readonly spec: SpecFile;
  /** Every node by its JSON pointer. */
  readonly nodes: ReadonlyMap<string, Node>;
  readonly chains: readonly string[];
}

/** Leaves out what a condition with a message of its own was not met by. */
function withoutConsequences(findings: readonly Finding[]): Finding[] {
  const conditions = findings.filter(
    ({ parentSchema }) => parentSchema?.["x-message"] !== undefined,
  );
  return findings.filter((each) =>
    conditions.every(
      (condition) =>
        each === condition ||
        !each.schemaPath.startsWith(condition.schemaPath.replace(/if$/, "then")),
    ),
  );
}

function problemsOf(context: Context, finding: Finding): Problem[] {
  const { keyword, parentSchema = {}, params, propertyName } = finding;
  const path = pathOf(finding.instancePath);
  const { spec, nodes } = context;
  const node = nodes.get(pointerOf(path));
  // Findings of a name within that of `propertyNames`, which has the hint.
  if (propertyName !== undefined) return [];
  if (keyword === "propertyNames") {
    const key = String(params.propertyName);
    const own = isObject(finding.schema) ? textAt(finding.schema, "x-message") : "";
    const message = own || `"{key}" cannot be a name in "${String(path.at(-1))}"`;
    return [spec.problem([...path, key], message.replace("{key}", key), hintOf(finding.schema))];
  }
  if (keyword === "if") {
    const message = textAt(parentSchema, "x-message");
    if (message === "") return [];
    const at = [...path, ...[parentSchema["x-at"] ?? []].flat().map(String)];
    return [spec.problem(at, filled(message, context, path), hintOf(parentSchema))];
  }
  if (keyword === "required" && node) return [missing(node, String(params.missingProperty))];
  // Ajv takes a keyword for known that every object has, such as `constructor`: `unknownIn` finds them all.
  if (keyword === "unevaluatedProperties") return [];
  return [misplaced(context, path, finding)];
}

/** Puts in place of each `{name}` what the object at `path` has under it, or the nearest above; of `{place}`, what it is. */
function filled(template: string, { spec, nodes }: Context, path: Path): string {
  const above = [...path, ""].map((_, length) => path.slice(0, path.length - length));
  return template.replaceAll(/\{(\w+)\}/g, (_, key: string) => {
    if (key === "place") return nodes.get(pointerOf(path))?.place.name ?? "";
    return above.map((each) => textAt(spec.at(each), key)).find(Boolean) ?? "";
  });
}

function unknownIn({ spec, path, place, value }: Node): Problem[] {
  const keywords = Object.keys(isObject(value) ? value : {});
  const known = Object.entries(place.keywords).filter(([, each]) => "follows" in each);
  const names = known.map(([name]) => name);
  return keywords
    .filter((keyword) => !Object.hasOwn(place.keywords, keyword))
    .map((keyword) => {
      const message = `unknown keyword "${keyword}" of ${place.name}`;
      return spec.problem([...path, keyword], message, nearest(keyword, names));
    });
}

function missing({ spec, path, place, value }: Node, keyword: string): Problem {
  const verdict = place.keywords[keyword];
  const expected = verdict && "follows" in verdict ? verdict.expected : "a value";
  const name = textAt(value, "operationId") || textAt(value, "name");
  const label = name ? `${place.name} "${name}"` : place.name;
  return spec.problem(path, `${label} has no "${keyword}"`, `Add \`${keyword}\`: ${expected}.`);
}

/** A value that its keyword cannot have, or that is refused with its keyword. */
function misplaced({ spec, nodes, chains }: Context, path: Path, finding: Finding): Problem {
  const holder = holderOf(nodes, path);
  const [keyword = "", ...below] = path.slice(holder.path.length).map(String);
  const own = nodes.get(pointerOf(path));
  if (own && below.length > 0) {
    const fix = "Write an object of keywords, or remove it.";
    return spec.problem(path, `${shorten(own.value)} is not ${own.place.name}`, fix);
  }
  const at = [...holder.path, keyword];
  const what = `keyword "${keyword}" of ${holder.place.name}`;
  if (finding.keyword === "not") {
    return spec.problem(at, `${what} is refused`, hintOf(finding.parentSchema));
  }
  const verdict = holder.place.keywords[keyword];
  const expected = verdict && "follows" in verdict ? verdict.expected : "a value";
  const known = expected.includes("chain") ? `; the chains are ${chains.join(", ")}` : "";
  return spec.problem(
    at,
    `${what} cannot be ${shorten(spec.at(at))}`,
    `Write ${expected}${known}.`,
  );
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
