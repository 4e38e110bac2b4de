import { type Segment, type SegmentInfo, SEGMENTS } from "../generated/segments.gen.ts";
import type { AnswerMarks } from "../tables.ts";
import type { ContractIssue } from "./validate_value.ts";
import { isObject } from "./show_value.ts";

/** The expected content of an answer. */
export interface ExpectedAnswer {
  /** The fields of the answer to compare. */
  readonly marks: AnswerMarks;
  /** The argument for a parameter; undefined if it was left out. */
  argument(parameter: string): unknown;
}

/** Finds the first field of an answer that contradicts the arguments, or shows another segment. */
export function findMismatch(
  expected: ExpectedAnswer,
  segment: Segment,
  answer: unknown,
): ContractIssue | undefined {
  const { items, identity, segment: columns } = expected.marks;
  if (!identity && !columns) return undefined;
  if (items === undefined) return mismatchIn(expected, segment, answer, "");
  const list = isObject(answer) ? answer[items] : undefined;
  if (!Array.isArray(list)) return undefined;
  for (const [index, item] of list.entries()) {
    const mismatch = mismatchIn(expected, segment, item, `${items}.${index}.`);
    if (mismatch) return mismatch;
  }
  return undefined;
}

/** The message of an answer that shows another segment. */
export function foreign(noun: string, segment: Segment, other: unknown): string {
  return `expected ${noun} of ${segment}, got ${show(other)}. Is the endpoint that of ${segment}?`;
}

/** Compares a value of an answer. An extension may be absent or of another type than its argument: then it is skipped. */
function mismatchIn(
  expected: ExpectedAnswer,
  segment: Segment,
  value: unknown,
  at: string,
): ContractIssue | undefined {
  if (!isObject(value)) return undefined;
  const { identity = {}, segment: columns = {} } = expected.marks;
  for (const name of Object.keys(columns)) {
    const part = columns[name] as Column;
    const other = findForeign(value, name, part, segment);
    if (other === undefined) continue;
    const noun = part === "addressPrefix" ? "an address" : "that";
    return { path: at + name, message: foreign(noun, segment, other) };
  }
  for (const parameter of Object.keys(identity)) {
    const argument = expected.argument(parameter);
    const fields = identity[parameter] as readonly string[];
    if (fields.some((name) => isSame(argument, value[name], columns[name]))) continue;
    const compared = fields.filter((name) => typeof value[name] === typeof argument);
    if (compared.length === 0) continue;
    const got = compared.map((name) => show(value[name])).join(" and ");
    const names = compared.length > 1 ? `${compared.join(" or ")} to be ` : "";
    const path = names ? at.slice(0, -1) : at + compared[0];
    return { path, message: `expected ${names}${show(argument)}, got ${got}` };
  }
  return undefined;
}

/** Finds the first value at `path` that shows another segment; a list on the path is searched item by item. */
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
 * The segment that a value shows, if it is another than expected. A value of no segment is accepted: the interface does not
 * specify the names of chains and networks.
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

const HEX_TEXT = /^0x[\da-f]*$/i;

/** Compares hex and addresses without regard to case. */
function isSame(one: unknown, other: unknown, column: Column | undefined): boolean {
  if (one === other) return true;
  if (typeof one !== "string" || typeof other !== "string") return false;
  if (column !== "addressPrefix" && !HEX_TEXT.test(one)) return false;
  return one.toLowerCase() === other.toLowerCase();
}

function show(value: unknown): string {
  return JSON.stringify(value);
}
