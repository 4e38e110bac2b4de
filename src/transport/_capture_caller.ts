/** Characters of the longest stack that another one is added to. */
const MAX_STACK_LENGTH = 10_000;

/** A stack that was captured; V8 formats it only when it is read. */
type Stack = Pick<Partial<Error>, "stack">;

/** V8's constructor of errors; others, and the types of Deno, have less. */
interface CapturingErrors {
  readonly captureStackTrace?: (captured: Stack, above: (...args: never[]) => unknown) => void;
}

/**
 * Captures where the caller of `above` stands, for work that is shared or done later, whose errors do not show the line
 * of the program. Nothing is captured where the runtime cannot.
 *
 * @param above What the program called; its own frame and those within it are left out.
 * @returns Adds what was captured to the stack of an error, once.
 */
export function captureCaller(above: (...args: never[]) => unknown): (error: unknown) => void {
  const captured: Stack = {};
  (Error as CapturingErrors).captureStackTrace?.(captured, above);
  return (error) => addStack(error, captured);
}

function addStack(error: unknown, { stack = "" }: Stack): void {
  const frames = stack.slice(stack.indexOf("\n") + 1);
  if (typeof error !== "object" || error === null || frames === "") return;
  try {
    const { stack: own } = error as Stack;
    if (typeof own !== "string" || own.includes(frames) || own.length > MAX_STACK_LENGTH) return;
    Reflect.set(error, "stack", `${own}\n  called from:\n${frames}`);
  } catch {
    // A field of an error of the user's own may throw.
  }
}
