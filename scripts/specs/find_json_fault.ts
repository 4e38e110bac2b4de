/** A fault of a JSON text. */
export interface JsonFault {
  /** The platform's message, without the place. */
  readonly message: string;
  /** The first character that cannot stand where it stands. */
  readonly offset: number;
}

/** Places in the platform's messages: a position, or a piece of the text. */
const PLACE = / in JSON at position .*$|, (\.\.\.)?".*$/s;

/**
 * Finds what keeps `text` from being JSON; undefined if it is JSON.
 *
 * The platform's messages do not always say where the fault is, so it is found as the end of the longest beginning
 * of `text` that some JSON begins with.
 */
export function findJsonFault(text: string): JsonFault | undefined {
  const message = faultOf(text);
  if (message === undefined) return undefined;
  let good = 0;
  let bad = text.length + 1;
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (isBeginning(text.slice(0, middle))) good = middle;
    else bad = middle;
  }
  return { message: message.replace(PLACE, ""), offset: good };
}

function isBeginning(text: string): boolean {
  const message = faultOf(text);
  if (message === undefined) return true;
  const position = /position (\d+)/.exec(message)?.[1];
  return position === undefined
    ? message.startsWith("Unexpected end")
    : Number(position) >= text.length;
}

function faultOf(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
