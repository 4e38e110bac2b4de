/** A query with the question mark in front; empty where nothing is given. A list gives its name once for each item. */
export function serializeQuery(values: Readonly<Record<string, unknown>>): string {
  let text = "";
  for (const [name, given] of Object.entries(values)) {
    for (const value of Array.isArray(given) ? given : [given]) {
      if (value === undefined || value === null) continue;
      text += `${text === "" ? "?" : "&"}${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`;
    }
  }
  return text;
}
