import { isDeepStrictEqual } from "node:util";
import { safeParse } from "zod/mini";
import type { Validator } from "../../src/validation/mod.ts";

/** Issues of `value` by a validator, and its fields that the specs do not have. */
export function checkSchema(name: string, validator: Validator, value: unknown): string[] {
  const parsed = safeParse(validator, value);
  if (!parsed.success) {
    return parsed.error.issues.map(
      ({ path, message }) => `${[name, ...path].join(".")}: ${message}`,
    );
  }
  // Parsing leaves out what the specs do not have.
  return isDeepStrictEqual(parsed.data, value)
    ? []
    : [`${name} has fields that the specs do not: ${extraFields(parsed.data, value).join(", ")}`];
}

function extraFields(known: unknown, value: unknown, path = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    const place = path === "" ? key : `${path}.${key}`;
    const documented = (known as Readonly<Record<string, unknown>>)[key];
    return documented === undefined ? [place] : extraFields(documented, child, place);
  });
}
