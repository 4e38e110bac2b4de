/** Most causes of an error that are followed. */
const DEPTH = 8;

/** Fields of errors that are strings or hold some; `path` is Bun's for the URL that could not be reached. */
const PARTS = ["message", "stack", "data", "path", "issues", "errors", "cause"];

/**
 * Changes the strings of an error in place, those of its issues and causes included.
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
  for (const key of PARTS) {
    const part: unknown = Reflect.get(error, key);
    if (typeof part === "string") Reflect.set(error, key, change(part));
    else for (const each of [part].flat()) redactError(each, change, depth - 1);
  }
}

/** Shorter strings may be in messages by chance. */
const SHORTEST_SECRET = 6;

/** Takes secrets out of an error's strings: the longest first, as another may be a part of it. */
export function hideTexts(error: unknown, texts: readonly string[]): void {
  const secrets = texts
    .filter(({ length }) => length >= SHORTEST_SECRET)
    .toSorted((one, other) => other.length - one.length);
  redactError(error, (text) =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, "…"), text),
  );
}
