import { serializeArrayParam } from "openapi-fetch";
import type { ParameterInfo } from "../tables.ts";
import { showValue, type Values, valueFault } from "../validation/mod.ts";

/**
 * Fills a path template in.
 *
 * Each value stays within its own part of the path: what would leave it is encoded, or refused where encoding does not
 * hold it. A slash is refused too, as no identifier has one and proxies decode `%2F`.
 *
 * @throws {TypeError} If a value is not a string, a number or a boolean.
 * @throws {RangeError} If a value is empty, `.` or `..`, has a slash or backslash, or is no Unicode text.
 */
export function serializePath(template: string, values: Values): string {
  return fillPath(template, (name) => encodePart(template, name, values[name]));
}

/** The same for parameters of which some are lists: their items are joined by commas. */
export function serializePathLists(
  template: string,
  values: Values,
  parameters: readonly ParameterInfo[],
): string {
  return fillPath(template, (name) => {
    const value = values[name];
    const info = parameters.find((each) => each.in === "path" && each.name === name);
    if (!Array.isArray(value) || !info?.items) return encodePart(template, name, value);
    if (value.length === 0) throw new RangeError(`${actionOf(template, name)} must not be empty`);
    value.forEach((item) => encodePart(template, name, item));
    return serializeArrayParam(name, value, { style: "simple", explode: false });
  });
}

function fillPath(template: string, encode: (name: string) => string): string {
  // A pattern would cost more than the rest of the URL.
  const [start = "", ...parts] = template.split("{");
  let path = start;
  for (const part of parts) {
    const end = part.indexOf("}");
    path += encode(part.slice(0, end)) + part.slice(end + 1);
  }
  return path;
}

/** Tells whether a value needs no encoding, as heights, hashes and addresses do not. */
function isPlainPart(value: unknown): boolean {
  return Number.isSafeInteger(value) || (typeof value === "string" && /^[\w-]+$/.test(value));
}

function encodePart(template: string, name: string, value: unknown): string {
  if (isPlainPart(value)) return String(value);
  const action = actionOf(template, name);
  if (!["string", "number", "boolean"].includes(typeof value)) {
    throw valueFault(`${action} must be a string, a number or a boolean`, value, false);
  }
  const text = String(value);
  if (/^\.{0,2}$|\p{Surrogate}/u.test(text)) {
    throw new RangeError(`${action} must not be ${JSON.stringify(text)}`);
  }
  if (/[/\\]/.test(text)) {
    throw new RangeError(`${action} must not contain / or \\, got ${showValue(text)}`);
  }
  return encodeURIComponent(text);
}

function actionOf(template: string, name: string): string {
  return `Cannot build path ${template}: ${name}`;
}
