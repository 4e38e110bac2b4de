const DIGITS = /[0-9a-f]{8,}/gi;

/** How far down an error's causes are followed. */
const DEPTH = 8;

/**
 * Takes the bytes of what was sent out of an error's texts, its causes included: an answer from in between may repeat
 * them. Runs of eight hex digits and more that stand in `sent` are replaced, in place.
 */
export function redact(error: unknown, sent: string, depth: number = DEPTH): void {
  if (typeof error !== "object" || error === null || depth === 0) return;
  const secret = sent.toLowerCase();
  for (const key of ["message", "stack", "data"]) {
    const text: unknown = Reflect.get(error, key);
    if (typeof text === "string") Reflect.set(error, key, withoutBytes(text, secret));
  }
  const issues: unknown = Reflect.get(error, "issues");
  if (Array.isArray(issues)) for (const issue of issues) redact(issue, sent, depth - 1);
  redact(Reflect.get(error, "cause"), sent, depth - 1);
}

function withoutBytes(text: string, secret: string): string {
  return text.replace(DIGITS, (run) => (secret.includes(run.toLowerCase()) ? "…" : run));
}
