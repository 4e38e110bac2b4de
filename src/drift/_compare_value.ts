import { SCHEMA_PLACES } from "../generated/wire/answers.gen.ts";
import { type PlacedValidator, type Validator, valueAt } from "../validation/mod.ts";
import { safeCompare } from "../zod/mod.ts";
import { findingsOf } from "./_findings.ts";
import { showShape } from "./_show_shape.ts";

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

type Path = readonly PropertyKey[];

/** Differences between `value` and its schema; `below` is the path of `value` in the response. */
export function compareValue(
  value: unknown,
  { at, validator }: PlacedValidator,
  below: Path,
): Deviation[] {
  if (!validator) return [];
  const { error } = safeCompare(validator, value);
  return (error?.issues ?? []).flatMap(findingsOf).map(({ path, expected, isChoice }) => ({
    path: [...below, ...path].join("."),
    expected,
    got: showShape(valueAt(value, path), isChoice),
    documented: placeOf(validator, at, path) ?? at,
  }));
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
    return path.length === 0 ? here : places.find((place) => place !== undefined);
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
