/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

export interface JsonObject {
  [key: string]: Json | undefined;
}

/** Place of a value in a spec: the keys from the root down. */
export type Path = readonly (string | number)[];

/** Tells whether `value` is a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object under keys, from the outermost to the innermost, or an empty one. */
export function objectAt(value: Json | undefined, ...keys: readonly string[]): JsonObject {
  const child = valueAt(value, keys);
  return isObject(child) ? child : {};
}

/** The array under keys, or an empty one. */
export function arrayAt(value: Json | undefined, ...keys: readonly string[]): Json[] {
  const child = valueAt(value, keys);
  return Array.isArray(child) ? child : [];
}

/** The text under keys, or an empty one. */
export function textAt(value: Json | undefined, ...keys: readonly string[]): string {
  const child = valueAt(value, keys);
  return typeof child === "string" ? child : "";
}

/** The objects in the object under keys, by name. */
export function objectsAt(
  value: Json | undefined,
  ...keys: readonly string[]
): Record<string, JsonObject> {
  const entries = Object.entries(objectAt(value, ...keys));
  return Object.fromEntries(
    entries.filter((entry): entry is [string, JsonObject] => isObject(entry[1])),
  );
}

/** The value of `key` in `value`; undefined where there is none. */
export function memberOf(value: Json | undefined, key: string | number): Json | undefined {
  if (Array.isArray(value)) return value[Number(key)];
  return isObject(value) ? value[key] : undefined;
}

/** The value at `path` in `value`; undefined where there is none. */
export function valueAt(value: Json | undefined, path: Path): Json | undefined {
  return path.reduce<Json | undefined>(memberOf, value);
}

/** Calls `enter` for `value` and for everything below it, parents first. */
export function visit(
  value: Json | undefined,
  enter: (value: Json, path: Path) => void,
  path: Path = [],
): void {
  if (value === undefined) return;
  enter(value, path);
  if (Array.isArray(value)) value.forEach((item, index) => visit(item, enter, [...path, index]));
  else if (isObject(value)) {
    for (const [key, child] of Object.entries(value)) visit(child, enter, [...path, key]);
  }
}

/** Copies `value`, putting what `change` returns in place of each object; parents first. */
export function mapObjects<Value extends Json>(
  value: Value,
  change: (object: JsonObject) => JsonObject,
): Value {
  const copy = (json: Json): Json => {
    if (Array.isArray(json)) return json.map(copy);
    if (!isObject(json)) return json;
    const entries = Object.entries(change(json)).flatMap(([key, child]) =>
      child === undefined ? [] : [[key, copy(child)] as const],
    );
    return Object.fromEntries(entries);
  };
  return copy(value) as Value;
}

/** JSON pointer of a place: `/paths/~1blocks/get`. */
export function pointerOf(path: Path): string {
  return path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
