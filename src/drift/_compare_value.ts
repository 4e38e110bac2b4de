import { type DocumentSchema, type PlacedSchema, SCHEMAS } from "../generated/schemas.gen.ts";
import { showShape } from "./_show_shape.ts";

/** A place where a value differs from its schema. */
export interface Deviation {
  /** Keys from the root of the answer's body down, such as `data.blocks.0.hash`. */
  readonly path: string;
  /** What the document says there. */
  readonly expected: string;
  /** What came, in short; of texts and numbers their shape, with `a` for each letter and `9` for each digit. */
  readonly got: string;
  /** Where the document says what is expected. */
  readonly documented: string;
}

type Path = readonly (string | number)[];

/** Where a value differs from its schema; empty where it does not. */
export function compareValue(
  value: unknown,
  { at, schema }: PlacedSchema,
  path: Path,
): Deviation[] {
  if (schema.ref !== undefined) {
    const named = SCHEMAS[schema.ref];
    return named ? compareValue(value, named, path) : [];
  }
  if (schema.anyOf) return compareAny(value, schema.anyOf, at, path);
  const expected = expectation(value, schema);
  if (expected !== undefined) {
    const got = showShape(value, schema.enum !== undefined || schema.const !== undefined);
    return [{ path: path.join("."), expected, got, documented: at }];
  }
  if (Array.isArray(value)) return compareItems(value, schema, at, path);
  return isObject(value) ? compareFields(value, schema, at, path) : [];
}

/** Of several shapes, the one that fits best: the differences furthest down, then the fewest. */
function compareAny(
  value: unknown,
  schemas: readonly DocumentSchema[],
  at: string,
  path: Path,
): Deviation[] {
  const all = schemas.map((schema, index) =>
    compareValue(value, { at: `${at}/anyOf/${index}`, schema }, path),
  );
  const own = path.join(".");
  const [best = []] = all.toSorted(
    (one, other) =>
      Number(one.some((part) => part.path === own)) -
        Number(other.some((part) => part.path === own)) || one.length - other.length,
  );
  if (all.some((deviations) => deviations.length === 0)) return [];
  return best;
}

function compareItems(
  value: readonly unknown[],
  { items }: DocumentSchema,
  at: string,
  path: Path,
): Deviation[] {
  if (!items) return [];
  return value.flatMap((item, index) =>
    compareValue(item, { at: `${at}/items`, schema: items }, [...path, index]),
  );
}

function compareFields(
  value: Readonly<Record<string, unknown>>,
  { properties, additionalProperties, required = [] }: DocumentSchema,
  at: string,
  path: Path,
): Deviation[] {
  const missing = required
    .filter((name) => !(name in value))
    .map((name) => ({
      path: [...path, name].join("."),
      expected: "a value",
      got: "nothing",
      documented: `${at}/properties/${name}`,
    }));
  const fields = Object.entries(value).flatMap(([name, part]): Deviation[] => {
    const schema = properties?.[name] ?? additionalProperties;
    const own = [...path, name];
    if (isObject(schema)) {
      const place = properties?.[name] ? `properties/${name}` : "additionalProperties";
      return compareValue(part, { at: `${at}/${place}`, schema }, own);
    }
    if (!properties || schema === true) return [];
    const got = showShape(part, false);
    return [{ path: own.join("."), expected: "no such field", got, documented: at }];
  });
  return [...missing, ...fields];
}

/** What is expected instead of a value; undefined where it is as it should be. */
function expectation(value: unknown, schema: DocumentSchema): string | undefined {
  const { type, enum: known, const: only, pattern, minimum, maximum } = schema;
  const types = type === undefined ? [] : [type].flat();
  if (types.length > 0 && !types.some((name) => isOf(value, name))) return types.join(" or ");
  if (known && !known.includes(value)) return `one of ${known.join(", ")}`;
  if (only !== undefined && value !== only) return JSON.stringify(only);
  if (typeof value === "string" && pattern !== undefined && !new RegExp(pattern, "u").test(value))
    return `text of ${pattern}`;
  if (typeof value !== "number") return undefined;
  if (minimum !== undefined && value < minimum) return `at least ${minimum}`;
  return maximum !== undefined && value > maximum ? `at most ${maximum}` : undefined;
}

function isOf(value: unknown, type: string): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value);
  return typeof value === type;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
