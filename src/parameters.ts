/**
 * Parameters and bodies as parts of a request. Each generated call names those functions alone that it needs, so that a
 * bundler drops the others.
 *
 * @module
 */
import { serializeArrayParam, serializePrimitiveParam } from "openapi-fetch";
import type { Chain } from "./generated/segments.gen.ts";
import type { OperationInfo, ParameterInfo } from "./tables.ts";
import {
  encodeValue,
  type OperationValidators,
  showValue,
  type Validator,
  valueError,
  type Values,
} from "./validation/mod.ts";

/** Functions that write the arguments of an operation into a request, no more than it needs. */
export interface OperationSerializers {
  /** Values of the path parameters. */
  readonly path?: typeof serializePathLists;
  /** Values of the query parameters. */
  readonly query?: typeof serializeQueryLists;
  /** Values of the header parameters. */
  readonly headers?: typeof serializeHeaders;
  /** Value of the request body. */
  readonly body?: typeof serializeBody;
}

/** An operation: its row of the specs, its validators and serializers. */
export interface OperationCall {
  /** Its row of the specs. */
  readonly info: OperationInfo<Chain>;
  /** Validators of its arguments and its data. */
  readonly validators: OperationValidators;
  /** Writes its arguments into a request. */
  readonly serializers: OperationSerializers;
}

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

/** Templates cut into what stands between names, and the names: to cut one costs more than the rest of a URL. */
const CUT_TEMPLATES = /* @__PURE__ */ new Map<string, readonly string[]>();

function fillPath(template: string, encode: (name: string) => string): string {
  let parts = CUT_TEMPLATES.get(template);
  if (!parts) CUT_TEMPLATES.set(template, (parts = template.split(/[{}]/)));
  let path = parts[0] as string;
  for (let at = 1; at < parts.length; at += 2) {
    path += encode(parts[at] as string) + (parts[at + 1] as string);
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
    throw valueError(`${action} must be a string, a number or a boolean`, value, false);
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
    throw valueError(`${action} must be ${expected}`, value, false);
  }
  if (/\p{Surrogate}/u.test(String(value)))
    throw new RangeError(`${action} must be well-formed Unicode`);
}

/** An empty item, or a comma within one, could not be told from the commas between them. */
function checkJoined(name: string, item: unknown): void {
  const text = String(item);
  if (text !== "" && !text.includes(",")) return;
  const message = `Cannot build query: an item of ${name} must not be empty or contain a comma`;
  throw valueError(message, item, true);
}

/**
 * Serializes header parameters; the items of a list are joined by commas.
 *
 * @throws {RangeError} If a value has a character that headers do not allow, or an item of a list has a comma.
 */
export function serializeHeaders(values: Values): Record<string, string> {
  const present = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    present.map(([name, value]) => {
      const items = (Array.isArray(value) ? value : [value]).map(String);
      const allowed = Array.isArray(value) ? /^[\t\x20-\x2b\x2d-\x7e]*$/ : /^[\t\x20-\x7e]*$/;
      if (items.every((item) => allowed.test(item))) return [name, items.join(",")];
      const without = Array.isArray(value) ? " without a comma" : "";
      throw new RangeError(`Cannot send header ${name}: it must be printable ASCII${without}`);
    }),
  );
}

/**
 * The text of a JSON body.
 *
 * @param call Name of the call, for messages.
 * @throws {TypeError} If the body breaks what the interface specifies.
 */
export function serializeBody(call: string, validator: Validator, body: unknown): string {
  const encoded = encodeValue(validator, body, (issues) => {
    const found = issues.map(({ path, message }) => `${path || "the body"}: ${message}`);
    throw new TypeError(`Cannot call ${call}: ${found.join("; ")}`);
  });
  return JSON.stringify(encoded);
}

type Primitive = string | number | boolean | bigint | null | undefined | symbol;

/** Tells whether a value has no parts. */
export function isPrimitive(value: unknown): value is Primitive {
  return value === null || !["object", "function"].includes(typeof value);
}
