import { readFile } from "node:fs/promises";
import { InvalidArgumentError } from "commander";
import { type Segment, SEGMENTS } from "../chains/mod.ts";
import { type Tier, TIERS } from "../generated/tiers.gen.ts";
import {
  type EventRetention,
  EXPECTED_RETENTION,
  isEventRetention,
} from "../service/event_retention.ts";
import { wrongUse } from "./exit_error.ts";

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

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

/** Reads a flag's value as a duration in seconds: `90d`, `12h`, `30m`, `45s`. */
export function durationFrom(text: string): number {
  const { count, unit } = /^(?<count>\d{1,6})(?<unit>[smhd])$/.exec(text)?.groups ?? {};
  const seconds = Number(count) * SECONDS[unit as keyof typeof SECONDS];
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

/** Reads an argument as an address of one of the chains, by its prefix. */
export function addressFrom(text: string): string {
  const prefixes = [...new Set(Object.values(SEGMENTS).map(({ addressPrefix }) => addressPrefix))];
  if (prefixes.some((prefix) => text.startsWith(prefix))) return text;
  throw new InvalidArgumentError(`Must be an address, which begins with ${prefixes.join(" or ")}.`);
}

export const readSegment: (text: string) => Segment = nameIn(SEGMENTS);

/** Reads a flag's value as segments with commas in between, each at most once. */
export function readSegments(text: string): Segment[] {
  const segments = text.split(",").map((part) => part.trim());
  const isKnown = segments.every((one) => Object.hasOwn(SEGMENTS, one));
  if (isKnown && new Set(segments).size === segments.length) return segments as Segment[];
  const allowed = Object.keys(SEGMENTS).join(", ");
  throw new InvalidArgumentError(`Must be one or more of ${allowed}, separated by commas.`);
}

/** Reads a flag's value as one of the documents' tiers. */
export const tierFrom: (text: string) => Tier = nameIn(TIERS);

function nameIn<Name extends string>(rows: Readonly<Record<Name, unknown>>) {
  return (text: string): Name => {
    if (Object.hasOwn(rows, text)) return text as Name;
    throw new InvalidArgumentError(`Must be one of ${Object.keys(rows).join(", ")}.`);
  };
}

const PROTOCOLS = {
  postgres: ["postgres:", "postgresql:"],
  redis: ["redis:", "rediss:"],
} as const;

/**
 * Reads a flag's value as the URL of a database.
 *
 * @throws {ExitError} If it is none. The message does not repeat it: it may hold a password.
 */
export function databaseUrl(flag: string, kind: keyof typeof PROTOCOLS): (text: string) => string {
  return (text) => {
    const protocol = URL.parse(text)?.protocol;
    if (PROTOCOLS[kind].some((known) => known === protocol)) return text;
    throw wrongUse(`Cannot use ${flag}: expected a URL such as ${kind}://host/.`);
  };
}

/**
 * Reads the file that a flag names.
 *
 * @param what Says what the file is in messages, in front of its name.
 * @throws {ExitError} If it cannot be read.
 */
export async function readNamedFile(flag: string, file: string, what = ""): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw wrongUse(`Cannot read ${what}${file}: ${code}. Does ${flag} name a file?`);
  }
}
