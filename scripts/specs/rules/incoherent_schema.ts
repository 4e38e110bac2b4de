import type { Problem } from "../spec_file.ts";
import type { Specs } from "../specs.ts";
import { NUMBER_FORMATS, TEXT_FORMATS } from "../formats.ts";
import { isRewritten } from "../generated_names.ts";
import { allOfFault, flattenAllOf } from "../named_schemas.ts";
import {
  arrayAt,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  type Path,
  textAt,
} from "../json.ts";
import { PLACES } from "../meta/mod.ts";
import { readModel } from "../model/mod.ts";
import { allSchemas } from "../nodes.ts";
import { isDecided, refName, type Schemas } from "../named_schemas.ts";

/** A fault of a schema: the keyword it is at, or the place below it, what is wrong, what to do. */
type Fault = readonly [place: string | Path, message: string, fix: string];

const VERDICTS = Object.entries(PLACES.schema?.keywords ?? {});

/** Types that keywords say something of. */
export const TYPES_OF = new Map(
  VERDICTS.flatMap(([keyword, verdict]) =>
    "follows" in verdict && verdict.types ? [[keyword, verdict.types] as const] : [],
  ),
);

/** Keywords that may stand beside those that say by themselves which values are allowed. */
const BESIDE = new Map(
  VERDICTS.flatMap(([keyword, verdict]) =>
    "follows" in verdict && verdict.beside ? [[keyword, verdict.beside] as const] : [],
  ),
);

const DECIDING = ["type", "discriminator", ...BESIDE.keys(), ...TYPES_OF.keys()];

/** The keywords of each schema go together: none stands where it says nothing, or where validators could not follow. */
export function incoherentSchema(specs: Specs): Problem[] {
  const { schemas } = readModel(specs);
  return allSchemas(specs).flatMap(({ spec, path, value }) => {
    if (!isObject(value)) return [];
    const decided = objectAt(value, "x-decided");
    const isPart = path.at(-2) === "allOf";
    const faults = faultsOf({ ...value, ...decided }, { schemas, isPart });
    return faults.map(([at, message, fix]) => {
      const [keyword = "", ...below] = [at].flat();
      const place = keyword in decided ? ["x-decided", keyword] : [keyword, ...below];
      return spec.problem([...path, ...place], message, fix);
    });
  });
}

interface Context {
  readonly schemas: Schemas;
  /** True if it is a part of an `allOf`, which may require what another part has. */
  readonly isPart: boolean;
}

function faultsOf(schema: JsonObject, context: Context): Fault[] {
  const types = [schema.type ?? []].flat().map(String);
  const whole = [...BESIDE.keys()].find((keyword) => schema[keyword] !== undefined);
  return [
    ...(whole === undefined ? typeFaults(schema, types) : besideFaults(schema, whole)),
    ...rangeFaults(schema),
    ...valueFaults(schema, types),
    ...formatFaults(schema, types),
    ...openFaults(schema),
    ...listFaults(schema),
    ...objectFaults(schema, context),
    ...alternativeFaults(schema, context),
    ...(schema.allOf === undefined ? [] : allOfFaults(schema, context)),
  ];
}

function besideFaults(schema: JsonObject, whole: string): Fault[] {
  const allowed = [whole, ...(BESIDE.get(whole) ?? [])];
  const others = DECIDING.filter((key) => schema[key] !== undefined && !allowed.includes(key));
  const within = ["enum", "const"].includes(whole) ? "the values" : `each schema of ${whole}`;
  const fix =
    whole === "$ref"
      ? "Write a schema of its own, or change the one that is referred to."
      : `Write it within ${within}, or remove it.`;
  return others.map((key) => [key, `keyword "${key}" cannot be combined with "${whole}"`, fix]);
}

function typeFaults(schema: JsonObject, types: readonly string[]): Fault[] {
  const concerned = [...TYPES_OF].filter(([keyword]) => schema[keyword] !== undefined);
  const wrong = concerned.filter(([, of]) => !types.some((type) => of.includes(type)));
  const found = types.join(" or ") || "a schema without a type";
  return wrong.map(([keyword, of]) => [
    keyword,
    `keyword "${keyword}" does not apply to ${found}`,
    `Write \`type: ${of[0]}\`, or remove it.`,
  ]);
}

