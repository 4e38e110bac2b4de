const SHOWN = 24;

/**
 * Summarises a value without revealing it: strings and numbers are reduced to their shape. A value that is one of a set
 * of names is shown as it is.
 */
export function showShape(value: unknown, isName: boolean): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === "object") return "an object";
  if (typeof value === "number") return isName ? String(value) : String(value).replace(/\d/g, "9");
  if (typeof value !== "string") return JSON.stringify(value);
  const text = isName ? value : value.replace(/\p{L}/gu, "a").replace(/\p{N}/gu, "9");
  const short = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
  return `${JSON.stringify(short)} (${value.length} characters)`;
}
