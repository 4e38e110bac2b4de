import { HOLE_TYPES } from "./hole_types.ts";
import { HOLE, MORE, type Pattern } from "./parse_pattern.ts";
import type { Value, Values } from "./values.ts";

/** Differences of a response from the expected one. */
export interface Mismatch {
  /** Place in the body: `$.data.blocks[0].hash`. */
  readonly path: string;
  readonly expected: string;
  readonly got: string;
}

/** Ends the name of a field that may be absent. */
const OPTIONAL = /\?$/;
const TEXT_HOLE = /<([^<>]+)>/;

/**
 * Compares a JSON value with a pattern.
 *
 * A hole with a name (`<hash block>`) gives the name its value where it has none, and asks for the same value
 * everywhere else. A hole that is no type (`<block>`, `<height+1>`) stands for a value that has that name.
 *
 * @throws {ExchangeError} If the pattern uses a name that has no value.
 */
export function matchPattern(
  pattern: Pattern,
  value: unknown,
  values: Values,
  path = "$",
): Mismatch[] {
  if (typeof pattern === "string") return matchText(pattern, value, values, path);
  if (isList(pattern)) {
    if (!Array.isArray(value)) return [mismatch(path, "an array", value)];
    return matchItems(pattern, value, values, path);
  }
  if (typeof pattern === "object" && pattern !== null) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return [mismatch(path, "an object", value)];
    }
    return matchObject(pattern, value as Readonly<Record<string, unknown>>, values, path);
  }
  return pattern === value ? [] : [mismatch(path, show(pattern), value)];
}

function matchObject(
  pattern: { readonly [key: string]: Pattern },
  value: Readonly<Record<string, unknown>>,
  values: Values,
  path: string,
): Mismatch[] {
  const expected = Object.entries(pattern).flatMap(([name, one]) => {
    const key = name.replace(OPTIONAL, "");
    if (Object.hasOwn(value, key)) return matchPattern(one, value[key], values, `${path}.${key}`);
    if (key !== name) return [];
    return [{ path: `${path}.${key}`, expected: "to be there", got: "nothing" }];
  });
  const extra = Object.keys(value)
    .filter((key) => !Object.hasOwn(pattern, key) && !Object.hasOwn(pattern, `${key}?`))
    .map((key) => mismatch(`${path}.${key}`, "nothing", value[key]));
  return [...expected, ...extra];
}

function matchItems(
  patterns: readonly Pattern[],
  value: readonly unknown[],
  values: Values,
  path: string,
): Mismatch[] {
  const last = patterns.at(-1);
  const isOpen = typeof last === "string" && last.startsWith(MORE);
  const items = isOpen ? patterns.slice(0, -1) : patterns;
  const count = isOpen ? Number(last.slice(1)) : items.length;
  // Without a number behind it, "and more" leaves the length open.
  const isAnyLength = isOpen && count === 0;
  if (isAnyLength ? value.length < items.length : value.length !== count) {
    const expected = isAnyLength ? `at least ${items.length} items` : `${count} items`;
    return [{ path, expected, got: `${value.length} items` }];
  }
  return value.flatMap((item, index) => {
    const pattern = items[Math.min(index, items.length - 1)] ?? null;
    return matchPattern(pattern, item, values, `${path}[${index}]`);
  });
}

function matchText(pattern: string, value: unknown, values: Values, path: string): Mismatch[] {
  if (pattern.startsWith(HOLE)) return matchHole(pattern.slice(1), value, values, path);
  if (typeof value !== "string") return [mismatch(path, show(pattern), value)];
  return fillsHoles(pattern, value, values) ? [] : [mismatch(path, show(pattern), value)];
}

function matchHole(hole: string, value: unknown, values: Values, path: string): Mismatch[] {
  const { type, name } = readHole(hole);
  if (!type) {
    const expected = values.get(hole);
    return expected === value ? [] : [mismatch(path, `${show(expected)} (<${hole}>)`, value)];
  }
  if (!type.accepts(value)) return [mismatch(path, `<${hole}>`, value)];
  if (name === undefined) return [];
  if (!values.has(name)) values.set(name, value as Value);
  const known = values.get(name);
  return known === value ? [] : [mismatch(path, `${show(known)} (<${hole}>)`, value)];
}

/** Texts may have holes inside: `"No block <height>"`. */
function fillsHoles(pattern: string, value: string, values: Values): boolean {
  const parts = pattern.split(TEXT_HOLE);
  const names: (string | undefined)[] = [];
  const source = parts.map((part, index) => {
    if (index % 2 === 0) return escapePattern(part);
    const { type, name } = readHole(part);
    if (!type) return escapePattern(String(values.get(part)));
    names.push(name);
    return `(${type.inText ?? "[\\s\\S]*"})`;
  });
  const found = new RegExp(`^${source.join("")}$`).exec(value);
  if (!found) return false;
  return names.every((name, index) => {
    const text = found[index + 1] ?? "";
    if (name === undefined) return true;
    if (!values.has(name)) values.set(name, text);
    return String(values.get(name)) === text;
  });
}

function readHole(hole: string): {
  readonly type: (typeof HOLE_TYPES)[string] | undefined;
  readonly name: string | undefined;
} {
  const [first = "", name] = hole.split(" ");
  return Object.hasOwn(HOLE_TYPES, first)
    ? { type: HOLE_TYPES[first], name }
    : { type: undefined, name: undefined };
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function isList(pattern: Pattern): pattern is readonly Pattern[] {
  return Array.isArray(pattern);
}

function mismatch(path: string, expected: string, value: unknown): Mismatch {
  return { path, expected, got: show(value) };
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 200 ? `${text.slice(0, 200)}… (${text.length} characters)` : text;
}
