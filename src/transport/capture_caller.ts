/** Characters of the longest stack that another one is added to. */
const LONGEST = 10_000;

/** A stack that was captured; V8 formats it only when it is read. */
interface Stack {
  readonly stack?: string;
}

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
 *
 * @example
 * ```ts
 * import { captureCaller } from "alphadelta/transport";
 *
 * const failed = new Error("No connection");
 * function sendLater(): void {
 *   const addCaller = captureCaller(sendLater);
 *   queueMicrotask(() => addCaller(failed));
 * }
 * sendLater();
 * queueMicrotask(() => console.log(failed.stack)); // names this line too
 * ```
 */
export function captureCaller(above: (...args: never[]) => unknown): (error: unknown) => void {
  const captured: Stack = {};
  (Error as CapturingErrors).captureStackTrace?.(captured, above);
  return (error) => addStack(error, captured);
}

function addStack(error: unknown, { stack = "" }: Stack): void {
  const frames = stack.slice(stack.indexOf("\n") + 1);
  if (!(error instanceof Error) || error.stack === undefined || frames === "") return;
  if (error.stack.includes(frames) || error.stack.length > LONGEST) return;
  error.stack += `\n  called from:\n${frames}`;
}
