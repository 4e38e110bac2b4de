/** What is handed to `fetch`. */
export interface Outgoing {
  readonly target: string | Request;
  readonly init: RequestInit;
}

/** Adds a key to a request on its way out. */
export type KeyPresenter = (url: string, init: RequestInit) => Outgoing;

/**
 * Makes what puts a key into a header, in the place of one of the same name.
 *
 * @throws {TypeError} If the key cannot stand there; no message repeats any part of it.
 */
export function presentHeader(name: string, value: string): KeyPresenter {
  const fault = headerFault(name, value);
  if (fault) throw new TypeError(`Cannot use apiKey: ${fault}`);
  const lower = name.toLowerCase();
  return (target, init) => ({
    target,
    init: { ...init, headers: { ...(init.headers as Record<string, string>), [lower]: value } },
  });
}

/** What is wrong with a header. */
export function headerFault(name: string, value: string): string | undefined {
  if (value === "") return "got an empty text";
  try {
    new Headers().set(name, value);
    return undefined;
  } catch {
    return "got what cannot stand in a header";
  }
}
