import { createWriteStream } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Command } from "commander";
import type { Segment } from "../chains/mod.ts";
import { databaseUrl, readSegment, readSegments } from "./flag_values.ts";
import { showProgress } from "./output/progress.ts";
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

interface CheckFlags extends PlaceFlags {
  readonly segment?: Segment;
}

/** The command `check`: reports errors in persisted chains; exits with 1 if there are any. */
export function checkCommand(): Command {
  const command = withPlace(
    new Command("check").description(
      "Check persisted chains in full: every list, every hash, every root",
    ),
    "folder of the chains; no service may run on it",
  )
    .option("--segment <segment>", "chain to check; by default every chain there", readSegment)
    .action(async ({ segment, ...place }: CheckFlags) => {
      const { storedSegments } = await import("../service/mod.ts");
      const segments = segment === undefined ? await storedSegments(place) : [segment];
      if (segments.length === 0)
        throw new Error(`Cannot check ${place.data ?? "the database"}: it has no chain`);
      for (const one of segments) await check(place, one);
    });
  return withExamples(command, "check --data ./chains");
}

async function check(place: PlaceFlags, segment: Segment): Promise<void> {
  const { checkChain } = await import("../service/mod.ts");
  let faults = 0;
  for await (const fault of checkChain({ ...place, segment })) {
    console.log(`${segment}: ${fault}`);
    faults++;
  }
  if (faults === 0) console.log(`${segment}: sound`);
  else process.exitCode = 1;
}

interface MigrateFlags {
  readonly store: string;
  readonly segments?: readonly Segment[];
  readonly grant?: string;
  readonly contract?: true;
}

/** The command `migrate`: makes or upgrades the schema of a PostgreSQL that processes share. */
export function migrateCommand(): Command {
  const command = new Command("migrate")
    .description("Create or upgrade the PostgreSQL schema that services share")
    .requiredOption(
      "--store <url>",
      "the database, with a role that may create schemas: postgres://…",
      databaseUrl("--store", "postgres"),
    )
    .option(
      "--segments <list>",
      "segments to create, separated by commas; by default all",
      readSegments,
    )
    .option("--grant <role>", "grant a role exactly the rights that a service needs")
    .option("--contract", "remove what only earlier releases need; refused while one of them runs")
    .action(async (flags: MigrateFlags) => {
      const { migrate } = await import("../service/mod.ts");
      const { expanded, contracted, segments } = await migrate(flags);
      const done = [
        ...expanded.map((version) => `Added schema version ${version}.`),
        ...contracted.map((version) => `Removed what only versions before ${version} need.`),
        ...segments.map((segment) => `Created the tables of ${segment}.`),
      ];
      console.log(done.length > 0 ? done.join("\n") : "The schema is up to date.");
    });
  return withExamples(command, "migrate --store postgres://owner@db/chains --grant service");
}
