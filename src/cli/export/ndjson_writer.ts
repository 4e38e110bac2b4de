import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ExportWriter } from "./export_writer.ts";

/** Writes the lines as they are. */
export const writeNdjson: ExportWriter = (lines, file) =>
  pipeline(Readable.from(withEnds(lines)), createWriteStream(file));

async function* withEnds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}
