const DIGITS = /[0-9a-f]{8,}/gi;

/** Where an error has texts, or others that do. */
const PARTS = ["message", "stack", "data", "issues", "cause"];

/** How far down an error's parts and causes are followed. */
const DEPTH = 8;

/**
 * Takes the bytes of what was sent out of an error's texts, its causes included: an answer from in between may repeat
 * them. Runs of eight hex digits and more that stand in `sent` are replaced, in place.
 */
export function redact(error: unknown, sent: string, depth: number = DEPTH): void {
  if (typeof error !== "object" || error === null || depth === 0) return;
  for (const key of PARTS) {
    const part: unknown = Reflect.get(error, key);
    if (typeof part === "string") Reflect.set(error, key, withoutBytes(part, sent.toLowerCase()));
    else for (const each of [part].flat()) redact(each, sent, depth - 1);
  }
}

function withoutBytes(text: string, secret: string): string {
  return text.replace(DIGITS, (run) => (secret.includes(run.toLowerCase()) ? "…" : run));
}
