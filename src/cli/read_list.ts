/** Reads a flag's value as parts between commas. */
export function listFrom(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
