import { createWriteStream } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Command } from "commander";
import type { Segment } from "../chains/mod.ts";
import { placeOfFile, putInPlace } from "../durable_files.ts";
import { wrongUse } from "./exit_error.ts";
import { command, type Flag, flag, required } from "./command.ts";
import { databaseUrl, readSegment, readSegments } from "./flag_values.ts";
import type { Printer } from "./output/printer.ts";
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
  hasOwnFormat: true,
  description: "Write a persisted chain as lines of JSON, for load to read",
  flags: {
    ...placeFlags("folder of the chain; no service may run on it"),
    chain: required(flag("--chain <segment>", "chain and network to write", readSegment)),
    output: flag("--output <file>", "file to write; without it standard output"),
  },
  examples: ["dump --data ./chains --chain {segment} --output {segment}.ndjson"],
  adjust: requirePlace,
  async run({ terminal, flags: { output, chain: segment, ...place } }) {
    const { dumpChain } = await import("../service/internal.ts");
    const progress = progressOf(terminal, "Dumped");
    const lines = dumpChain({ ...place, segment }, (...parts) => progress.show(...parts));
    try {
      if (output === undefined) for await (const line of lines) await terminal.stdout.data(line);
      else await writeFile(Readable.from(lines), output);
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
  const place = await placeOfFile(file);
  if (place === undefined)
    throw wrongUse(
      `Cannot write ${file}: it is not a file. Choose another --output, or leave it out for standard output.`,
    );
  const part = `${place}.part`;
  try {
    await pipeline(lines, createWriteStream(part));
    await putInPlace(part, place);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

export const load = command({
  description: "Replay a dump where its chain is not yet; if it fails, nothing is written",
  flags: {
    ...placeFlags("folder that persists the chain"),
    chain: required(flag("--chain <segment>", "chain and network of the dump", readSegment)),
    input: flag("--input <file>", "file to read; without it standard input"),
  },
  examples: ["load --data ./copy --chain {segment} --input {segment}.ndjson"],
  adjust: requirePlace,
  async run({ terminal, printer, flags: { input, chain: segment, ...place } }) {
    const { loadChain } = await import("../service/internal.ts");
    const progress = progressOf(terminal, "Loaded");
    const source = input === undefined ? process.stdin : (await openFile(input)).createReadStream();
    const loading = loadChain({
      ...place,
      segment,
      input: source,
      onProgress: (...parts) => progress.show(...parts),
    });
    const { head, transactions, pending } = await loading.finally(() => {
      progress.end();
      // Where it was refused before it was read.
      source.destroy();
    });
    const { height, hash } = head;
    printer.outcome(
      { segment, height, hash, transactions, pending },
      `${segment}: ${height + 1} blocks, ${transactions} transactions, ${pending} pending; head ${hash}`,
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
    chain: flag("--chain <segment>", "chain to check; by default every chain there", readSegment),
  },
  examples: ["check --data ./chains"],
  adjust: requirePlace,
  async run({ printer, flags: { chain: segment, ...place } }) {
    const { storedSegments } = await import("../service/internal.ts");
    const segments = segment === undefined ? await storedSegments(place) : [segment];
    if (segments.length === 0)
      throw new Error(`Cannot check ${place.data ?? "the database"}: it has no chain`);
    const checked: object[] = [];
    for (const one of segments) checked.push(await checkSegment(place, one, printer));
    if (printer.isForPrograms) await printer.list(checked);
  },
});

/** Tells people each fault as it is found. */
async function checkSegment(
  place: PlaceFlags,
  segment: Segment,
  printer: Printer,
): Promise<{ readonly segment: Segment; readonly faults: readonly string[] }> {
  const { checkChain } = await import("../service/internal.ts");
  const tell = (text: string): void => {
    if (!printer.isForPrograms) printer.line(`${segment}: ${text}`);
  };
  const faults: string[] = [];
  for await (const fault of checkChain({ ...place, segment })) {
    tell(fault);
    faults.push(fault);
  }
  if (faults.length === 0) tell("sound");
  else process.exitCode = 1;
  return { segment, faults };
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
    chain: flag(
      "--chain <segments>",
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
  async run({ printer, flags: { chain, store, grant, contract } }) {
    const options = { store, ...(grant !== undefined && { grant }), ...(contract && { contract }) };
    const service = await import("../service/internal.ts");
    const migrated = await service.migrate({ ...options, ...(chain && { segments: chain }) });
    const { expanded, contracted, segments } = migrated;
    if (printer.isForPrograms) return printer.value({ expanded, contracted, segments });
    const done = [
      ...expanded.map((version) => `Added schema version ${version}.`),
      ...contracted.map((version) => `Removed what only versions before ${version} need.`),
      ...segments.map((segment) => `Created the tables of ${segment}.`),
    ];
    for (const line of done.length > 0 ? done : ["The schema is up to date."]) printer.line(line);
  },
});
