import { isObject, type Json } from "../json.ts";

/** What a keyword may hold. */
export interface Shape {
  /** In the words of a message. */
  readonly expected: string;
  /** Tells whether `value` is that; `chains` are the chains of the specs. */
  fits(value: Json, chains: readonly string[]): boolean;
  /** Name of the place that the objects in it are, and how they stand in it. */
  readonly below?: { readonly place: string; readonly as: "one" | "list" | "map" };
  /** The names that objects in it may have, and these in words. */
  readonly names?: { readonly pattern: RegExp; readonly words: string };
}

/** What becomes of a keyword: it follows, in the words of the documentation, or is refused, with what to do instead. */
export type Verdict =
  | { readonly follows: string; readonly shape: Shape }
  | { readonly refused: string };

/** A kind of object of the specs: the verdict for each of its keywords. */
export interface Place {
  /** As messages name it: "an operation". */
  readonly name: string;
  readonly keywords: Readonly<Record<string, Verdict>>;
  /** Keywords it must have, unless a reference stands in its place. */
  readonly needs?: readonly string[];
  /** Whether a reference may stand in its place. */
  readonly refers?: boolean;
}

/** Where a keyword follows to that is for readers of the specs themselves. */
export const PUBLISHED = "the published specs alone";

/** A keyword that follows. */
export function follows(words: string, shape: Shape): Verdict {
  return { follows: words, shape };
}

/** Keywords that are refused for the same reason. */
export function refused<Keyword extends string>(
  instead: string,
  ...keywords: readonly Keyword[]
): Record<Keyword, Verdict> {
  const entries = keywords.map((keyword) => [keyword, { refused: instead }]);
  return Object.fromEntries(entries) as Record<Keyword, Verdict>;
}

const shape = (expected: string, fits: Shape["fits"]): Shape => ({ expected, fits });

export const TEXT = shape("a text", (value) => typeof value === "string" && value !== "");
export const FLAG = shape("true or false", (value) => typeof value === "boolean");
export const NUMBER = shape("a number", (value) => typeof value === "number");
export const POSITIVE = shape(
  "a whole number from 1",
  (value) => Number.isSafeInteger(value) && Number(value) >= 1,
);
export const LIMIT = shape(
  "a whole number from 1, or null for no limit",
  (value) => value === null || POSITIVE.fits(value, []),
);
export const REFUSAL_STATUS = shape(
  "an HTTP status from 400 to 599",
  (value) => Number.isInteger(value) && Number(value) >= 400 && Number(value) <= 599,
);
export const COUNT = shape("an integer from 0", isCount);
export const ANY = shape("a value", () => true);
export const LIST = shape("a list of values", (value) => Array.isArray(value));
export const VALUES = shape("a list of values, at least one", hasItems);
export const TEXTS = shape("a list of texts", isTexts);
export const OBJECT = shape("an object", isObject);

/** One of a few texts. */
export function oneOf(...values: readonly string[]): Shape {
  return shape(values.join(" or "), (value) => values.includes(String(value)));
}

/** A text that a pattern holds for, in words. */
export function matching(pattern: RegExp, expected: string): Shape {
  return shape(expected, (value) => typeof value === "string" && pattern.test(value));
}

/** A shape of its own. */
export function custom(expected: string, fits: Shape["fits"]): Shape {
  return shape(expected, fits);
}

/** An object that is a place. */
export function one(place: string, expected: string): Shape {
  return { expected, fits: isObject, below: { place, as: "one" } };
}

/** A list of objects of a place, `least` at the least. */
export function listOf(place: string, expected: string, least = 0): Shape {
  const fits = (value: Json): boolean => Array.isArray(value) && value.length >= least;
  return { expected, fits, below: { place, as: "list" } };
}

/** An object with objects of a place by names. */
export function mapOf(place: string, expected: string, names?: Shape["names"]): Shape {
  return { expected, fits: isObject, below: { place, as: "map" }, ...(names ? { names } : {}) };
}

/** A shape or another value. */
export function or(values: readonly Json[], other: Shape): Shape {
  return { ...other, fits: (value, chains) => values.includes(value) || other.fits(value, chains) };
}

function isCount(value: Json): boolean {
  return Number.isInteger(value) && Number(value) >= 0;
}

function hasItems(value: Json): boolean {
  return Array.isArray(value) && value.length > 0;
}

function isTexts(value: Json): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
