/** How far down an error's causes are followed. */
const DEPTH = 8;

/** Where errors have texts; `path` is Bun's for the URL that could not be reached. */
const TEXTS = ["message", "stack", "data", "path"];

/**
 * Changes the texts of an error in place, those of its issues and causes included.
 *
 * @example
 * ```ts
 * import { redactError } from "alphadelta/transport";
 *
 * const error = new Error("Unknown key a1b2c3");
 * redactError(error, (text) => text.replaceAll("a1b2c3", "…"));
 * console.log(error.message); // Unknown key …
 * ```
 */
export function redactError(
  error: unknown,
  change: (text: string) => string,
  depth: number = DEPTH,
): void {
  if (typeof error !== "object" || error === null || depth === 0) return;
  for (const key of TEXTS) {
    const text: unknown = Reflect.get(error, key);
    if (typeof text === "string") Reflect.set(error, key, change(text));
  }
  const issues: unknown = Reflect.get(error, "issues");
  if (Array.isArray(issues)) for (const issue of issues) redactError(issue, change, depth - 1);
  redactError(Reflect.get(error, "cause"), change, depth - 1);
}
