import { NUMBER_FORMATS, TEXT_FORMATS } from "../formats.ts";
import { arrayAt, isObject, type Json, type JsonObject, objectAt, textAt } from "../json.ts";
import { PLACES } from "../meta/mod.ts";
import {
  allOfFault,
  flattenAllOf,
  isDecided,
  refName,
  type Schemas,
  typesOf,
} from "../named_schemas.ts";
import { allSchemas } from "../nodes.ts";
import { type Fault, type Rule, ruleOf } from "./_rule.ts";

const VERDICTS = Object.entries(PLACES.schema?.keywords ?? {}).flatMap(([keyword, verdict]) =>
  "follows" in verdict ? [{ ...verdict, keyword }] : [],
);

/** Types that each keyword applies to. */
export const TYPES_OF = new Map(
  VERDICTS.flatMap(({ keyword, types }) => (types ? [[keyword, types] as const] : [])),
);

/** Keywords that define the whole value, such as `const` and `$ref`, with those allowed beside them. */
const ALLOWED_WITH = new Map(
  VERDICTS.flatMap(({ keyword, beside }) => (beside ? [[keyword, beside] as const] : [])),
);

const VALUE_KEYWORDS = ["type", "discriminator", ...ALLOWED_WITH.keys(), ...TYPES_OF.keys()];

/** Refuses keywords of a schema that contradict each other, that have no effect, or that validators cannot follow. */
export const incoherentSchema: Rule = ruleOf(allSchemas, function* ({ at, value }, { schemas }) {
  const decided = objectAt(value, "x-decided");
  const schema: JsonObject = { ...value, ...decided };
  const types = schema.type === undefined ? [] : typesOf(schema);
  // A part of an `allOf` may require what another part has.
  const isPart = at.at(-2) === "allOf";
  const faults = [
    ...keywordFaults(schema, types),
    ...rangeFaults(schema),
    ...valueFaults(schema, types),
    ...formatFaults(schema, types),
    ...chainFaults(schema),
    ...tupleFaults(schema),
    ...(isPart ? [] : requiredFaults(schema, schemas)),
    ...alternativeFaults(schema, schemas),
    ...allOfFaults(schema, schemas),
  ];
  for (const [place, message, fix] of faults) {
    const [keyword = ""] = [place].flat();
    yield [keyword in decided ? ["x-decided", keyword] : place, message, fix];
  }
});

