import { type Segment, SEGMENTS } from "../../chains/mod.ts";
import { type Tier, TIERS } from "../../generated/tiers.gen.ts";
import { isAddressRange } from "../../ip_addresses.ts";
import { type EventRetention, EXPECTED_RETENTION, isEventRetention } from "../event_retention.ts";
import type { Values } from "./rows.ts";

/** Longest delay of a timer in milliseconds; also the bound of counts. */
export const MAXIMUM: number = 2 ** 31 - 1;

/** Bound of most counts. */
export const MILLION = 1_000_000;

/** A whole number within bounds. */
export function wholeNumber(minimum: number, maximum: number): Values<number> {
  return {
    type: "whole number",
    bounds: [minimum, maximum],
    expected: `a whole number from ${minimum} to ${maximum}`,
    isKind: isNumber,
    isAllowed: (value) => Number.isSafeInteger(value) && value >= minimum && value <= maximum,
  };
}

/** A number of bytes within bounds. */
export function bytes(minimum: number, maximum: number): Values<number> {
  return { ...wholeNumber(minimum, maximum), type: "bytes" };
}

/** Whole milliseconds, which a flag takes as seconds. */
export function milliseconds(minimum: 0 | 1): Values<number> {
  return { ...wholeNumber(minimum, MAXIMUM), type: "duration" };
}

/** A number above 0, up to a bound. */
export function positiveNumber(maximum: number): Values<number> {
  return {
    type: "number",
    bounds: [0, maximum],
    expected: `a number above 0 and at most ${maximum}`,
    isKind: isNumber,
    isAllowed: (value) => value > 0 && value <= maximum,
  };
}

/** One of some strings. */
export function choiceOf<Choice extends string>(choices: readonly Choice[]): Values<Choice> {
  return {
    type: "choice",
    choices,
    expected: `one of ${choices.join(", ")}`,
    isKind: isString,
    isAllowed: (value) => choices.includes(value),
  };
}

/** A tier of the specs. */
export const tierName: Values<Tier> = choiceOf(Object.keys(TIERS) as Tier[]);

const SEGMENT_NAMES: readonly string[] = Object.keys(SEGMENTS);

/** Some of the segments of the specs. */
export const segmentList: Values<readonly Segment[]> = {
  type: "segments",
  expected: `a list of ${SEGMENT_NAMES.join(", ")}, each once`,
  isKind: isStringList,
  isAllowed: (value) => areUnique(value) && value.every((one) => SEGMENT_NAMES.includes(one)),
};

/** Some IP addresses and ranges of them. */
export const addressList: Values<readonly string[]> = {
  type: "list",
  expected: "a list of IP addresses or ranges of them, such as 10.0.0.0/8, each once",
  isKind: isStringList,
  isAllowed: (value) => areUnique(value) && value.every(isAddressRange),
};

/** Bound of the event logs. */
export const eventRetention: Values<EventRetention> = {
  type: "number or age",
  expected: EXPECTED_RETENTION,
  isKind: (value) => isNumber(value) || isString(value),
  isAllowed: isEventRetention,
};

/** A string that is not empty. */
export const text: Values<string> = {
  type: "string",
  expected: "a non-empty string",
  isKind: isString,
  isAllowed: (value) => value !== "",
};

/** URL of a database; a flag checks its protocol. */
export function databaseUrl(kind: "postgres" | "redis"): Values<string> {
  return { ...text, type: `${kind} URL` };
}

export const trueOrFalse: Values<boolean> = {
  type: "switch",
  expected: "true or false",
  isKind: (value) => typeof value === "boolean",
  isAllowed: () => true,
};

export function callback<Callback>(): Values<Callback> {
  return {
    type: "value of a program",
    expected: "a function",
    isKind: (value) => typeof value === "function",
    isAllowed: () => true,
  };
}

/** Options of devnet control. The token itself is checked where it is used, so that no message shows it. */
export const devOptions: Values<{ readonly token?: string }> = {
  type: "value of a program",
  isSecret: true,
  expected: "an object with an optional string `token`",
  isKind: (value) => typeof value === "object" && value !== null,
  isAllowed: ({ token }: { readonly token?: unknown }) =>
    token === undefined || typeof token === "string",
};

function isNumber(value: unknown): boolean {
  return typeof value === "number";
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}

function isStringList(value: unknown): boolean {
  return Array.isArray(value) && value.every(isString);
}

function areUnique(list: readonly string[]): boolean {
  return new Set(list).size === list.length;
}
