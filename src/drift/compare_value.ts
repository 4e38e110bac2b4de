import { SCHEMA_PLACES } from "../generated/wire/answers.gen.ts";
import {
  type Expectation,
  expectationOf,
  type Path,
  type PlacedValidator,
  type Validator,
  valueAt,
} from "../validation/mod.ts";
import { type core, safeCompare } from "../zod/mod.ts";

/** A difference between a value and its schema. */
export interface Deviation {
  /** Path from the root of the response body, such as `data.blocks.0.hash`. */
  readonly path: string;
  /** Type or values that the specs expect there. */
  readonly expected: string;
  /** Summary of the value received; of strings and numbers the shape, `a` for a letter and `9` for a digit. */
  readonly got: string;
  /** Location of the schema in the specs. */
  readonly documented: string;
}

/** Differences between `value` and its schema; `below` is the path of `value` in the response. */
export function compareValue(
  value: unknown,
  { at, validator }: PlacedValidator,
  below: Path,
): Deviation[] {
  if (!validator) return [];
  const { error } = safeCompare(validator, value);
  return (error?.issues ?? [])
    .flatMap(driftIssuesOf)
    .map(({ path, expected, isChoice: isName }) => {
      const found = valueAt(value, path);
      // The schema of the object around it describes a missing value.
      const described = found === undefined ? path.slice(0, -1) : path;
      return {
        path: [...below, ...path].join("."),
        expected,
        got: showShape(found, isName),
        documented: placeOf(validator, at, described) ?? at,
      };
    });
}

/** The parts of a Zod definition that lead to nested validators; the validator's type decides which are present. */
interface Definition {
  readonly innerType?: Validator;
  readonly getter?: () => Validator;
  readonly options?: readonly Validator[];
  readonly shape?: Readonly<Record<PropertyKey, Validator>>;
  readonly catchall?: Validator;
  readonly valueType?: Validator;
  readonly element?: Validator;
  readonly items?: readonly Validator[];
}

/** Location in the specs of the schema at `path` below `validator`; a named schema has a location of its own. */
function placeOf(validator: Validator, at: string, path: Path): string | undefined {
  const here = SCHEMA_PLACES.get(validator) ?? at;
  const definition = validator._zod.def as Definition;
  const inner = definition.innerType ?? definition.getter?.();
  if (inner) return placeOf(inner, here, path);
  if (definition.options) {
    const places = definition.options.map((option) => placeOf(option, here, path));
    return path.length === 0 ? here : places.find(Boolean);
  }
  const [key, ...rest] = path;
  if (key === undefined) return here;
  const { shape, catchall, valueType, element, items } = definition;
  const own = shape?.[key] ?? items?.[Number(key)];
  if (own)
    return placeOf(own, `${here}/${shape ? "properties" : "prefixItems"}/${String(key)}`, rest);
  if (element) return placeOf(element, `${here}/items`, rest);
  const others = valueType ?? catchall;
  if (!others || others._zod.def.type === "never") return shape ? here : undefined;
  return placeOf(others, `${here}/additionalProperties`, rest);
}

type Issue = core.$ZodIssue;

interface DriftIssue extends Omit<Expectation, "isOfType"> {
  /** True if one of a few values was expected. */
  readonly isChoice: boolean;
}

/** Expands a validator's issue: one issue for each unknown field, and all those of the union's best match. */
function driftIssuesOf(issue: Issue): DriftIssue[] {
  const { path } = issue;
  if (issue.code === "unrecognized_keys") {
    const unknown = { expected: "no such field", isChoice: false };
    return issue.keys.map((key) => ({ path: [...path, key], ...unknown }));
  }
  const first = expectationOf(issue);
  if (issue.code !== "invalid_union" || first.path.length === path.length) {
    return [{ ...first, isChoice: isChoice(issue) }];
  }
  const rest = first.path.slice(path.length);
  const best = issue.errors.find(([one]) => one && same(expectationOf(one).path, rest));
  return (best ?? []).flatMap(driftIssuesOf).map((below) => ({
    ...below,
    path: [...path, ...below.path],
  }));
}

function isChoice(issue: Issue): boolean {
  if (issue.code !== "invalid_union") return issue.code === "invalid_value";
  return issue.errors.some(([first]) => first?.code === "invalid_value");
}

function same(one: Expectation["path"], other: Expectation["path"]): boolean {
  return one.length === other.length && one.every((key, index) => key === other[index]);
}

const SHOWN = 24;

/**
 * Summarises a value without revealing it: strings and numbers are reduced to their shape. A value that is one of a set
 * of names is shown as it is.
 */
function showShape(value: unknown, isName: boolean): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === "object") return "an object";
  if (typeof value === "number") return isName ? String(value) : String(value).replace(/\d/g, "9");
  if (typeof value !== "string") return JSON.stringify(value);
  const text = isName ? value : value.replace(/\p{L}/gu, "a").replace(/\p{N}/gu, "9");
  const short = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
  return `${JSON.stringify(short)} (${value.length} characters)`;
}
