/** Another process has taken over the lease that a writer had: nothing was written. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";

  constructor(term: number) {
    super(`Cannot write: the lease of term ${term} has passed to another process`);
  }
}
