/** Fails unless `condition` holds. */
export function check(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(`Expected ${what}`);
}

/** Fails unless both are the same value. */
export function same(actual: unknown, expected: unknown, what: string): void {
  check(Object.is(actual, expected), `${what} to be ${show(expected)}, got ${show(actual)}`);
}

/** A value that must be there. */
export function present<T>(value: T | null | undefined, what: string): T {
  check(value !== null && value !== undefined, `${what} to be there`);
  return value;
}

/** The reason a promise rejects with; fails if it resolves. */
export async function rejection(promise: PromiseLike<unknown>, what: string): Promise<unknown> {
  let value: unknown;
  try {
    value = await promise;
  } catch (error) {
    return error;
  }
  throw new Error(`Expected ${what} to reject, got ${show(value)}`);
}

function show(value: unknown): string {
  if (typeof value === "bigint") return `${value}n`;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  return typeof value === "object" && value !== null ? "an object" : String(value);
}
