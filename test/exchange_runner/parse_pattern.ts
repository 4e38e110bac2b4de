import { ExchangeError } from "./exchange_error.ts";

/**
 * An expected JSON value. A hole is a text that starts with {@linkcode HOLE}, "and more like the last" one that starts
 * with {@linkcode MORE}; both characters never stand in a JSON text as they are.
 */
export type Pattern =
  | null
  | boolean
  | number
  | string
  | readonly Pattern[]
  | { readonly [key: string]: Pattern };

/** Starts a hole that stands for a whole value. */
export const HOLE = "\u0001";
/** Starts the mark after the last item of an array: more like it; a number behind it is that of all items. */
export const MORE = "\u0002";

const TOKEN = /"(?:[^"\\]|\\.)*"|<[^<>]*>|\.\.\.\d*|,(?=\s*[}\]])/g;

/**
 * Reads an expected body: JSON in which a value may be a hole such as `<hash>`, and in which an array may end in
 * `...`. Commas before a closing bracket are allowed, since a line may be there for one chain alone.
 *
 * @throws {ExchangeError} If the text is no such JSON.
 */
export function parsePattern(text: string): Pattern {
  const json = text.replace(TOKEN, (token) => {
    if (token.startsWith('"')) return token;
    if (token.startsWith("<")) return JSON.stringify(HOLE + token.slice(1, -1));
    return token === "," ? "" : JSON.stringify(MORE + token.slice(3));
  });
  try {
    return JSON.parse(json) as Pattern;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ExchangeError(`Cannot read expected body: ${reason}`, { cause: error });
  }
}
