import { redactError } from "./redact_error.ts";

/** Shorter texts stand in messages by chance. */
const LEAST = 6;

/** Takes texts out of those of an error. */
export function hideTexts(error: unknown, texts: readonly string[]): void {
  const secrets = texts.filter(({ length }) => length >= LEAST);
  redactError(error, (text) =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, "…"), text),
  );
}
