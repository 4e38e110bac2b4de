import { Argument } from "commander";
import type { Client } from "../../client/mod.ts";
import {
  choice,
  command,
  type CommandContext,
  type CommandSpec,
  flag,
  type ValuesOf,
} from "../command.ts";
import { wrongUse } from "../exit_error.ts";
import { addressFrom, heightFrom } from "../flag_values.ts";
import type { OutputFlags, Printer } from "../output/printer.ts";
import { checkRange, openBulkReads } from "./bulk_reads.ts";
import {
  countItems,
  describePlan,
  type ExportRequest,
  type ExportSource,
  nounOf,
  openPages,
  pageOf,
  planExport,
} from "./export_source.ts";
import { type ExportRun, printExport, writeExport } from "./run_export.ts";
import type { Format } from "./writers.ts";

const FORMATS: readonly Format[] = ["ndjson", "csv", "parquet"];

const FLAGS = {
  out: flag("--out <file>", "file to write; by default standard output"),
  format: choice("--format <format>", "by default by its extension, else ndjson", FORMATS),
  from: flag("--from <height>", "lowest height", heightFrom, 0),
  to: flag("--to <height>", "highest height, the newest block by default", heightFrom),
  overwrite: flag("--overwrite", "replace the file if it exists"),
  order: choice("--order <order>", "asc: oldest first, desc: newest first", ["asc", "desc"], "asc"),
  dryRun: flag("--dry-run", "only print how many requests and how long it takes"),
};

const exportCommand = command({
  description: "Export blocks or transactions to a file; an interrupted run resumes",
  examples: ["export blocks --chain {segment} --out blocks.csv --dry-run"],
  commands: {
    blocks: exportOf("blocks", "Export blocks"),
    transactions: exportOf("transactions", "Export transactions"),
    account: exportOf(
      "account",
      "Export the transactions of an account",
      new Argument("<address>", "address of the account").argParser(addressFrom),
    ),
  },
});

// `export` is a reserved word, so no declaration can have this name.
export { exportCommand as export };

function exportOf(what: ExportSource, description: string, account?: Argument): CommandSpec {
  const example = account ? "account dx16aua7lt…" : what;
  return command({
    description,
    isClient: true,
    printsLines: true,
    arguments: account ? [account] : [],
    flags: FLAGS,
    examples: [`export ${example} --out ${what}.parquet`],
    run: (context, address?: string) => runExport(context, what, address),
  });
}

async function runExport(
  context: CommandContext<ValuesOf<typeof FLAGS>>,
  what: ExportSource,
  address?: string,
): Promise<void> {
  const { settings, flags, printer } = context;
  const hints = { addresses: address === undefined ? [] : [address] };
  const target = targetOf(flags);
  checkRange("export", flags.from, flags.to);
  const { client, head } = await openBulkReads(context, hints);
  const isBounded = flags.from > 0 || flags.to !== undefined;
  const to = Math.min(flags.to ?? head, head);
  const request = { what, address, from: flags.from, to, ...(isBounded && { isBounded }) };
  if (flags.dryRun) return printPlan(printer, client, request);
  const { segment, endpoint } = await settings();
  const mayReplace = flags.overwrite === true;
  const own = { ...request, segment, endpoint };
  const run: ExportRun = { ...context, client, request: own, mayReplace };
  const { order } = flags;
  if (target.out === undefined) await printExport(run, target.format, order);
  else await writeExport(run, target.format, order, target.out);
}

/** Destination of an export. */
interface Target {
  /** File to write; undefined for standard output. */
  readonly out: string | undefined;
  readonly format: Format;
}

function targetOf({ out, format, json, dryRun }: ValuesOf<typeof FLAGS> & OutputFlags): Target {
  if (out === undefined || out === "-") {
    if (json && !dryRun)
      throw wrongUse(
        "Cannot print --json beside the items: use --ndjson, or name a file by --out.",
      );
    if (format === "parquet")
      throw wrongUse("Cannot write Parquet to standard output: name a file by --out.");
    return { out: undefined, format: format ?? "ndjson" };
  }
  const extension = out.slice(out.lastIndexOf(".") + 1).toLowerCase();
  const chosen = format ?? FORMATS.find((name) => name === extension);
  if (chosen) return { out, format: chosen };
  throw wrongUse(`Cannot infer the format of ${out}: use --format with ndjson, csv or parquet.`);
}

async function printPlan(printer: Printer, client: Client, request: ExportRequest): Promise<void> {
  const page = await openPages(client, request, await pageOf(client, request));
  const count = countItems(request, page);
  const plan = count === undefined ? { items: null } : planExport(count, client.budget());
  printer.outcome(plan, describePlan(nounOf(request), plan));
}
