/** Codes that a command ends with. */
export const EXIT = {
  ok: 0,
  failed: 1,
  wrongUse: 2,
  notFound: 3,
  rateLimited: 4,
  interrupted: 130,
} as const;

/** A failure of a command that knows its exit code. */
export class ExitError extends Error {
  readonly exitCode: number;

  /** @param message One sentence that says what is wrong, and what to do. */
  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The command was called wrongly. */
export function wrongUse(message: string): ExitError {
  return new ExitError(EXIT.wrongUse, message);
}

/** The requested thing does not exist. */
export function notFound(message: string): ExitError {
  return new ExitError(EXIT.notFound, message);
}
