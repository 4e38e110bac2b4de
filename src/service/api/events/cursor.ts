/** A place in an event log. */
export interface Place {
  readonly epoch: string;
  /** Sequence of the event that was seen last; 0 before the first. */
  readonly sequence: number;
}

/** Writes a place as the opaque text that clients keep. */
export function formatCursor({ epoch, sequence }: Place): string {
  return btoa(`${epoch}:${sequence}`).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Reads a cursor; `undefined` for a text that this service never gave. */
export function readCursor(text: string): Place | undefined {
  if (text.length > 64 || !/^[\w-]+$/.test(text)) return undefined;
  let decoded: string;
  try {
    decoded = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return undefined;
  }
  const { epoch, sequence } =
    /^(?<epoch>[\w-]+):(?<sequence>\d{1,15})$/.exec(decoded)?.groups ?? {};
  return epoch && sequence ? { epoch, sequence: Number(sequence) } : undefined;
}
