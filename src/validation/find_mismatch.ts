import { type Segment, type SegmentInfo, SEGMENTS } from "../generated/segments.gen.ts";
import type { AnswerMarks } from "../tables.ts";
import type { ContractIssue } from "./validate_value.ts";
import { isObject } from "./show_value.ts";

/** The subject of an answer. */
export interface Asked {
  /** The fields of the answer that tell. */
  readonly marks: AnswerMarks;
  /** The value of a parameter, by its name; undefined if it was left out. */
  argument(parameter: string): unknown;
}

/** Finds the first place where an answer is about something else than was asked for, or is of another segment. */
export function findMismatch(
  asked: Asked,
  segment: Segment,
  answer: unknown,
): ContractIssue | undefined {
  const { items, identity, segment: columns } = asked.marks;
  if (!identity && !columns) return undefined;
  if (items === undefined) return mismatchIn(asked, segment, answer, "");
  const list = isObject(answer) ? answer[items] : undefined;
  if (!Array.isArray(list)) return undefined;
  for (const [index, item] of list.entries()) {
    const found = mismatchIn(asked, segment, item, `${items}.${index}.`);
    if (found) return found;
  }
  return undefined;
}

/** The message of an answer that shows another segment. */
export function foreign(what: string, segment: Segment, other: unknown): string {
  return `expected ${what} of ${segment}, got ${show(other)}. Is the endpoint that of ${segment}?`;
}

/** Extensions may be absent or of another type: only values of the type of what was asked for are compared. */
function mismatchIn(
  asked: Asked,
  segment: Segment,
  value: unknown,
  at: string,
): ContractIssue | undefined {
  if (!isObject(value)) return undefined;
  const { identity = {}, segment: columns = {} } = asked.marks;
  for (const name of Object.keys(columns)) {
    const part = columns[name] as Column;
    const other = findForeign(value, name, part, segment);
    if (other === undefined) continue;
    const what = part === "addressPrefix" ? "an address" : "that";
    return { path: at + name, message: foreign(what, segment, other) };
  }
  for (const parameter of Object.keys(identity)) {
    const wanted = asked.argument(parameter);
    const fields = identity[parameter] as readonly string[];
    if (fields.some((name) => isSame(wanted, value[name], columns[name]))) continue;
    const told = fields.filter((name) => typeof value[name] === typeof wanted);
    if (told.length === 0) continue;
    const got = told.map((name) => show(value[name])).join(" and ");
    const names = told.length > 1 ? `${told.join(" or ")} to be ` : "";
    const path = names ? at.slice(0, -1) : at + told[0];
    return { path, message: `expected ${names}${show(wanted)}, got ${got}` };
  }
  return undefined;
}

/** The first value at `path` that shows another segment; of every item where it leads through a list. */
function findForeign(value: unknown, path: string, column: Column, segment: Segment): unknown {
  if (path === "") return otherSegment(value, column, segment) && value;
  if (!isObject(value)) return undefined;
  const dot = path.indexOf(".");
  const part = value[dot < 0 ? path : path.slice(0, dot)];
  const rest = dot < 0 ? "" : path.slice(dot + 1);
  if (!Array.isArray(part)) return findForeign(part, rest, column, segment);
  for (const each of part) {
    const found = findForeign(each, rest, column, segment);
    if (found !== undefined) return found;
  }
  return undefined;
}

type Column = NonNullable<AnswerMarks["segment"]>[string];

/**
 * The first segment that a value shows where it does not show its own. A value that no segment has is none of another: the
 * interface does not say how chains and networks are written.
 */
export function otherSegment(
  value: unknown,
  column: Column,
  segment: Segment,
): Segment | undefined {
  if (typeof value !== "string" || shows(value, column, segment)) return undefined;
  const fitting = (Object.keys(SEGMENTS) as Segment[]).filter((each) => shows(value, column, each));
  const { network } = SEGMENTS[segment];
  return fitting.find((each) => SEGMENTS[each].network === network) ?? fitting[0];
}

function shows(value: string, column: Column, segment: Segment): boolean {
  if (column === "segment") return value === segment;
  const part = SEGMENTS[segment][column satisfies keyof SegmentInfo];
  return column === "addressPrefix" ? value.startsWith(part) : value === part;
}

const HEX = /^0x[\da-f]*$/i;

/** Hex has no case, nor has an address. */
function isSame(one: unknown, other: unknown, column: Column | undefined): boolean {
  if (one === other) return true;
  if (typeof one !== "string" || typeof other !== "string") return false;
  if (column !== "addressPrefix" && !HEX.test(one)) return false;
  return one.toLowerCase() === other.toLowerCase();
}

function show(value: unknown): string {
  return JSON.stringify(value);
}
