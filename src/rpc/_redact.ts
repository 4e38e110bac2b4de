import { redactError } from "../transport/mod.ts";

const DIGITS = /[0-9a-f]{8,}/gi;

/**
 * Takes the bytes of what was sent out of an error's texts, its causes included: an answer from in between may repeat
 * them. Runs of eight hex digits and more that stand in `sent` are replaced, in place.
 */
export function redact(error: unknown, sent: string): void {
  const secret = sent.toLowerCase();
  redactError(error, (text) =>
    text.replace(DIGITS, (run) => (secret.includes(run.toLowerCase()) ? "…" : run)),
  );
}
