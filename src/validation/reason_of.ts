import { showValue } from "./show_value.ts";

/** What was thrown, in words. */
export function reasonOf(thrown: unknown): string {
  return messageOf(thrown) ?? (typeof thrown === "string" ? thrown : showValue(thrown));
}

/** The message of an error, or its name; undefined of any other value. By its shape, since it may be of another realm. */
export function messageOf(thrown: unknown): string | undefined {
  const { message, name } = fieldsOf(thrown);
  return typeof message === "string" && typeof name === "string" ? message || name : undefined;
}

/** The error that an error was caused by; itself where there is none. */
export function causeOf(thrown: unknown): unknown {
  const { cause } = fieldsOf(thrown);
  return messageOf(cause) === undefined ? thrown : cause;
}

/** A class of the user's own may have fields that throw. */
function fieldsOf(thrown: unknown): Partial<Error> {
  try {
    const { message, name, cause } = (thrown ?? {}) as Partial<Error>;
    return { message, name, cause } as Partial<Error>;
  } catch {
    return {};
  }
}
