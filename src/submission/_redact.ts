const DIGITS = /[0-9a-f]{8,}/gi;

/** How far down an error's causes are followed. */
const DEPTH = 8;

/**
 * Takes the bytes of a signed transaction out of an error's texts, its causes included: an answer from in between may
 * repeat what it was sent. Runs of eight digits and more that stand in the transaction are replaced, in place.
 */
export function redact(error: unknown, signedTx: string, depth: number = DEPTH): void {
  if (typeof error !== "object" || error === null || depth === 0) return;
  const secret = signedTx.toLowerCase();
  for (const key of ["message", "stack", "data"]) {
    const text: unknown = Reflect.get(error, key);
    if (typeof text === "string") Reflect.set(error, key, withoutBytes(text, secret));
  }
  const issues: unknown = Reflect.get(error, "issues");
  if (Array.isArray(issues)) for (const issue of issues) redact(issue, signedTx, depth - 1);
  redact(Reflect.get(error, "cause"), signedTx, depth - 1);
}

function withoutBytes(text: string, secret: string): string {
  return text.replace(DIGITS, (run) => (secret.includes(run.toLowerCase()) ? "…" : run));
}
