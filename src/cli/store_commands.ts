import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Segment, SEGMENTS } from "../chains/mod.ts";
import { choice, command, type Flag, flag, required } from "./command.ts";
import { wrongUse } from "./exit_error.ts";
import { databaseUrl, readSegments } from "./flag_values.ts";
import type { Printer } from "./output/printer.ts";
import { ProgressLine } from "./output/progress.ts";
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
  return {
    data: flag("--data <folder>", folder),
    store: storeFlag("database of services that share one").conflicts("data"),
  };
}

function storeFlag(what: string): Flag<string | undefined> {
  return flag("--store <url>", `the ${what}: postgres://…`, databaseUrl("--store", "postgres"));
}

function chainFlag(action: string): Flag<Segment | undefined> {
  const what = `chain to ${action}; by default every chain there`;
  return choice("--chain <segment>", what, Object.keys(SEGMENTS) as Segment[]);
}

export function requirePlace(place: PlaceFlags): PlaceFlags {
  if (place.data !== undefined || place.store !== undefined) return place;
  throw wrongUse("Missing place: use --data <folder> or --store <url>.");
}

/** A required flag that is a folder, or the URL of a database. */
function placeFlag(term: `${string} <place>`, description: string): Flag<PlaceFlags> {
  const readUrl = databaseUrl(term.replace(/ .*/, ""), "postgres");
  const read = (text: string): PlaceFlags =>
    /^\w+:\/\//.test(text) ? { store: readUrl(text) } : { data: text };
  return required(flag(term, description, read));
}

export const copy = command({
  description: "Copy persisted chains where they are not yet, and check them there in full",
  flags: {
    from: placeFlag("--from <place>", "data folder, or postgres://…; services may run on it"),
    to: placeFlag("--to <place>", "data folder, or postgres://…, to which no service writes"),
    chain: chainFlag("copy"),
  },
  examples: [
    "copy --from ./chains --to ./copy",
    "copy --from ./chains --to postgres://owner@db/chains",
  ],
  async run({ terminal, printer, flags: { from, to, chain } }) {
    const copied: object[] = [];
    for (const segment of chain ? [chain] : await segmentsAt(from, "copy from")) {
      const one = await copySegment({ segment, from, to }, terminal, printer);
      if (one) copied.push(one);
    }
    if (copied.length === 0) throw withoutChain(from, "copy from", "such chain");
    if (printer.isForPrograms) await printer.list(copied);
  },
});

/**
 * The segments of a location.
 *
 * @param action The verb in messages.
 * @throws {Error} If it has none.
 */
async function segmentsAt(place: PlaceFlags, action: string): Promise<readonly Segment[]> {
  const { storedSegments } = await import("../service/internal.ts");
  const segments = await storedSegments(place);
  if (segments.length === 0) throw withoutChain(place, action);
  return segments;
}

function withoutChain({ data }: PlaceFlags, action: string, what = "chain"): Error {
  const isMissing = data !== undefined && !existsSync(data);
  const reason = isMissing ? "there is no such folder" : `it has no ${what}`;
  return new Error(`Cannot ${action} ${data ?? "the database"}: ${reason}`);
}

interface Copy {
  readonly segment: Segment;
  readonly from: PlaceFlags;
  readonly to: PlaceFlags;
}

/** Copies a chain; undefined where there is none. */
async function copySegment(
  { segment, ...places }: Copy,
  terminal: Terminal,
  printer: Printer,
): Promise<object | undefined> {
  const { copyChain } = await import("../service/internal.ts");
  let table = "";
  const progress = new ProgressLine(
    terminal,
    (done, total) => `${segment}: copied ${done} of ${total} rows of ${table}`,
  );
  const findings = new Findings(segment, printer);
  const copying = copyChain({
    ...{ segment, ...places },
    onProgress(name, done, total) {
      table = name;
      progress.show(done, total);
    },
    onFault: (fault) => findings.add(fault),
  });
  const copied = await copying.finally(() => progress.end());
  if (copied === "empty") return undefined;
  if (copied === "faulty") {
    findings.tell("not copied: it has the faults above");
    return { segment, faults: findings.faults };
  }
  const { height, hash, transactions, pending } = copied;
  findings.tell(
    `${height + 1} blocks, ${transactions} transactions, ${pending} pending; head ${hash}; sound`,
  );
  return { segment, ...copied, faults: findings.faults };
}

export const backup = command({
  description: "Copy the chains and keys of a data folder to another folder while a service runs",
  flags: {
    data: required(flag("--data <folder>", "data folder of the service")),
    to: required(flag("--to <folder>", "folder without such files")),
  },
  examples: ["backup --data ./chains --to ./backups/monday"],
  async run({ printer, flags: { data, to } }) {
    const { backUp } = await import("../service/internal.ts");
    const files: string[] = [];
    for await (const file of backUp(data, to)) {
      files.push(file);
      if (!printer.isForPrograms) printer.line(`Wrote ${join(to, file)}.`);
    }
    if (printer.isForPrograms) printer.value({ to, files });
  },
});

export const check = command({
  description: "Check persisted chains in full: every list, every hash, every root",
  flags: {
    ...placeFlags("folder of the chains; a service may run on it"),
    chain: chainFlag("check"),
  },
  examples: ["check --data ./chains"],
  async run({ printer, flags: { chain: segment, ...place } }) {
    const checked: object[] = [];
    for (const one of segment ? [segment] : await segmentsAt(requirePlace(place), "check"))
      checked.push(await reportFaults(place, one, printer));
    if (printer.isForPrograms) await printer.list(checked);
  },
});

async function reportFaults(
  place: PlaceFlags,
  segment: Segment,
  printer: Printer,
): Promise<{ readonly segment: Segment; readonly faults: readonly string[] }> {
  const { checkChain } = await import("../service/internal.ts");
  const findings = new Findings(segment, printer);
  await checkChain({ ...place, segment }, (fault) => findings.add(fault));
  if (findings.faults.length === 0) findings.tell("sound");
  return { segment, faults: findings.faults };
}

/** The faults of a chain, each printed when it is found; any fault fails the command. */
class Findings {
  readonly faults: string[] = [];
  readonly #segment: Segment;
  readonly #printer: Printer;

  constructor(segment: Segment, printer: Printer) {
    this.#segment = segment;
    this.#printer = printer;
  }

  tell(text: string): void {
    if (!this.#printer.isForPrograms) this.#printer.line(`${this.#segment}: ${text}`);
  }

  add(fault: string): void {
    this.tell(fault);
    this.faults.push(fault);
    process.exitCode = 1;
  }
}

export const migrate = command({
  description: "Create or upgrade the PostgreSQL schema that services share",
  flags: {
    store: required(storeFlag("database, with a role that may create schemas")),
    chain: flag("--chain <segments>", "segments, with commas; by default all", readSegments),
    grant: flag("--grant <role>", "grant a role exactly the rights that a service needs"),
  },
  examples: ["migrate --store postgres://owner@db/chains --grant service"],
  async run({ printer, flags: { chain, store, grant } }) {
    const options = { store, ...(grant !== undefined && { grant }) };
    const service = await import("../service/internal.ts");
    const migrated = await service.migrate({ ...options, ...(chain && { segments: chain }) });
    const { versions, segments } = migrated;
    if (printer.isForPrograms) return printer.value({ versions, segments });
    const done = [
      ...versions.map((version) => `Upgraded the schema to version ${version}.`),
      ...segments.map((segment) => `Created the tables of ${segment}.`),
    ];
    for (const line of done.length > 0 ? done : ["The schema is up to date."]) printer.line(line);
  },
});
