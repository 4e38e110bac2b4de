/** An object of JSON. */
export type Fields = Readonly<Record<string, unknown>>;

/** The row of a name in a table; undefined where it has none. */
export function rowOf<Row>(rows: Readonly<Record<string, Row>>, name: string): Row | undefined {
  return Object.hasOwn(rows, name) ? rows[name] : undefined;
}
