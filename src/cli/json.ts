/** An object of JSON. */
export type Fields = Readonly<Record<string, unknown>>;

/** A value as JSON, with amounts as the strings that they are on the wire. */
export function toJson(value: unknown, indent?: number): string {
  const replace = (_key: string, one: unknown): unknown =>
    typeof one === "bigint" ? String(one) : one;
  return JSON.stringify(value ?? null, replace, indent);
}

/** The value of JSON; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The row of a name in a table; undefined where it has none. */
export function rowOf<Row>(rows: Readonly<Record<string, Row>>, name: string): Row | undefined {
  return Object.hasOwn(rows, name) ? rows[name] : undefined;
}