/** Bounds between which there must be a value. */
const RANGES = [
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minimum", "maximum"],
] as const;

function rangeFaults(schema: JsonObject): Fault[] {
  const crossed = RANGES.filter(([least, most]) => Number(schema[least]) > Number(schema[most]));
  return crossed.map(([least, most]) => [
    least,
    `${least} ${String(schema[least])} is above ${most} ${String(schema[most])}, which leaves no value`,
    `Lower ${least}, or raise ${most}.`,
  ]);
}

/** Each value of an enumeration is of the type that is written. */
function valueFaults(schema: JsonObject, types: readonly string[]): Fault[] {
  const { const: only, enum: values = [] } = schema;
  if (only !== undefined && types.length > 1) {
    return [["type", "several types beside one value", "Write the type of the value, or none."]];
  }
  if (only !== undefined) return strayFaults("const", [only], types);
  return strayFaults("enum", [values].flat(), types);
}

/** The first of `values` that is of no type of `types`. */
function strayFaults(keyword: string, values: readonly Json[], types: readonly string[]): Fault[] {
  const other = values.find((value) => types.length > 0 && !isOf(value, types));
  if (other === undefined) return [];
  const message = `${JSON.stringify(other)} is not of type ${types.join(" or ")}`;
  return [[keyword, message, "Fix the value or the type."]];
}

function isOf(value: Json, types: readonly string[]): boolean {
  if (value === null) return types.includes("null");
  if (Number.isInteger(value) && types.includes("integer")) return true;
  return types.includes(typeof value);
}

const LARGER = "For larger ones write `type: string` and `format: decimal-integer`.";

function formatFaults({ format }: JsonObject, types: readonly string[]): Fault[] {
  if (typeof format !== "string") return [];
  const isText = types.includes("string");
  const known = Object.keys(isText ? TEXT_FORMATS : NUMBER_FORMATS);
  if (known.includes(format)) {
    const type = format === "int32" ? "integer" : "number";
    if (isText || types.every((each) => each === type || each === "null")) return [];
    const message = `format "${format}" applies only to ${type}s`;
    return [["format", message, `Write \`type: ${type}\`, or leave the format out.`]];
  }
  const fix = isText
    ? `Write a \`pattern\` in its place, or use ${known.join(", ")}.`
    : `Leave the format out${types.includes("integer") ? `: an integer goes up to 2^53 - 1. ${LARGER}` : ", or use float or double."}`;
  return [["format", `unknown format "${format}" of ${isText ? "strings" : "numbers"}`, fix]];
}

/** The known values of an open set are strings or integers, each once, and those of a chain are among them. */
function openFaults(schema: JsonObject): Fault[] {
  const keyword = "x-extensible-enum";
  const known = schema[keyword];
  if (!Array.isArray(known)) return chainFaults(schema);
  const whole = ["$ref", "const", "anyOf", "oneOf", "allOf"];
  const beside = whole.find((key) => schema[key] !== undefined);
  const type = String(schema.type);
  if (beside !== undefined || !["string", "integer"].includes(type)) {
    const found =
      beside === undefined ? `type ${JSON.stringify(schema.type ?? null)}` : `"${beside}"`;
    const fix = "Write it in a schema of `type: string` or `type: integer`, and refer to that.";
    return [[keyword, `known values beside ${found}`, fix]];
  }
  const again = known.filter((value, index) => known.indexOf(value) !== index).slice(0, 1);
  return [
    ...strayFaults(keyword, known, [type]),
    ...again.map((value): Fault => {
      return [keyword, `${JSON.stringify(value)} is repeated`, "Write each value once."];
    }),
    ...chainFaults(schema),
  ];
}

function chainFaults(schema: JsonObject): Fault[] {
  const keyword = "x-values-by-chain";
  const known = schema["x-extensible-enum"] ?? schema.enum;
  if (schema[keyword] === undefined || !Array.isArray(known)) return [];
  const lists = objectAt(schema, keyword);
  const values = Object.keys(lists).flatMap((chain) => arrayAt(lists, chain));
  const other = values.find((value) => !known.includes(value));
  if (other === undefined) return [];
  const message = `${JSON.stringify(other)} is no value of the schema`;
  return [
    [
      keyword,
      message,
      `Use ${known.map((value) => JSON.stringify(value)).join(", ")}, or add it there.`,
    ],
  ];
}

