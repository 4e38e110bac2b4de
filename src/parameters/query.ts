import { serializeArrayParam, serializePrimitiveParam } from "openapi-fetch";
import type { ParameterInfo } from "../tables.ts";
import { type Values, valueFault } from "../validation/mod.ts";
import { isPrimitive } from "./_primitive.ts";

/**
 * A query with the question mark in front, its parameters in the order of the values; empty where nothing is given.
 *
 * @throws {TypeError} If a value is not a string, a number or a boolean.
 * @throws {RangeError} If a value is no Unicode text.
 */
export function serializeQuery(values: Values): string {
  return joinQuery(values, serializeOne);
}

/**
 * The same for parameters of which some are lists: a list repeats its name for each item, or joins its items by commas.
 *
 * @throws {RangeError} Also if an item of a list joined by commas is empty or holds a comma.
 */
export function serializeQueryLists(values: Values, parameters: readonly ParameterInfo[]): string {
  return joinQuery(values, (name, value) => {
    if (!Array.isArray(value)) return serializeOne(name, value);
    for (const item of value) checkQueryValue(name, item);
    const info = parameters.find((each) => each.in === "query" && each.name === name);
    const explode = info?.explode ?? true;
    if (!explode) value.forEach((item) => checkJoined(name, item));
    return serializeArrayParam(encodeURIComponent(name), value, { style: "form", explode });
  });
}

function joinQuery(values: Values, serialize: (name: string, value: unknown) => string): string {
  const parts = Object.entries(values).map(([name, value]) => serialize(name, value));
  const query = parts.filter((part) => part !== "").join("&");
  return query === "" ? "" : `?${query}`;
}

function serializeOne(name: string, value: unknown): string {
  checkQueryValue(name, value);
  return serializePrimitiveParam(encodeURIComponent(name), value as string);
}

function checkQueryValue(name: string, value: unknown): void {
  const action = `Cannot build query: ${name}`;
  if (!isPrimitive(value)) {
    const expected = "a string, a number, a boolean or a list of them";
    throw valueFault(`${action} must be ${expected}`, value, false);
  }
  if (/\p{Surrogate}/u.test(String(value)))
    throw new RangeError(`${action} must be well-formed Unicode`);
}

/** An empty item, or a comma within one, could not be told from the commas between them. */
function checkJoined(name: string, item: unknown): void {
  const text = String(item);
  if (text !== "" && !text.includes(",")) return;
  const message = `Cannot build query: an item of ${name} must not be empty or contain a comma`;
  throw valueFault(message, item, true);
}
