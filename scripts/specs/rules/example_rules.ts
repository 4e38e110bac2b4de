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
import { schemaAt } from "../layer.ts";
import { allMethods, type Method } from "../model/mod.ts";
import { localRefs, type Schemas } from "../named_schemas.ts";
import { allNodes, allSchemas, type ObjectNode } from "../nodes.ts";
import { type Fault, type Part, type Rule, ruleOf } from "./_rule.ts";

/** An example or a default, and the schema it must follow. */
interface Sample extends Part {
  readonly value: Json;
  readonly schema: JsonObject;
}

/** Each example follows its schema, with everything decided on top and without fields the schema does not name. */
export const contradictingExample: Rule = ruleOf(
  (model) => [...allNodes(model).flatMap(nodeSamples), ...allMethods(model).flatMap(methodSamples)],
  (sample, { schemas }) => faultsOf("example", sample, schemas),
);

/** Each default, given or decided, follows its schema with everything decided on top. */
export const contradictingDefault: Rule = ruleOf(
  (model) => allSchemas(model).flatMap(defaultSamples),
  (sample, { schemas }) => faultsOf("default", sample, schemas),
);

function faultsOf(what: string, { value, schema }: Sample, schemas: Schemas): Fault[] {
  const faults = validatorOf(schemas)(value, schema, what);
  if (!faults) return [];
  return [[[], `${what} contradicts its schema: ${faults}`, `Fix the ${what} or the schema.`]];
}

/** Places that hold examples, and the keyword of the schema that these follow. */
const SCHEMA_OF: Readonly<Record<string, string>> = {
  parameter: "schema",
  "media type": "schema",
  topic: "payload",
};

function nodeSamples({ spec, at, kind, value }: ObjectNode): Sample[] {
  const keyword = SCHEMA_OF[kind];
  const sample = (place: Path, example: Json | undefined, schema: JsonObject): Sample[] =>
    example === undefined ? [] : [{ spec, at: [...at, ...place], value: example, schema }];
  if (kind === "schema")
    return arrayAt(value, "examples").flatMap((example, index) =>
      sample(["examples", index], example, value),
    );
  if (keyword === undefined) return [];
  const schema = objectAt(value, keyword);
  const named = Object.entries(objectsAt(value, "examples"));
  return [
    ...sample(["example"], value.example, schema),
    ...named.flatMap(([name, example]) => sample(["examples", name], example.value, schema)),
  ];
}

function methodSamples({ spec, at, value, parameters, ...method }: Method): Sample[] {
  const isNamed = method.paramStructure === "by-name";
  const schemaFor = (item: Json, index: number): JsonObject => {
    const named = parameters.find(({ name }) => name === textAt(item, "name"));
    return (isNamed ? named : parameters[index])?.schema ?? { not: {} };
  };
  return arrayAt(value, "examples").flatMap((example, index): Sample[] => {
    const place = [...at, "examples", index];
    const params = arrayAt(example, "params").map((item, position) => ({
      ...{ spec, at: [...place, "params", position] },
      ...{ value: objectAt(item).value ?? null, schema: schemaFor(item, position) },
    }));
    const { value: shown } = objectAt(example, "result");
    if (shown === undefined) return params;
    return [...params, { spec, at: [...place, "result"], value: shown, schema: method.result }];
  });
}

function defaultSamples({ spec, at, value }: ObjectNode): Sample[] {
  const isOnTop = objectAt(value, "x-decided").default !== undefined;
  const place = [...at, ...(isOnTop ? ["x-decided", "default"] : ["default"])];
  const own = spec.at(place);
  return own === undefined ? [] : [{ spec, at: place, value: own, schema: value }];
}

/** Error of a value by a schema; undefined if there is none. */
type Validate = (value: Json, schema: JsonObject, what: string) => string | undefined;

/** Formats of numbers have no check here: the bounds of int32 are the validators'. */
const FORMATS = {
  ...TEXT_FORMATS,
  ...Object.fromEntries(Object.keys(NUMBER_FORMATS).map((name) => [name, true as const])),
};

/** Made once for all rules. */
const VALIDATORS = new WeakMap<Schemas, Validate>();

function validatorOf(schemas: Schemas): Validate {
  const validate = VALIDATORS.get(schemas) ?? createValidator(schemas);
  VALIDATORS.set(schemas, validate);
  return validate;
}

/** Checks values by schemas that may refer to `schemas`, as the service holds them; `what` names values in messages. */
function createValidator(schemas: Schemas): Validate {
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
  const closed = Object.entries(schemas).map(([name, schema]) => [name, close(schema, schemas)]);
  ajv.addSchema({ $id: "specs", components: { schemas: Object.fromEntries(closed) } });
  return (value, schema, what) => {
    const absolute = mapObjects(close(localRefs(schema), schemas), (object) =>
      typeof object.$ref === "string" ? { ...object, $ref: `specs${object.$ref}` } : object,
    );
    const text = JSON.stringify(absolute);
    const check = checks.get(text) ?? ajv.compile(absolute);
    checks.set(text, check);
    const isValid = check(value);
    return isValid ? undefined : ajv.errorsText(check.errors, { dataVar: what, separator: "; " });
  };
}

/** The schema as the service holds it, refusing properties it does not name. */
function close(schema: JsonObject, schemas: Schemas): JsonObject {
  const decided = schemaAt(schema, "decided", schemas);
  return mapObjects(decided, (object) => {
    const { type, properties, additionalProperties } = object;
    const isOpen = type === "object" && isObject(properties) && additionalProperties === undefined;
    return isOpen ? { ...object, additionalProperties: false } : object;
  });
}
