import { valueFault } from "../transport/mod.ts";

/**
 * Fills a path template in.
 *
 * Each value stays within its own part of the path: what would leave it is encoded, or refused where encoding does not
 * hold it.
 *
 * @throws {TypeError} If a value is neither a text nor a number.
 * @throws {RangeError} If a value is empty, `.` or `..`, or no Unicode text.
 */
export function serializePath(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    const action = `Cannot build path ${template}: ${name}`;
    if (typeof value !== "string" && typeof value !== "number") {
      throw valueFault(`${action} must be a text or a number`, value, false);
    }
    const text = String(value);
    if (text === "" || text === "." || text === ".." || /\p{Surrogate}/u.test(text)) {
      throw new RangeError(`${action} must not be ${JSON.stringify(text)}`);
    }
    return encodeURIComponent(text);
  });
}
