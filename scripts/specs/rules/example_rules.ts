import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { NUMBER_FORMATS, TEXT_FORMATS } from "../formats.ts";
import {
  arrayAt,
  isObject,
  type Json,
  type JsonObject,
  mapObjects,
  objectAt,
  objectsAt,
  type Path,
  textAt,
} from "../json.ts";
import type { Schemas } from "../named_schemas.ts";
import { schemaAt } from "../layer.ts";
import { allMethods, readModel } from "../model/mod.ts";
import { localRefs } from "../named_schemas.ts";
import { allNodes, allSchemas } from "../nodes.ts";
import type { Problem, SpecFile } from "../spec_file.ts";
import type { Specs } from "../specs.ts";

/** An example, and the schema it must follow. */
interface Sample {
  readonly spec: SpecFile;
  readonly path: Path;
  readonly value: Json;
  readonly schema: JsonObject;
}

/** Each example follows its schema, with everything decided on top and without fields the schema does not name. */
export function contradictingExample(specs: Specs): Problem[] {
  const validate = createValidator(readModel(specs).schemas, "example");
  const samples = [...schemaSamples(specs), ...partSamples(specs), ...methodSamples(specs)];
  return samples.flatMap((sample) => {
    const faults = validate(sample.value, sample.schema);
    if (!faults) return [];
    return [
      sample.spec.problem(
        sample.path,
        `example contradicts its schema: ${faults}`,
        "Fix the example or the schema.",
      ),
    ];
  });
}

function schemaSamples(specs: Specs): Sample[] {
  return allSchemas(specs).flatMap(({ spec, path, value }) =>
    arrayAt(value, "examples").map((example, index) => ({
      spec,
      path: [...path, "examples", index],
      value: example,
      schema: isObject(value) ? value : {},
    })),
  );
}

/** Places that hold examples, and the keyword of the schema that these follow. */
const SCHEMA_OF: Readonly<Record<string, string>> = {
  parameter: "schema",
  "media type": "schema",
  topic: "payload",
};

function partSamples(specs: Specs): Sample[] {
  return allNodes(specs).flatMap(({ kind, spec, path, value }) => {
    const keyword = SCHEMA_OF[kind];
    if (keyword === undefined || !isObject(value)) return [];
    const named = Object.entries(objectsAt(value, "examples"));
    const shown: [Path, Json | undefined][] = [
      [["example"], value.example],
      ...named.map(([name, example]): [Path, Json | undefined] => [
        ["examples", name],
        example.value,
      ]),
    ];
    const schema = objectAt(value, keyword);
    return shown.flatMap(([at, example]) =>
      example === undefined ? [] : [{ spec, path: [...path, ...at], value: example, schema }],
    );
  });
}

function methodSamples(specs: Specs): Sample[] {
  return allMethods(readModel(specs)).flatMap(({ spec, at: path, value, ...method }) => {
    const { parameters, paramStructure, result } = method;
    const isNamed = paramStructure === "by-name";
    const schemaFor = (item: Json, index: number): JsonObject => {
      const named = parameters.find(({ name }) => name === textAt(item, "name"));
      return (isNamed ? named : parameters[index])?.schema ?? { not: {} };
    };
    return arrayAt(value, "examples").flatMap((example, index): Sample[] => {
      const at = [...path, "examples", index];
      const shown = objectAt(example, "result").value;
      return [
        ...arrayAt(example, "params").map((item, i) => ({
          spec,
          path: [...at, "params", i],
          value: isObject(item) ? (item.value ?? null) : item,
          schema: schemaFor(item, i),
        })),
        ...(shown === undefined
          ? []
          : [{ spec, path: [...at, "result"], value: shown, schema: result }]),
      ];
    });
  });
}

/** Each default, given or decided, follows its schema with everything decided on top. */
export function contradictingDefault(specs: Specs): Problem[] {
  const validate = createValidator(readModel(specs).schemas, "default");
  return allSchemas(specs).flatMap(({ spec, path, value }) => {
    if (!isObject(value)) return [];
    const isOnTop = objectAt(value, "x-decided").default !== undefined;
    const place = [...path, ...(isOnTop ? ["x-decided", "default"] : ["default"])];
    const standing = spec.at(place);
    const faults = standing === undefined ? undefined : validate(standing, value);
    if (!faults) return [];
    const message = `default contradicts its schema: ${faults}`;
    return [spec.problem(place, message, "Fix the default or the schema.")];
  });
}

/** Error of a value by a schema; undefined if there is none. */
type Validate = (value: Json, schema: JsonObject) => string | undefined;

/** Formats of numbers have no check here: the bounds of int32 are the validators'. */
const FORMATS = {
  ...TEXT_FORMATS,
  ...Object.fromEntries(Object.keys(NUMBER_FORMATS).map((name) => [name, true as const])),
};

/** Checks values by schemas that may refer to `schemas`, as the service holds them; `what` names values in messages. */
function createValidator(schemas: Schemas, what: string): Validate {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    formats: FORMATS,
    multipleOfPrecision: 9,
    // The rules before these have done so, by a meta-schema that refuses more.
    validateSchema: false,
    // Each check runs once or a few times, which its optimization would not pay for.
    code: { optimize: false },
  });
  const checks = new Map<string, ValidateFunction>();
  const closed = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, close(schema, schemas)]),
  );
  ajv.addSchema({ $id: "specs", components: { schemas: closed } });
  return (value, schema) => {
    const absolute = mapObjects(close(localRefs(schema), schemas), (object) =>
      typeof object.$ref === "string" ? { ...object, $ref: `specs${object.$ref}` } : object,
    );
    const text = JSON.stringify(absolute);
    const check = checks.get(text) ?? ajv.compile(absolute);
    checks.set(text, check);
    return check(value)
      ? undefined
      : ajv.errorsText(check.errors, { dataVar: what, separator: "; " });
  };
}

/** The schema as the service holds it, refusing properties it does not name. */
function close(schema: JsonObject, schemas: Schemas): JsonObject {
  const decided = schemaAt(schema, "decided", schemas);
  return mapObjects(decided, (object) =>
    isObject(object.properties) &&
    object.type === "object" &&
    object.additionalProperties === undefined
      ? { ...object, additionalProperties: false }
      : object,
  );
}
