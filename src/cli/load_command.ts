import { type FileHandle, open } from "node:fs/promises";
import { Command } from "commander";

import type { Segment } from "../chains/mod.ts";
import { readSegment } from "./read_segments.ts";
import { showProgress } from "./show_progress.ts";
import { withExamples } from "./with_examples.ts";
import { type PlaceFlags, withPlace } from "./with_place.ts";

interface LoadFlags extends PlaceFlags {
  readonly segment: Segment;
  readonly input?: string;
}

/** The command `load`: replays a dump into a folder without that chain. */
export function loadCommand(): Command {
  const command = withPlace(
    new Command("load").description(
      "Replay a dump where its chain is not yet; if it fails, nothing is written",
    ),
    "folder that persists the chain",
  )
    .requiredOption("--segment <segment>", "chain and network of the dump", readSegment)
    .option("--input <file>", "file to read; without it standard input")
    .action(load);
  return withExamples(command, "load --data ./copy --segment {segment} --input {segment}.ndjson");
}

async function load({ input, ...chain }: LoadFlags): Promise<void> {
  const { loadChain } = await import("../service/mod.ts");
  const progress = showProgress("Loaded");
  const source = input === undefined ? process.stdin : (await openFile(input)).createReadStream();
  try {
    const { head, transactions, pending } = await loadChain({
      ...chain,
      input: source,
      onProgress: (...parts) => progress.show(...parts),
    });
    progress.end();
    console.log(
      `${chain.segment}: ${head.height + 1} blocks, ${transactions} transactions, ${pending} pending; head ${head.hash}`,
    );
  } catch (error) {
    progress.end();
    throw error;
  }
}

/** A folder can be opened too; reading it fails without its name. */
async function openFile(path: string): Promise<FileHandle> {
  const file = await open(path);
  if (!(await file.stat()).isDirectory()) return file;
  await file.close();
  throw new Error(`Cannot load ${path}: it is a folder, expected a file that dump wrote`);
}
