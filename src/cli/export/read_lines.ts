import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createInterface } from "node:readline";

/** Bytes that are read at once from the end of a file. */
const CHUNK = 256 * 1024;
const LINE_END = 0x0a;

/** The lines of a file, from its first or from its last one on. */
export function readLines(path: string, isBackwards: boolean): AsyncIterable<string> {
  return isBackwards ? linesBackwards(path) : createInterface({ input: createReadStream(path) });
}

async function* linesBackwards(path: string): AsyncGenerator<string> {
  const file = await open(path);
  try {
    let { size: left } = await file.stat();
    // The end of a line that begins in what is not read yet.
    let rest = Buffer.alloc(0);
    while (left > 0) {
      const length = Math.min(CHUNK, left);
      left -= length;
      const { buffer } = await file.read(Buffer.alloc(length), 0, length, left);
      const bytes = Buffer.concat([buffer, rest]);
      const end = bytes.indexOf(LINE_END) + 1;
      const start = left === 0 ? 0 : end === 0 ? bytes.length : end;
      rest = bytes.subarray(0, start);
      const lines = bytes.subarray(start).toString().split("\n");
      yield* lines.filter((line) => line !== "").toReversed();
    }
  } finally {
    await file.close();
  }
}
