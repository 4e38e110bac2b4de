import { serializeArrayParam, serializePrimitiveParam } from "openapi-fetch";
import type { ParameterInfo } from "../generated/tables.gen.ts";
import { showValue, type Values, valueFault } from "../validation/mod.ts";

/**
 * Fills a path template in.
 *
 * Each value stays within its own part of the path: what would leave it is encoded, or refused where encoding does not
 * hold it. A slash is refused too, as no identifier has one and proxies decode `%2F`. A list is joined by commas.
 *
 * @throws {TypeError} If a value is not a string, a number or a boolean, nor a list of such.
 * @throws {RangeError} If a value is empty, `.` or `..`, has a slash or backslash, or is no Unicode text.
 */
export function serializePath(
  parameters: readonly ParameterInfo[],
  template: string,
  values: Values,
): string {
  let path = "";
  let rest = template;
  // A pattern would cost more than the rest of the URL.
  for (let open = rest.indexOf("{"); open >= 0; open = rest.indexOf("{")) {
    const close = rest.indexOf("}", open);
    if (close < 0) break;
    const name = rest.slice(open + 1, close);
    path += rest.slice(0, open) + encodeParameter(parameters, template, name, values[name]);
    rest = rest.slice(close + 1);
  }
  return path + rest;
}

/**
 * A query with the question mark in front, its parameters in the order of the values; empty where nothing is given.
 *
 * @throws {TypeError} If a value is not a string, a number or a boolean, nor a list of such.
 * @throws {RangeError} If a value is no Unicode text, or an item of a list joined by commas is empty or holds a comma.
 */
export function serializeQuery(parameters: readonly ParameterInfo[], values: Values): string {
  const parts = Object.entries(values).map(([name, value]) => {
    const encoded = encodeURIComponent(name);
    for (const item of Array.isArray(value) ? value : [value]) checkQueryValue(name, item);
    if (!Array.isArray(value)) return serializePrimitiveParam(encoded, value as string);
    const info = parameters.find((each) => each.in === "query" && each.name === name);
    const explode = info?.explode ?? true;
    if (!explode) value.forEach((item) => checkJoined(name, item));
    return serializeArrayParam(encoded, value, { style: "form", explode });
  });
  const query = parts.filter((part) => part !== "").join("&");
  return query === "" ? "" : `?${query}`;
}

/**
 * Header parameters as text; a list is joined by commas.
 *
 * @throws {RangeError} If a value has a character that no header may hold, or an item of a list a comma.
 */
export function serializeHeaders(values: Values): Record<string, string> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([name, value]) => {
      const items = (Array.isArray(value) ? value : [value]).map(String);
      const allowed = Array.isArray(value) ? /^[\t\x20-\x2b\x2d-\x7e]*$/ : /^[\t\x20-\x7e]*$/;
      if (items.every((item) => allowed.test(item))) return [name, items.join(",")];
      const without = Array.isArray(value) ? " without a comma" : "";
      throw new RangeError(`Cannot send header ${name}: it must be printable ASCII${without}`);
    }),
  );
}

type Primitive = string | number | boolean | bigint | null | undefined | symbol;

function checkQueryValue(name: string, value: unknown): void {
  const action = `Cannot build query: ${name}`;
  if (!isPrimitive(value)) {
    const expected = "a string, a number, a boolean or a list of them";
    throw valueFault(`${action} must be ${expected}`, value, false);
  }
  if (/\p{Surrogate}/u.test(String(value))) throw new RangeError(`${action} must be Unicode text`);
}

/** An empty item, or a comma within one, could not be told from the commas between them. */
function checkJoined(name: string, item: unknown): void {
  const text = String(item);
  if (text !== "" && !text.includes(",")) return;
  const message = `Cannot build query: an item of ${name} must not be empty or hold a comma`;
  throw valueFault(message, item, true);
}

function encodeParameter(
  parameters: readonly ParameterInfo[],
  template: string,
  name: string,
  value: unknown,
): string {
  if (isPlainPart(value)) return String(value);
  const action = `Cannot build path ${template}: ${name}`;
  const info = parameters.find((each) => each.in === "path" && each.name === name);
  if (!Array.isArray(value) || !info?.items) return encodePart(value, action);
  if (value.length === 0) throw new RangeError(`${action} must not be empty`);
  value.forEach((item) => encodePart(item, action));
  return serializeArrayParam(name, value, { style: "simple", explode: false });
}

/** Tells whether a value needs no encoding, as heights, hashes and addresses do not. */
function isPlainPart(value: unknown): boolean {
  return Number.isSafeInteger(value) || (typeof value === "string" && /^[\w-]+$/.test(value));
}

function encodePart(value: unknown, action: string): string {
  if (!isPrimitive(value) || value === undefined || value === null || typeof value === "bigint") {
    throw valueFault(`${action} must be a string, a number or a boolean`, value, false);
  }
  const text = String(value);
  if (text === "" || text === "." || text === ".." || /\p{Surrogate}/u.test(text)) {
    throw new RangeError(`${action} must not be ${JSON.stringify(text)}`);
  }
  if (/[/\\]/.test(text)) {
    throw new RangeError(`${action} must not hold / or \\, got ${showValue(text)}`);
  }
  return encodeURIComponent(text);
}

function isPrimitive(value: unknown): value is Primitive {
  return value === null || !["object", "function"].includes(typeof value);
}
