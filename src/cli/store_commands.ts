import { createWriteStream } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Command } from "commander";
import type { Segment } from "../chains/mod.ts";
import { command, type Flag, flag, required } from "./command.ts";
import { databaseUrl, readSegment, readSegments } from "./flag_values.ts";
import { Progress } from "./output/progress.ts";
import type { Terminal } from "./terminal.ts";

/** Location of chains and keys: one of both. */
export interface PlaceFlags {
  readonly data?: string;
  readonly store?: string;
}

/** The flags of a location. */
export function placeFlags(folder = "data folder of the service"): {
  readonly [Name in keyof PlaceFlags]-?: Flag<string | undefined>;
} {
  const store = "the database of services that share one: postgres://…";
  return {
    data: flag("--data <folder>", folder),
    store: flag("--store <url>", store, databaseUrl("--store", "postgres")).conflicts("data"),
  };
}

/** Refuses to run a command without a location. */
export function requirePlace(built: Command): void {
  built.hook("preAction", (_, action) => {
    const { data, store }: PlaceFlags = action.opts();
    if (data === undefined && store === undefined)
      action.error("error: required option '--data <folder>' or '--store <url>' not specified");
  });
}

export const dump = command({
  description: "Write a persisted chain as lines of JSON, for load to read",
  flags: {
    ...placeFlags("folder of the chain; no service may run on it"),
    segment: required(flag("--segment <segment>", "chain and network to write", readSegment)),
    output: flag("--output <file>", "file to write; without it standard output"),
  },
  examples: ["dump --data ./chains --segment {segment} --output {segment}.ndjson"],
  adjust: requirePlace,
  async run({ terminal, flags: { output, ...chain } }) {
    const { dumpChain } = await import("../service/internal.ts");
    const progress = progressOf(terminal, "Dumped");
    const lines = Readable.from(dumpChain(chain, (...parts) => progress.show(...parts)));
    try {
      if (output === undefined) await pipeline(lines, process.stdout, { end: false });
      else await writeFile(lines, output);
    } finally {
      progress.end();
    }
  },
});

function progressOf(terminal: Terminal, verb: string): Progress {
  return new Progress(terminal, (done, total) => `${verb} ${done} of ${total} blocks`);
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

export const load = command({
  description: "Replay a dump where its chain is not yet; if it fails, nothing is written",
  flags: {
    ...placeFlags("folder that persists the chain"),
    segment: required(flag("--segment <segment>", "chain and network of the dump", readSegment)),
    input: flag("--input <file>", "file to read; without it standard input"),
  },
  examples: ["load --data ./copy --segment {segment} --input {segment}.ndjson"],
  adjust: requirePlace,
  async run({ terminal, flags: { input, ...chain } }) {
    const { loadChain } = await import("../service/internal.ts");
    const progress = progressOf(terminal, "Loaded");
    const source = input === undefined ? process.stdin : (await openFile(input)).createReadStream();
    const loading = loadChain({
      ...chain,
      input: source,
      onProgress: (...parts) => progress.show(...parts),
    });
    const { head, transactions, pending } = await loading.finally(() => progress.end());
    console.log(
      `${chain.segment}: ${head.height + 1} blocks, ${transactions} transactions, ${pending} pending; head ${head.hash}`,
    );
  },
});

/** A folder can be opened too; reading it fails without its name. */
async function openFile(path: string): Promise<FileHandle> {
  const file = await open(path);
  if (!(await file.stat()).isDirectory()) return file;
  await file.close();
  throw new Error(`Cannot load ${path}: it is a folder, expected a file that dump wrote`);
}

export const check = command({
  description: "Check persisted chains in full: every list, every hash, every root",
  flags: {
    ...placeFlags("folder of the chains; no service may run on it"),
    segment: flag(
      "--segment <segment>",
      "chain to check; by default every chain there",
      readSegment,
    ),
  },
  examples: ["check --data ./chains"],
  adjust: requirePlace,
  async run({ flags: { segment, ...place } }) {
    const { storedSegments } = await import("../service/internal.ts");
    const segments = segment === undefined ? await storedSegments(place) : [segment];
    if (segments.length === 0)
      throw new Error(`Cannot check ${place.data ?? "the database"}: it has no chain`);
    for (const one of segments) await checkSegment(place, one);
  },
});

async function checkSegment(place: PlaceFlags, segment: Segment): Promise<void> {
  const { checkChain } = await import("../service/internal.ts");
  let faults = 0;
  for await (const fault of checkChain({ ...place, segment })) {
    console.log(`${segment}: ${fault}`);
    faults++;
  }
  if (faults === 0) console.log(`${segment}: sound`);
  else process.exitCode = 1;
}

export const migrate = command({
  description: "Create or upgrade the PostgreSQL schema that services share",
  flags: {
    store: required(
      flag(
        "--store <url>",
        "the database, with a role that may create schemas: postgres://…",
        databaseUrl("--store", "postgres"),
      ),
    ),
    segments: flag(
      "--segments <list>",
      "segments to create, separated by commas; by default all",
      readSegments,
    ),
    grant: flag("--grant <role>", "grant a role exactly the rights that a service needs"),
    contract: flag(
      "--contract",
      "remove what only earlier releases need; refused while one of them runs",
    ),
  },
  examples: ["migrate --store postgres://owner@db/chains --grant service"],
  async run({ flags }) {
    const service = await import("../service/internal.ts");
    const { expanded, contracted, segments } = await service.migrate(flags);
    const done = [
      ...expanded.map((version) => `Added schema version ${version}.`),
      ...contracted.map((version) => `Removed what only versions before ${version} need.`),
      ...segments.map((segment) => `Created the tables of ${segment}.`),
    ];
    console.log(done.length > 0 ? done.join("\n") : "The schema is up to date.");
  },
});
