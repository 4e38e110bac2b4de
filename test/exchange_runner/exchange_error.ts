/** A case that cannot be read or run: its file is at fault, or what it needs is not there. */
export class ExchangeError extends Error {
  override readonly name = "ExchangeError";
}
