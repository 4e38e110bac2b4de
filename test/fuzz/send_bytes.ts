import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";

/** Bytes to send, and how. */
export interface Sending {
  /** Parts, written with a moment in between. */
  readonly pieces: readonly Buffer[];
  /** Ends our side once all is written. */
  readonly ends: boolean;
  /** Milliseconds after which our side ends though it would have waited. */
  readonly patience?: number;
  /** Tells whether what came is all that may be waited for. */
  readonly isDone: (received: Buffer) => boolean;
  /** Milliseconds in which the service must have answered or closed. */
  readonly deadline: number;
}

/** The response. */
export interface Received {
  readonly bytes: Buffer;
  /** True if the response was not complete and the connection not closed in time. */
  readonly hangs: boolean;
}

const MOMENT = 2;

/** Opens a connection, writes, and reads until all is there, the service closes, or the deadline is over. */
export async function sendBytes(
  origin: string,
  { pieces, ends, patience, isDone, deadline }: Sending,
): Promise<Received> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  const chunks: Buffer[] = [];
  let bytes = Buffer.alloc(0);
  const ended = new Promise<"ended">((resolve) => {
    socket.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      bytes = Buffer.concat(chunks);
      if (isDone(bytes)) resolve("ended");
    });
    for (const event of ["end", "close", "error"]) socket.on(event, () => resolve("ended"));
  });
  const timer = new AbortController();
  const late = setTimeout(deadline, "late" as const, { signal: timer.signal }).catch(
    () => "ended" as const,
  );
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await Promise.race([setTimeout(MOMENT), ended]);
    if (!socket.destroyed) socket.write(piece);
  }
  if (ends && !socket.destroyed) socket.end();
  if (patience !== undefined) {
    await Promise.race([ended, setTimeout(patience, undefined, { signal: timer.signal })]);
    if (!socket.destroyed) socket.end();
  }
  const outcome = await Promise.race([ended, late]);
  timer.abort();
  socket.destroy();
  return { bytes, hangs: outcome === "late" };
}