function listFaults({ items, prefixItems, minItems, maxItems }: JsonObject): Fault[] {
  if (prefixItems === undefined) return [];
  const count = Array.isArray(prefixItems) ? prefixItems.length : 0;
  if (items === false && minItems === count && maxItems === undefined) return [];
  const fix = `Write \`items: false\` and \`minItems: ${count}\` beside it, and no \`maxItems\`; or an object with named fields.`;
  return [["prefixItems", "a tuple whose items may be absent or followed by others", fix]];
}

function objectFaults(schema: JsonObject, { schemas, isPart }: Context): Fault[] {
  const names = Object.keys(objectAt(schema, "properties"));
  const unusable = names.find((name) => name in {} || isRewritten(name));
  if (unusable !== undefined) {
    const why = unusable in {} ? "is reserved in JavaScript" : `is read as ${Number(unusable)}`;
    const message = `property "${unusable}" has a name that ${why}`;
    return [[["properties", unusable], message, "Use another name."]];
  }
  if (isPart) return [];
  const whole = flattenAllOf(schema, schemas);
  const properties = objectAt(whole, "properties");
  const missing = arrayAt(whole, "required").find(
    (name) => !Object.hasOwn(properties, String(name)),
  );
  if (missing === undefined) return [];
  const keyword = arrayAt(schema, "required").includes(missing) ? "required" : "allOf";
  const fix = "Add the property, or fix its spelling.";
  return [[keyword, `required "${String(missing)}" is no property`, fix]];
}

function alternativeFaults(schema: JsonObject, { schemas }: Context): Fault[] {
  const { discriminator } = schema;
  if (discriminator === undefined) return [];
  const keyword = schema.oneOf === undefined ? "anyOf" : "oneOf";
  const name = textAt(discriminator, "propertyName");
  const owners = new Map<string, string>();
  for (const alternative of arrayAt(schema, keyword)) {
    if (isObject(alternative) && alternative.type === "null") continue;
    const ref = textAt(alternative, "$ref");
    const target = schemas[refName(ref)];
    const of = `${ref || "an alternative"} of ${keyword}`;
    const values = discriminating(target, name);
    const again = values.find((value) => owners.has(value));
    if (values.length === 0 || again !== undefined) {
      const what = again === undefined ? `does not say its "${name}"` : `shares "${again}"`;
      const fix = `Refer to schemas that require "${name}", each with a const or an enum of strings of its own.`;
      return [["discriminator", `${of} ${what}`, fix]];
    }
    if (isDecided(target) || isDecided(objectAt(target, "properties")[name])) {
      const fix = `Write \`x-source: given\` there; the reference in ${keyword} may be decided.`;
      return [["discriminator", `${of} or its "${name}" is decided, so it may be any value`, fix]];
    }
    for (const value of values) owners.set(value, ref);
  }
  return mappingFaults(objectAt(discriminator, "mapping"), owners);
}

/** The values of the property `name` that an object is known by. */
function discriminating(schema: Json | undefined, name: string): string[] {
  const property = objectAt(schema, "properties", name);
  if (!arrayAt(schema, "required").includes(name)) return [];
  const values = property.const === undefined ? arrayAt(property, "enum") : [property.const];
  return values.filter((value) => typeof value === "string");
}

function mappingFaults(mapping: JsonObject, owners: ReadonlyMap<string, string>): Fault[] {
  const wrong = Object.entries(mapping).find(([value, ref]) => owners.get(value) !== ref);
  if (!wrong) return [];
  const message = `mapping says that "${wrong[0]}" is ${String(wrong[1])}, but no alternative does`;
  return [["discriminator", message, "Leave the mapping out, or fix it."]];
}

function allOfFaults(schema: JsonObject, { schemas }: Context): Fault[] {
  const fault = allOfFault(schema, schemas);
  if (fault === undefined) return [];
  return [["allOf", `allOf cannot be made one object: ${fault.message}`, fault.fix]];
}
