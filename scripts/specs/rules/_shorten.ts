import type { Json } from "../json.ts";

const LONGEST = 60;

/** `value` as JSON in a message, cut where it is long. */
export function shorten(value: Json | undefined): string {
  const text = JSON.stringify(value ?? null);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
