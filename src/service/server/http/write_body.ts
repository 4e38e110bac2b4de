import type { ServerResponse } from "node:http";

/** Bytes written at a time: as many as a socket buffers before it reports that it is full. */
const SLICE = 64 * 1_024;

/**
 * Writes a body at the pace of its reader: the next slice only once the last one has left the process. Other
 * connections are served between two slices.
 *
 * @param finish Called with the last slice, which it has to write; never called where the connection ends first.
 */
export function writeBody(
  outgoing: ServerResponse,
  body: Uint8Array,
  finish: (slice: Uint8Array) => void,
): void {
  let written = 0;
  function writeSlice(): void {
    if (outgoing.destroyed) return;
    const slice = body.subarray(written, written + SLICE);
    written += slice.length;
    if (written === body.length) finish(slice);
    else outgoing.write(slice, () => setImmediate(writeSlice));
  }
  writeSlice();
}
