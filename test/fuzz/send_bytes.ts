import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";

/** How bytes go to the service. */
export interface Sending {
  /** What is written, one after the other with a moment in between. */
  readonly pieces: readonly Buffer[];
  /** Whether our side ends once all is written. */
  readonly ends: boolean;
  /** Milliseconds after which our side ends though it would have waited. */
  readonly patience?: number;
  /** Tells whether what came is all that may be waited for. */
  readonly isDone: (received: Buffer) => boolean;
  /** Milliseconds in which the service must have answered or closed. */
  readonly deadline: number;
}

/** What came back. */
export interface Received {
  readonly bytes: Buffer;
  /** Whether neither all came nor the connection closed in time. */
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
