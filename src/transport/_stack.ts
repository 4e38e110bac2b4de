/** Characters of the longest stack that another one is added to. */
const LONGEST = 10_000;

/** A stack that was captured; V8 makes its text only when it is read. */
export interface Stack {
  readonly stack?: string;
}

/** Captures the stack where the caller of `above` stands; empty where the runtime cannot. */
export function captureStack(above: (...args: never[]) => unknown): Stack {
  const captured: Stack = {};
  Error.captureStackTrace?.(captured, above);
  return captured;
}

/** Adds the line of a further caller to the stack of an error that several callers are rejected with. */
export function addStack(error: unknown, { stack = "" }: Stack): void {
  const frames = stack.slice(stack.indexOf("\n") + 1);
  if (!(error instanceof Error) || error.stack === undefined || frames === "") return;
  if (error.stack.includes(frames) || error.stack.length > LONGEST) return;
  error.stack += `\n  shared by an equal call:\n${frames}`;
}