/** Keywords beside one that defines the whole value, or that do not apply to the types. */
function keywordFaults(schema: JsonObject, types: readonly string[]): Fault[] {
  const defining = [...ALLOWED_WITH.keys()].find((keyword) => schema[keyword] !== undefined);
  if (defining !== undefined) {
    const allowed = [defining, ...(ALLOWED_WITH.get(defining) ?? [])];
    const others = VALUE_KEYWORDS.filter(
      (key) => schema[key] !== undefined && !allowed.includes(key),
    );
    const within = ["enum", "const"].includes(defining)
      ? "the values"
      : `each schema of ${defining}`;
    const ofOwn = "Write a schema of its own, or change the one that is referred to.";
    const fix = defining === "$ref" ? ofOwn : `Write it within ${within}, or remove it.`;
    return others.map((key) => [
      key,
      `keyword "${key}" cannot be combined with "${defining}"`,
      fix,
    ]);
  }
  const found = types.join(" or ") || "a schema without a type";
  const wrong = [...TYPES_OF].filter(
    ([keyword, of]) => schema[keyword] !== undefined && !types.some((type) => of.includes(type)),
  );
  return wrong.map(([keyword, of]) => {
    const fix = `Write \`type: ${of[0]}\`, or remove it.`;
    return [keyword, `keyword "${keyword}" does not apply to ${found}`, fix];
  });
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

/** Each known value is of the type that is written, and a single one has one type. */
function* valueFaults(schema: JsonObject, types: readonly string[]): Iterable<Fault> {
  if (schema.const !== undefined && types.length > 1) {
    const fix = "Write the type of the value, or none.";
    yield ["type", "several types beside one value", fix];
    return;
  }
  for (const keyword of ["const", "enum", "x-extensible-enum"]) {
    const values = schema[keyword] === undefined ? [] : [schema[keyword]].flat();
    const misfit = values.find((value) => types.length > 0 && !isOf(value, types));
    if (misfit === undefined) continue;
    const message = `${JSON.stringify(misfit)} is not of type ${types.join(" or ")}`;
    yield [keyword, message, "Fix the value or the type."];
  }
}

function isOf(value: Json, types: readonly string[]): boolean {
  const typesOfValue = typesOf({ const: value });
  if (typesOfValue.includes("integer") && types.includes("number")) return true;
  return types.some((type) => typesOfValue.includes(type));
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

/** The values of a chain are among those of the schema. */
function* chainFaults(schema: JsonObject): Iterable<Fault> {
  const keyword = "x-values-by-chain";
  const values = [schema["x-extensible-enum"] ?? schema.enum ?? []].flat();
  const ofChains = Object.values(objectAt(schema, keyword)).flat();
  const foreign = ofChains.find((value) => value !== undefined && !values.includes(value));
  if (foreign === undefined) return;
  const fix = `Use ${values.map((value) => JSON.stringify(value)).join(", ")}, or add it there.`;
  yield [keyword, `${JSON.stringify(foreign)} is no value of the schema`, fix];
}

function* tupleFaults(schema: JsonObject): Iterable<Fault> {
  const { items, prefixItems, minItems, maxItems } = schema;
  const count = arrayAt(schema, "prefixItems").length;
  if (prefixItems === undefined) return;
  if (items === false && minItems === count && maxItems === undefined) return;
  const fix = `Write \`items: false\` and \`minItems: ${count}\` beside it, and no \`maxItems\`; or an object with named fields.`;
  yield ["prefixItems", "a tuple whose items may be absent or followed by others", fix];
}

function* requiredFaults(schema: JsonObject, schemas: Schemas): Iterable<Fault> {
  const whole = flattenAllOf(schema, schemas);
  const properties = objectAt(whole, "properties");
  const missing = arrayAt(whole, "required").find(
    (name) => !Object.hasOwn(properties, String(name)),
  );
  if (missing === undefined) return;
  const keyword = arrayAt(schema, "required").includes(missing) ? "required" : "allOf";
  const fix = "Add the property, or fix its spelling.";
  yield [keyword, `required "${String(missing)}" is no property`, fix];
}

/** Each alternative of a discriminator is known by values of its own, which clients may rely on. */
function alternativeFaults(schema: JsonObject, schemas: Schemas): Fault[] {
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
      const message = `${of} or its "${name}" is decided, so it may be any value`;
      return [["discriminator", message, fix]];
    }
    for (const value of values) owners.set(value, ref);
  }
  const mapping = Object.entries(objectAt(discriminator, "mapping"));
  const wrong = mapping.find(([value, ref]) => owners.get(value) !== ref);
  if (!wrong) return [];
  const message = `mapping says that "${wrong[0]}" is ${String(wrong[1])}, but no alternative does`;
  return [["discriminator", message, "Leave the mapping out, or fix it."]];
}

/** The values of the property `name` that an object is known by. */
function discriminating(schema: Json | undefined, name: string): string[] {
  const property = objectAt(schema, "properties", name);
  if (!arrayAt(schema, "required").includes(name)) return [];
  const values = property.const === undefined ? arrayAt(property, "enum") : [property.const];
  return values.filter((value) => typeof value === "string");
}

function allOfFaults(schema: JsonObject, schemas: Schemas): Fault[] {
  const fault = schema.allOf === undefined ? undefined : allOfFault(schema, schemas);
  if (fault === undefined) return [];
  return [["allOf", `allOf cannot be made one object: ${fault[0]}`, fault[1]]];
}
