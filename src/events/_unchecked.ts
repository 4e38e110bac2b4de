/** What came in the place of a `T`: the fields that the specs name, of any type. */
export type Unchecked<T> = { readonly [Name in keyof T]?: unknown };

/** The fields of what came in the place of a `T`; none of what has no fields. */
export function uncheckedFields<T>(value: unknown): Unchecked<T> {
  return value ?? {};
}
