import { isObject, type Json, type JsonObject, objectAt, type Path, textAt } from "../json.ts";
import { type Node, allNodes } from "../nodes.ts";
import type { Problem } from "../spec_error.ts";
import type { SpecFile } from "../spec_file.ts";
import type { Specs } from "../specs.ts";
import type { Shape } from "../verdicts/mod.ts";

const LONGEST = 60;

/** `value` as JSON in a message, cut where it is long. */
function shorten(value: Json | undefined): string {
  const text = JSON.stringify(value ?? null);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** Most names that a message lists. */
const MOST = 12;

/** Remedy for a name that is not among `known`: the nearest of them, or all. */
function nearest(name: string, known: readonly string[]): string {
  const [best] = known
    .map((each) => ({ each, steps: distance(name.toLowerCase(), each.toLowerCase()) }))
    .toSorted((one, other) => one.steps - other.steps);
  if (best && best.steps <= 2) return `Write "${best.each}", or remove it.`;
  return known.length > MOST
    ? "Remove it; docs/keywords.md has those there are."
    : `Remove it, or use one of ${known.join(", ")}.`;
}

/** Least number of characters to add, remove or change. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [at, character] of Array.from(from).entries()) {
    const next = [at + 1];
    for (let index = 1; index <= to.length; index += 1) {
      const changed = (row[index - 1] ?? 0) + (to[index - 1] === character ? 0 : 1);
      next.push(Math.min(changed, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Each keyword follows by the table of verdicts and holds what it is for, and none that is needed is missing. */
export function refusedKeyword(specs: Specs): Problem[] {
  const segments = Object.values(objectAt(specs.openapi.value, "x-segments"));
  const chains = [...new Set(segments.map((segment) => textAt(segment, "chain")))];
  return allNodes(specs).flatMap((node) => nodeProblems(node, chains));
}

function nodeProblems(node: Node, chains: readonly string[]): Problem[] {
  const { spec, path, place, value } = node;
  if (!isObject(value)) {
    const fix = "Write an object of keywords, or remove it.";
    return [spec.problem(path, `${shorten(value)} is not ${place.name}`, fix)];
  }
  const own = Object.keys(value).flatMap((keyword) =>
    keywordProblems(node, [...path, keyword], keyword, chains),
  );
  return [...own, ...missingProblems(node, value)];
}

function keywordProblems(
  { spec, place }: Node,
  path: Path,
  keyword: string,
  chains: readonly string[],
): Problem[] {
  const what = `keyword "${keyword}" of ${place.name}`;
  const verdict = Object.hasOwn(place.keywords, keyword) ? place.keywords[keyword] : undefined;
  if (!verdict) {
    const known = Object.entries(place.keywords).filter(([, each]) => "follows" in each);
    const fix = nearest(
      keyword,
      known.map(([name]) => name),
    );
    return [spec.problem(path, `unknown ${what}`, fix)];
  }
  if ("refused" in verdict) return [spec.problem(path, `${what} is refused`, verdict.refused)];
  const value = spec.at(path) ?? null;
  if (verdict.shape.fits(value, chains)) return nameProblems(spec, path, verdict.shape, value);
  const known = /chain/.test(verdict.shape.expected) ? `; the chains are ${chains.join(", ")}` : "";
  const message = `${what} cannot be ${shorten(value)}`;
  return [spec.problem(path, message, `Write ${verdict.shape.expected}${known}.`)];
}

function nameProblems(spec: SpecFile, path: Path, { names }: Shape, value: Json): Problem[] {
  if (!names || !isObject(value)) return [];
  const others = Object.keys(value).filter((name) => !names.pattern.test(name));
  return others.map((name) => {
    const message = `"${name}" cannot be a name in "${String(path.at(-1))}"`;
    return spec.problem([...path, name], message, `Write ${names.words}.`);
  });
}

function missingProblems({ spec, path, place }: Node, value: JsonObject): Problem[] {
  const missing = (place.needs ?? []).filter((keyword) => value[keyword] === undefined);
  return missing.map((keyword) => {
    const shape = place.keywords[keyword];
    const expected = shape && "follows" in shape ? shape.shape.expected : "a value";
    const message = `${nameOf(spec, path, place.name)} has no "${keyword}"`;
    return spec.problem(path, message, `Add \`${keyword}\`: ${expected}.`);
  });
}

/** `a parameter "limit"`, where the object says its name. */
function nameOf(spec: SpecFile, path: Path, kind: string): string {
  const value = spec.at(path);
  const name = textAt(value, "operationId") || textAt(value, "name");
  return name ? `${kind} "${name}"` : kind;
}
