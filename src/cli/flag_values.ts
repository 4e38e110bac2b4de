import { InvalidArgumentError } from "commander";
import { type Segment, SEGMENTS } from "../chains/mod.ts";
import {
  type EventRetention,
  EXPECTED_RETENTION,
  isEventRetention,
} from "../service/event_retention.ts";
import { wrongUse } from "./exit_error.ts";
import { TIME_UNITS } from "./output/units.ts";

/** Reads the value of a flag or of an argument. */
export interface Reader<Value> {
  (text: string): Value;
  /** The values that the completion offers, after the arguments before this one. */
  readonly words?: (before: readonly string[]) => readonly string[];
  /** True if values are separated by commas. */
  readonly isList?: boolean;
}

/** A reader whose values the completion offers. */
export function offering<Value>(
  words: Required<Reader<Value>>["words"],
  read: (text: string) => Value,
  isList = false,
): Reader<Value> {
  return Object.assign((text: string) => read(text), { words, isList });
}

/** Reads a flag's value as a number within bounds. */
export function numberFrom(minimum: number, maximum: number): (text: string) => number {
  return numberOf(/\S/, `a number from ${minimum} to ${maximum}`, minimum, maximum);
}

/** Reads a flag's value as a whole number within bounds. */
export function wholeNumberFrom(minimum: number, maximum: number): (text: string) => number {
  return numberOf(/^\d+$/, `a whole number from ${minimum} to ${maximum}`, minimum, maximum);
}

function numberOf(form: RegExp, expected: string, minimum: number, maximum: number) {
  return (text: string): number => {
    const value = form.test(text) ? Number(text) : NaN;
    if (value >= minimum && value <= maximum) return value;
    throw new InvalidArgumentError(`Must be ${expected}.`);
  };
}

/** Reads a flag's value as the height of a block. */
export function heightFrom(text: string): number {
  return heightIn(text, "");
}

/** Reads a flag's value as the height of a block, or as a word for one. */
export function heightOr<Value>(word: string, value: Value): (text: string) => number | Value {
  return (text) => (text === word ? value : heightIn(text, ` or ${word}`));
}

/** Reads an argument as a block: a height, `latest` or a hash, whose form is left to the client. */
export function blockFrom(text: string): number | string {
  if (text === "latest" || text.startsWith("0x")) return text;
  return heightIn(text, ", a hash that starts with 0x, or latest");
}

/** @param others What else is taken, in messages. */
function heightIn(text: string, others: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError(`Must be a height such as 1204${others}.`);
}

/** Reads a flag's value as a duration in seconds: `90d`, `12h`, `30m`, `45s`. */
export function durationFrom(text: string): number {
  const { count, unit } = /^(?<count>\d{1,6})(?<unit>[smhd])$/.exec(text)?.groups ?? {};
  const seconds =
    Number(count) * TIME_UNITS[(unit === "m" ? "min" : unit) as keyof typeof TIME_UNITS];
  if (seconds > 0) return seconds;
  throw new InvalidArgumentError("Must be a time such as 90d, 12h, 30m or 45s.");
}

/** Reads a flag's value as the bound of an event log. */
export function retentionFrom(text: string): EventRetention {
  const value = /^\d+$/.test(text) ? Number(text) : text;
  if (isEventRetention(value)) return value;
  throw new InvalidArgumentError(`Must be ${EXPECTED_RETENTION}.`);
}

export function listFrom(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Reads a flag's value as names of columns, at least one. */
export function columnsFrom(text: string): string[] {
  const names = listFrom(text);
  if (names.length > 0) return names;
  throw new InvalidArgumentError("Must be names of columns, separated by commas.");
}

/** The first segment whose addresses begin as `text` does; undefined where none does. */
export function segmentOfAddress(text: string): Segment | undefined {
  const segments = Object.keys(SEGMENTS) as Segment[];
  return segments.find((segment) => text.startsWith(SEGMENTS[segment].addressPrefix));
}

/** Reads an argument as an address of one of the chains, by its prefix. */
export function addressFrom(text: string): string {
  if (segmentOfAddress(text)) return text;
  const prefixes = new Set(Object.values(SEGMENTS).map(({ addressPrefix }) => addressPrefix));
  throw new InvalidArgumentError(`Must be ${expectedAddress([...prefixes].join(" or "))}.`);
}

/** An address in the words of the specs and of the service. */
export function expectedAddress(prefix: string): string {
  return `an address that starts with ${prefix} and has a valid checksum`;
}

/** Reads a flag's value as segments with commas in between, each at most once; in the order of the specs. */
export const readSegments: Reader<Segment[]> = offering(
  () => Object.keys(SEGMENTS),
  segmentsIn,
  true,
);

function segmentsIn(text: string): Segment[] {
  const parts = text.split(",").map((part) => part.trim());
  const segments = (Object.keys(SEGMENTS) as Segment[]).filter((one) => parts.includes(one));
  // A part that is unknown or repeated leaves fewer values than parts.
  if (segments.length === parts.length) return segments;
  const allowed = Object.keys(SEGMENTS).join(", ");
  throw new InvalidArgumentError(`Must be one or more of ${allowed}, separated by commas.`);
}

const PROTOCOLS = { postgres: ["postgres:", "postgresql:"], redis: ["redis:", "rediss:"] } as const;

/** Reads a flag's value as the URL of a database, which may hold a password: no message repeats it. */
export function databaseUrlFlag(
  flag: string,
  kind: keyof typeof PROTOCOLS,
): (text: string) => string {
  return (text) => {
    const protocol = URL.parse(text)?.protocol;
    if (PROTOCOLS[kind].some((known) => known === protocol)) return text;
    throw wrongUse(`Cannot use ${flag}: expected a URL such as ${kind}://host/.`);
  };
}
