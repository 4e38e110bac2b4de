import { isDeepStrictEqual } from "node:util";
import { arrayAt, isObject, type Json, objectAt, type Path } from "../specs/json.ts";
import { followRef, type Specs } from "../specs/specs.ts";
import { type Problem, SpecError, type SpecFile } from "../specs/spec_file.ts";

/** A place in a spec. */
export interface Place {
  readonly spec: SpecFile;
  readonly path: Path;
}

/** A value, and the place of the schema that it was sent by. */
export interface Sent extends Place {
  readonly value: Json | undefined;
}

/** An example of a schema, in the place of the one that stands there. */
export interface Sample extends Place {
  readonly value: Json;
}

/**
 * Takes the examples of the schemas from the values that were sent by them. One that was sent stays; another one becomes the first
 * value of its own shape (the same fields of the same types), so that one of each kind stays, and the only one of a
 * schema else the first value there is.
 *
 * @throws {SpecError} If an example shows a property that no answer has: it would go from the spec.
 */
export function schemaSamples(specs: Specs, sent: readonly Sent[]): Sample[] {
  const places = [...valuesBySchema(specs, sent)];
  const unfilled = places.flatMap(unfilledProperties);
  if (unfilled.length > 0) throw new SpecError(unfilled);
  return places.flatMap(({ spec, path, values }) => {
    const examples = arrayAt(spec.at(path), "examples");
    const isShown = (value: Json): boolean =>
      examples.some((example) => isDeepStrictEqual(example, value));
    return examples.flatMap((example, index): Sample[] => {
      if (values.some((one) => isDeepStrictEqual(one, example))) return [];
      const [first] = examples.length === 1 ? values : [];
      const unused = values.filter((one) => !isShown(one));
      const value = unused.find((one) => shapeOf(one) === shapeOf(example)) ?? first;
      return value === undefined ? [] : [{ spec, path: [...path, "examples", index], value }];
    });
  });
}

/** A schema with examples, and the values that were sent by it. */
interface SchemaValues extends Place {
  readonly values: Json[];
}

function valuesBySchema(specs: Specs, sent: readonly Sent[]): Iterable<SchemaValues> {
  const values = new Map<string, SchemaValues>();
  for (const { spec, path, value } of sent) {
    walk(specs, { spec, path, value }, (place) => {
      const key = `${place.spec.file} ${place.path.join("/")}`;
      const known = values.get(key) ?? { spec: place.spec, path: place.path, values: [] };
      if (place.value !== undefined) known.values.push(place.value);
      values.set(key, known);
    });
  }
  return values.values();
}

/** Properties that an example of a schema shows, and no value that was sent by it. */
function unfilledProperties({ spec, path, values }: SchemaValues): Problem[] {
  const objects = values.filter(isObject);
  if (objects.length === 0) return [];
  const shown = arrayAt(spec.at(path), "examples").filter(isObject);
  const isUnfilled = (name: string): boolean =>
    shown.some((example) => name in example) && !objects.some((value) => name in value);
  const names = Object.keys(objectAt(spec.at(path), "properties")).filter(isUnfilled);
  return names.map((name) =>
    spec.problem(
      [...path, "properties", name],
      `no answer on the chain of the examples has "${name}" of ${String(path.at(-1))}`,
      "Fill it in src/service/api/views.ts or in the handler, which is in src/service/api/rest/_operations.ts or src/service/api/rpc/_methods.ts, then run: npm run examples.",
    ),
  );
}

/** Calls `enter` for each schema that `sent` meets, with the value that it met there. */
function walk(specs: Specs, sent: Sent, enter: (sent: Sent) => void): void {
  const { spec, path, value } = sent;
  const schema = spec.at(path);
  if (!isObject(schema) || value === undefined) return;
  if (Array.isArray(schema.examples)) enter(sent);
  const below = (further: Path, child: Json | undefined): void =>
    walk(specs, { spec, path: [...path, ...further], value: child }, enter);
  if (typeof schema.$ref === "string") {
    const target = followRef(specs, spec, schema.$ref);
    walk(specs, { ...target, value }, enter);
  }
  for (const keyword of ["allOf", "anyOf", "oneOf"]) {
    arrayAt(schema, keyword).forEach((one, index) => {
      if (isOfType(specs, spec, one, value)) below([keyword, index], value);
    });
  }
  if (isObject(value)) {
    for (const name of Object.keys(objectAt(schema, "properties"))) {
      below(["properties", name], value[name]);
    }
  }
  if (!Array.isArray(value)) return;
  value.forEach((item, index) => {
    const isPrefix = arrayAt(schema, "prefixItems")[index] !== undefined;
    below(isPrefix ? ["prefixItems", index] : ["items"], item);
  });
}

/** True if a value can be of an alternative: by its type, and by the fields of an object. */
function isOfType(specs: Specs, spec: SpecFile, one: Json, value: Json): boolean {
  if (!isObject(one)) return false;
  if (typeof one.$ref === "string") {
    const target = followRef(specs, spec, one.$ref);
    return isOfType(specs, target.spec, target.value ?? null, value);
  }
  const type = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  const types = Array.isArray(one.type) ? one.type : [one.type === "integer" ? "number" : one.type];
  if (one.type !== undefined && !types.includes(type)) return false;
  return !isObject(value) || arrayAt(one, "required").every((name) => String(name) in value);
}

/** Fields and types of a value, as text. */
function shapeOf(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.length > 0 ? shapeOf(value[0]) : ""}]`;
  if (!isObject(value)) return value === null ? "null" : typeof value;
  const fields = Object.keys(value).toSorted();
  return `{${fields.map((name) => `${name}:${shapeOf(value[name])}`).join()}}`;
}
