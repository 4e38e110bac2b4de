import type { Values } from "../validation/mod.ts";

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
