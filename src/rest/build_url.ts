import type { ParameterInfo } from "../generated/tables.gen.ts";
import { type Values, valueFault } from "../validation/mod.ts";

/** A lone half of a pair, which no URL can hold. */
const SURROGATE = /\p{Surrogate}/u;

/**
 * Fills a path template in.
 *
 * Each value stays within its own part of the path: what would leave it is encoded, or refused where encoding does not
 * hold it. A list is joined by commas.
 *
 * @throws {TypeError} If a value is not a string, a number or a boolean, nor a list of such.
 * @throws {RangeError} If a value is empty, `.` or `..`, has a slash, or is no Unicode text.
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

/** A query with the question mark in front, its parameters in the order of the values; empty where nothing is given. */
export function serializeQuery(parameters: readonly ParameterInfo[], values: Values): string {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    const items = (Array.isArray(value) ? value : [value]).filter(isGiven);
    const encoded = items.map((item) => encodeQueryValue(name, item));
    const key = encodeURIComponent(name);
    const info = parameters.find((each) => each.in === "query" && each.name === name);
    const isJoined = Array.isArray(value) && info?.explode === false;
    if (isJoined) parts.push(`${key}=${encoded.join(",")}`);
    else parts.push(...encoded.map((item) => `${key}=${item}`));
  }
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
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

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function encodeQueryValue(name: string, value: unknown): string {
  const action = `Cannot build query: ${name}`;
  if (!isPrimitive(value)) {
    const expected = "a string, a number, a boolean or a list of them";
    throw valueFault(`${action} must be ${expected}`, value, false);
  }
  const text = String(value);
  if (SURROGATE.test(text)) throw new RangeError(`${action} must be Unicode text`);
  return encodeURIComponent(text);
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
  return value.map((item) => encodePart(item, action)).join(",");
}

/** Tells whether a value needs no encoding, as heights, hashes and addresses do not. */
function isPlainPart(value: unknown): boolean {
  return Number.isSafeInteger(value) || (typeof value === "string" && /^[\w-]+$/.test(value));
}

/** Proxies decode a slash and lead up at dots, and so out of the part of the path. */
function encodePart(value: unknown, action: string): string {
  if (!isPrimitive(value) || typeof value === "bigint") {
    throw valueFault(`${action} must be a string, a number or a boolean`, value, false);
  }
  const text = String(value);
  if (/^\.{0,2}$|[/\\]/.test(text) || SURROGATE.test(text)) {
    throw new RangeError(`${action} must not be ${JSON.stringify(text)}`);
  }
  return encodeURIComponent(text);
}

function isPrimitive(value: unknown): boolean {
  return ["string", "number", "boolean", "bigint"].includes(typeof value);
}
