import { Command, Option } from "commander";
import type { Client } from "../../client/mod.ts";
import { type ClientFlags, clientCommand } from "../client_command.ts";
import { EXIT, ExitError, wrongUse } from "../exit_error.ts";
import { openClient, readSettings } from "../settings/connection.ts";
import { Printer } from "../output/printer.ts";
import { ProgressBar } from "../output/progress.ts";
import { wholeNumberFrom } from "../flag_values.ts";
import type { Terminal } from "../terminal.ts";
import { withExamples } from "../with_examples.ts";
import {
  countItems,
  describePlan,
  type ExportRequest,
  itemsOf,
  listOrder,
  openPages,
  planExport,
} from "./export_source.ts";
import type { ExportWriter } from "./writers.ts";
import { readLines, Spool } from "./spool.ts";

type Format = "ndjson" | "csv" | "parquet";

interface ExportFlags extends ClientFlags {
  readonly format?: Format;
  readonly out?: string;
  readonly from: number;
  readonly to?: number;
  readonly order: "asc" | "desc";
  readonly dryRun?: true;
}

const WRITERS: Readonly<Record<Format, () => Promise<ExportWriter>>> = {
  ndjson: async () => (await import("./writers.ts")).writeNdjson,
  csv: async () => (await import("./writers.ts")).csvWriter(),
  parquet: async () => (await import("./writers.ts")).parquetWriter(),
};

/** The command `export`: blocks or transactions as a file. */
export function exportCommand(terminal: Terminal): Command {
  const command = new Command("export")
    .summary("Export blocks or transactions to a file")
    .description("Export blocks or transactions to a file; an interrupted run resumes")
    .addCommand(
      subcommand("blocks", "Export blocks").action((flags: ExportFlags) =>
        runExport(terminal, "blocks", undefined, flags),
      ),
    )
    .addCommand(
      subcommand("transactions", "Export transactions").action((flags: ExportFlags) =>
        runExport(terminal, "transactions", undefined, flags),
      ),
    )
    .addCommand(
      subcommand("account", "Export the transactions of an account")
        .argument("<address>", "address of the account")
        .action((address: string, flags: ExportFlags) =>
          runExport(terminal, "account", address, flags),
        ),
    );
  return withExamples(command, "export blocks --chain {segment} --out blocks.csv --dry-run");
}

function subcommand(name: string, description: string): Command {
  const height = wholeNumberFrom(0, 1e15);
  const command = clientCommand(name)
    .description(description)
    .option("--out <file>", "file to write; it appears when the export is complete")
    .addOption(
      new Option("--format <format>", "format of the file; by default from its extension").choices(
        Object.keys(WRITERS),
      ),
    )
    .option("--from <height>", "lowest height", height, 0)
    .option("--to <height>", "highest height, the newest block by default", height)
    .addOption(
      new Option("--order <order>", "asc: oldest first, desc: newest first")
        .choices(["asc", "desc"])
        .default("asc"),
    )
    .option("--dry-run", "only print how many requests and how long it takes");
  const address = name === "account" ? " dx16aua7lt…" : "";
  return withExamples(command, `export ${name}${address} --out ${name}.parquet`);
}

async function runExport(
  terminal: Terminal,
  what: ExportRequest["what"],
  address: string | undefined,
  flags: ExportFlags,
): Promise<void> {
  const hints = { addresses: address === undefined ? [] : [address] };
  const { segment, endpoint } = await readSettings(terminal, flags, hints);
  const client = await openClient(terminal, flags, hints);
  const head = (await client.getChainInfo()).blockHeight;
  const request = { what, address, from: flags.from, to: Math.min(flags.to ?? head, head) };
  const printer = new Printer(terminal, flags);
  if (flags.dryRun) return tellPlan(printer, client, request);
  const { out, format } = outputOf(flags);
  // A package that is missing is told before anything is read.
  const write = await WRITERS[format]();
  const spool = await Spool.open(out, { ...request, segment, endpoint });
  await fillSpool(terminal, printer, client, spool);
  const finished = `${out}.tmp`;
  const lines = readLines(spool.path, flags.order !== listOrder(request));
  await write(lines, finished, request);
  const { items } = spool.checkpoint;
  await spool.finish(finished);
  printer.note(`Wrote ${items} ${nounOf(request)} to ${out}.`);
}

function nounOf({ what }: ExportRequest): string {
  return what === "blocks" ? "blocks" : "transactions";
}

async function tellPlan(printer: Printer, client: Client, request: ExportRequest): Promise<void> {
  const page = await openPages(client, request, undefined);
  const plan = planExport(countItems(request, page), client.budget());
  if (printer.isForPrograms) printer.value(plan);
  else printer.line(describePlan(nounOf(request), plan));
}

function outputOf({ out, format }: ExportFlags): { readonly out: string; readonly format: Format } {
  if (out === undefined) throw wrongUse("Missing --out: name the file to write.");
  const ending = out.slice(out.lastIndexOf(".") + 1);
  const known = format ?? (Object.hasOwn(WRITERS, ending) ? (ending as Format) : undefined);
  if (known) return { out, format: known };
  throw wrongUse(`Cannot infer the format of ${out}: use --format with ndjson, csv or parquet.`);
}

/** Reads page after page into the spool, from where it stands. */
async function fillSpool(
  terminal: Terminal,
  printer: Printer,
  client: Client,
  spool: Spool,
): Promise<void> {
  const { request, resume, isDone } = spool.checkpoint;
  if (isDone) return;
  const before = spool.checkpoint.items;
  let bar: ProgressBar | undefined;
  try {
    for await (const page of openPages(client, request, resume).pages()) {
      if (!bar) {
        const total = countItems(request, page);
        const plan = planExport(Math.max(0, total - before), client.budget());
        if (before > 0) printer.note(`Resuming after ${before} ${nounOf(request)}.`);
        printer.note(describePlan(nounOf(request), plan));
        bar = new ProgressBar(terminal, total, before);
      }
      if (page.shift.possibleGaps > 0) throw movedError(request);
      const { kept, isLast } = itemsOf(page, request);
      await spool.add(kept, page.resumeToken, isLast || !page.hasNext);
      bar.show(spool.checkpoint.items);
      if (isLast) break;
    }
  } finally {
    bar?.end();
  }
}

function movedError(request: ExportRequest): ExitError {
  const message = `Cannot export without a gap: the chain was reorganised meanwhile. Remove the checkpoint and run it again, or choose --to below the newest ${nounOf(request)}.`;
  return new ExitError(EXIT.failed, message);
}
