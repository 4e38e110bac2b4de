/** A position in an event log. */
export interface Place {
  readonly epoch: string;
  /** Sequence of the last event seen; 0 before the first. */
  readonly sequence: number;
}

/** Formats a position as the opaque cursor that clients store. */
export function formatCursor({ epoch, sequence }: Place): string {
  return btoa(`${epoch}:${sequence}`).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Parses a cursor; `undefined` for a string that this service never issued. */
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
