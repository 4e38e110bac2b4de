import { SCHEMA_PLACES, type PlacedValidator } from "../generated/drift/answers.gen.ts";
import { type Validator, valueAt } from "../validation/mod.ts";
import { findingsOf } from "./_findings.ts";
import { showShape } from "./_show_shape.ts";

/** A place where a value differs from its schema. */
export interface Deviation {
  /** Keys from the root of the answer's body down, such as `data.blocks.0.hash`. */
  readonly path: string;
  /** Expectation of the specs there. */
  readonly expected: string;
  /** The value received, in short; strings and numbers as their shape, `a` for a letter and `9` for a digit. */
  readonly got: string;
  /** Place in the specs of the expectation. */
  readonly documented: string;
}

type Path = readonly PropertyKey[];

/** Differences of `value`, at `below` in a response, from its schema; empty if there are none. */
export function compareValue(
  value: unknown,
  { at, validator }: PlacedValidator,
  below: Path,
): Deviation[] {
  if (!validator) return [];
  const { error } = validator.safeParse(value);
  return (error?.issues ?? []).flatMap(findingsOf).map(({ path, expected, isChoice }) => ({
    path: [...below, ...path].join("."),
    expected,
    got: showShape(valueAt(value, path), isChoice),
    documented: placeOf(validator, at, path) ?? at,
  }));
}

/** Of a validator, what this walk asks of it; which of these there are depends on its type. */
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

/** Place in the specs of the schema at `path` below that of `validator`; a named schema is a place of its own. */
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
  if (!others) return undefined;
  return others._zod.def.type === "never" ? here : placeOf(others, `${here}/additionalProperties`, rest);
}
