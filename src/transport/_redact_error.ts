/** Most causes of an error that are followed. */
const DEPTH = 8;

/** Fields of errors that are strings or hold some; `path` is Bun's for the URL that could not be reached. */
const PARTS = [
  ...["message", "stack", "code", "requestId", "data"],
  ...["path", "issues", "errors", "cause"],
];

/**
 * Changes the strings of an error in place, those of its issues and causes included.
 */
export function redactError(
  error: unknown,
  change: (text: string) => string,
  depth: number = DEPTH,
): void {
  if (typeof error !== "object" || error === null || depth === 0) return;
  for (const key of PARTS) {
    try {
      const part: unknown = Reflect.get(error, key);
      if (typeof part === "string") Reflect.set(error, key, change(part));
      else for (const each of [part].flat()) redactError(each, change, depth - 1);
    } catch {
      // A field of an error of the user's own may throw, and then shows nothing.
    }
  }
}

/** Takes secrets out of a string. */
export type Hide = (text: string) => string;

/** Shorter strings may be in messages by chance. */
const SHORTEST_SECRET = 6;

/** Fewest first characters by which a secret that was cut short is found. */
const SHORTEST_START = 8;

/** Hides secrets: the longest first, as another may be a part of it. */
export function hideTexts(texts: readonly string[]): Hide {
  const secrets = texts
    .filter(({ length }) => length >= SHORTEST_SECRET)
    .toSorted((one, other) => other.length - one.length);
  return (text) => secrets.reduce(hideText, text);
}

/** The end of a string that was truncated. */
const CUT = /^(?:…|"|$)/;

/** A string that holds a secret may have been truncated within it. */
function hideText(text: string, secret: string): string {
  const start = secret.slice(0, SHORTEST_START);
  const [before = "", ...others] = text.split(start);
  return others.reduce((known, other) => {
    let length = start.length;
    while (length < secret.length && other[length - start.length] === secret[length]) length++;
    const after = other.slice(length - start.length);
    const isSecret = length === secret.length || CUT.test(after);
    return known + (isSecret ? `…${after}` : start + other);
  }, before);
}

const LONG_HEX = /[0-9a-f]{8,}/gi;

/** Hides the bytes that were sent, in whatever case: runs of eight hex digits and more that `sent` holds. */
export function hideBytes(sent: string): Hide {
  const secret = sent.toLowerCase();
  return (text) =>
    text.replace(LONG_HEX, (run) => (secret.includes(run.toLowerCase()) ? "…" : run));
}
