/**
 * Fills a path template in.
 *
 * Each value stays within its own part of the path: what would leave it is encoded, or refused where encoding does not
 * hold it.
 *
 * @throws {RangeError} If a value is empty, `.` or `..`.
 */
export function serializePath(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
    if (text === "" || text === "." || text === "..") {
      throw new RangeError(
        `Cannot build path ${template}: ${name} must not be ${JSON.stringify(text)}`,
      );
    }
    return encodeURIComponent(text);
  });
}
