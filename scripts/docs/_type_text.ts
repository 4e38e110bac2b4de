import { arrayAt, isObject, type Json } from "../specs/json.ts";
import { refName } from "../specs/named_schemas.ts";

/** The notation of the parts of a type. */
interface Notation {
  readonly or: string;
  /** A type without a schema. */
  readonly any: string;
  readonly named: (name: string) => string;
  readonly value: (value: Json) => string;
  readonly list: (item: string) => string;
  readonly plain: (type: string) => string;
  /** The known values of a set that may grow; undefined where it is as its type. */
  readonly known?: (values: string) => string;
}

/** A type in words of Markdown. */
export const IN_WORDS: Notation = {
  or: " or ",
  any: "any",
  named: (name) => `[${name}](#${name.toLowerCase()})`,
  value: (value) => `\`${JSON.stringify(value)}\``,
  list: (item) => `list of ${item}`,
  plain: String,
};

/** A type as a program has it. */
export const IN_CODE: Notation = {
  or: " | ",
  any: "unknown",
  named: String,
  value: (value) => JSON.stringify(value),
  list: (item) => `${item}[]`,
  plain: (type) => (type === "integer" ? "number" : type),
  known: (values) => `${values} | (string & {})`,
};

export function typeText(schema: Json | undefined, notation: Notation): string {
  const { or, any, known } = notation;
  if (!isObject(schema)) return any;
  const oneOf = (texts: readonly string[]): string => [...new Set(texts)].join(or);
  if (typeof schema.$ref === "string") return notation.named(refName(schema.$ref));
  const values = schema.const === undefined ? arrayAt(schema, "enum") : [schema.const];
  if (values.length > 0) return oneOf(values.map(notation.value));
  const open = arrayAt(schema, "x-extensible-enum");
  if (known && open.length > 0) return known(oneOf(open.map(notation.value)));
  const alternatives = [...arrayAt(schema, "anyOf"), ...arrayAt(schema, "oneOf")];
  if (alternatives.length > 0) return oneOf(alternatives.map((one) => typeText(one, notation)));
  if (schema.type === "array") return notation.list(typeText(schema.items, notation));
  return oneOf([schema.type ?? any].flat().map((type) => notation.plain(String(type))));
}
