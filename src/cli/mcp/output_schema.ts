import { toJSONSchema } from "zod/mini";
import { METHOD_CALLS } from "../../generated/client/methods.gen.ts";
import { OPERATION_CALLS } from "../../generated/client/operations.gen.ts";
import { zAmount, zRatio, zTimestamp } from "../../generated/client/validators.gen.ts";
import { NATIVE_DECIMALS, formatUnits } from "../../units/mod.ts";
import { isObject, type Validator } from "../../validation/mod.ts";
import type { Call } from "../calls/call.ts";
import { type Fields, rowOf } from "../json.ts";
import { unitOf } from "../output/units.ts";

/** Suffix of the field beside an amount with the same amount in whole tokens. */
const DECIMAL_SUFFIX = "Decimal";

/** Maximum number of decimals of a token. */
const MAX_DECIMALS = 255;

const AMOUNT = "Amount in base units.";
const DESCRIPTIONS: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [zAmount, AMOUNT],
  [zTimestamp, "Unix time in seconds."],
  [zRatio, "Share from 0 to 1."],
]);

/** A JSON Schema of an object, which MCP requires of a tool. */
export interface ObjectSchema extends Fields {
  readonly type: "object";
  readonly properties?: Record<string, object>;
  readonly required?: string[];
}

/** Field of a result that is no object. */
const RESULT = "result";

interface CallRow {
  readonly validators: { readonly data?: Validator; readonly result?: Validator };
}

/**
 * The schema of a tool's answer: the schema of the client's validator, with units, and with a field in whole tokens beside
 * each amount.
 */
export function outputSchemaOf({ name, info }: Call): ObjectSchema {
  const { validators } = rowOf<CallRow>({ ...OPERATION_CALLS, ...METHOD_CALLS }, name) ?? {};
  const schema = describe(validators?.data ?? validators?.result);
  if (info.items !== undefined) return listSchema(schema, info.items);
  if (schema.type === "object") return schema as unknown as ObjectSchema;
  if (validators?.data) return { ...schema, type: "object" };
  return { type: "object", properties: { [RESULT]: schema }, required: [RESULT] };
}

/** Converts a result to the JSON object that the schema of its tool describes. */
export function structuredOf(call: Call, result: unknown): Record<string, unknown> {
  const value = withDecimals(result);
  const isWrapped = outputSchemaOf(call).required?.[0] === RESULT;
  return (isWrapped ? { [RESULT]: value ?? null } : value) as Record<string, unknown>;
}

function describe(validator: Validator | undefined): Fields {
  if (!validator) return {};
  const { $schema: _, ...schema } = toJSONSchema(validator, {
    io: "input",
    unrepresentable: "any",
    override({ zodSchema, jsonSchema }) {
      const unit = DESCRIPTIONS.get(zodSchema);
      if (unit !== undefined) jsonSchema.description = unit;
      // Every integer has these bounds.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return withUnits(schema) as Fields;
}

/** Adds units by the names of fields, and the fields in whole tokens. */
function withUnits(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withUnits);
  if (!isObject(schema)) return schema;
  const own = Object.entries(schema).map(([key, value]) => [key, withUnits(value)]);
  const { properties } = schema;
  if (!isObject(properties)) return Object.fromEntries(own);
  const described = Object.entries(properties).flatMap(([name, value]) => {
    const field = withUnits(value) as Fields;
    if (unitOf(name) === "seconds") return [[name, { ...field, description: "Seconds." }]];
    if (!isAmount(field)) return [[name, field]];
    if (unitOf(name) === "gas") return [[name, { ...field, description: "Units of gas." }]];
    const decimal = { type: "string", description: `${name} in whole tokens.` };
    return Object.entries({ [name]: field, [name + DECIMAL_SUFFIX]: decimal });
  });
  return { ...Object.fromEntries(own), properties: Object.fromEntries(described) };
}

/** Returns true if a field is an amount; an extension also allows other values. */
function isAmount(field: Fields): boolean {
  return firstOf(field).description === AMOUNT;
}

/** The first alternative of a schema, which is the documented one; without alternatives, the schema itself. */
function firstOf(schema: Fields): Fields {
  return Array.isArray(schema.anyOf) ? (schema.anyOf[0] as Fields) : schema;
}

/** The schema of a page of a list, as the client returns it. */
function listSchema(schema: Fields, items: string): ObjectSchema {
  const { properties = {} } = firstOf(schema) as { properties?: Record<string, Fields> };
  const { [items]: list = {}, pagination = {} } = properties;
  const item = firstOf(list).items ?? {};
  // If the items are an extension, the client accepts items of another shape too.
  const isOpen = schema.anyOf !== undefined || list.anyOf !== undefined;
  const array = { type: "array", items: isOpen ? { anyOf: [item, {}] } : item };
  return { type: "object", properties: { [items]: array, pagination }, required: [items] };
}

/** Converts a value to JSON, with a field in whole tokens beside each amount. */
function withDecimals(value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return value.map(withDecimals);
  if (!isObject(value)) return value;
  const { decimals = NATIVE_DECIMALS } = value;
  const places = Number.isInteger(decimals) ? Number(decimals) : -1;
  const isKnown = places >= 0 && places <= MAX_DECIMALS;
  const entries = Object.entries(value).flatMap(([name, part]) => {
    const entry = [name, withDecimals(part)];
    const isTokens = typeof part === "bigint" && unitOf(name) !== "gas" && isKnown;
    return isTokens ? [entry, [name + DECIMAL_SUFFIX, formatUnits(part, places)]] : [entry];
  });
  return Object.fromEntries(entries);
}
