import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Command } from "commander";

import type { Segment } from "../chains/mod.ts";
import { readSegment } from "./read_segments.ts";
import { showProgress } from "./show_progress.ts";
import { withExamples } from "./with_examples.ts";
import { type PlaceFlags, withPlace } from "./with_place.ts";

interface DumpFlags extends PlaceFlags {
  readonly segment: Segment;
  readonly output?: string;
}

/** The command `dump`: writes a persisted chain as lines of JSON. */
export function dumpCommand(): Command {
  const command = withPlace(
    new Command("dump").description("Write a persisted chain as lines of JSON, for load to read"),
    "folder of the chain; no service may run on it",
  )
    .requiredOption("--segment <segment>", "chain and network to write", readSegment)
    .option("--output <file>", "file to write; without it standard output")
    .action(dump);
  return withExamples(
    command,
    "dump --data ./chains --segment {segment} --output {segment}.ndjson",
  );
}

async function dump({ output, ...chain }: DumpFlags): Promise<void> {
  const { dumpChain } = await import("../service/mod.ts");
  const progress = showProgress("Dumped");
  const lines = Readable.from(dumpChain(chain, (...parts) => progress.show(...parts)));
  try {
    if (output === undefined) await pipeline(lines, process.stdout, { end: false });
    else await writeFile(lines, output);
  } finally {
    progress.end();
  }
}

/** Writes a temporary file first, so that the file appears only once it is complete. */
async function writeFile(lines: Readable, file: string): Promise<void> {
  const part = `${file}.part`;
  try {
    await pipeline(lines, createWriteStream(part));
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
