type Primitive = string | number | boolean | bigint | null | undefined | symbol;

/** Tells whether a value has no parts. */
export function isPrimitive(value: unknown): value is Primitive {
  return value === null || !["object", "function"].includes(typeof value);
}
