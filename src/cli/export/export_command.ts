import { Argument } from "commander";
import type { Client } from "../../client/mod.ts";
import { choice, command, type CommandContext, flag, type ValuesOf } from "../command.ts";
import { EXIT, ExitError, wrongUse } from "../exit_error.ts";
import { readSettings } from "../settings/connection.ts";
import type { Printer } from "../output/printer.ts";
import { barText, Progress } from "../output/progress.ts";
import { wholeNumberFrom } from "../flag_values.ts";
import type { Terminal } from "../terminal.ts";
import {
  countItems,
  describePlan,
  type ExportRequest,
  itemsOf,
  listOrder,
  openPages,
  planExport,
} from "./export_source.ts";
import type { Format } from "./writers.ts";
import { readLines, Spool } from "./spool.ts";

const FORMATS: readonly Format[] = ["ndjson", "csv", "parquet"];

const HEIGHT = wholeNumberFrom(0, 1e15);
const FLAGS = {
  out: flag("--out <file>", "file to write; it appears when the export is complete"),
  format: choice("--format <format>", "format of the file; by default from its extension", FORMATS),
  from: flag("--from <height>", "lowest height", HEIGHT, 0),
  to: flag("--to <height>", "highest height, the newest block by default", HEIGHT),
  order: choice("--order <order>", "asc: oldest first, desc: newest first", ["asc", "desc"], "asc"),
  dryRun: flag("--dry-run", "only print how many requests and how long it takes"),
};

export const exportCommand = command({
  description: "Export blocks or transactions to a file; an interrupted run resumes",
  examples: ["export blocks --chain {segment} --out blocks.csv --dry-run"],
  commands: {
    blocks: command({
      description: "Export blocks",
      isClient: true,
      flags: FLAGS,
      examples: ["export blocks --out blocks.parquet"],
      run: (context) => runExport(context, "blocks"),
    }),
    transactions: command({
      description: "Export transactions",
      isClient: true,
      flags: FLAGS,
      examples: ["export transactions --out transactions.parquet"],
      run: (context) => runExport(context, "transactions"),
    }),
    account: command({
      description: "Export the transactions of an account",
      isClient: true,
      arguments: [new Argument("<address>", "address of the account")],
      flags: FLAGS,
      examples: ["export account dx16aua7lt… --out account.parquet"],
      run: (context, address: string) => runExport(context, "account", address),
    }),
  },
});

type ExportContext = CommandContext<ValuesOf<typeof FLAGS>>;

async function runExport(
  { terminal, connect, flags, printer }: ExportContext,
  what: ExportRequest["what"],
  address?: string,
): Promise<void> {
  const hints = { addresses: address === undefined ? [] : [address] };
  const { segment, endpoint } = await readSettings(terminal, flags, hints);
  const client = await connect(hints);
  const head = (await client.getChainInfo()).blockHeight;
  const request = { what, address, from: flags.from, to: Math.min(flags.to ?? head, head) };
  if (flags.dryRun) return tellPlan(printer, client, request);
  const { out, format } = outputOf(flags);
  // A package that is missing is told before anything is read.
  const write = await (await import("./writers.ts")).WRITERS[format]();
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

function outputOf({ out, format }: ExportContext["flags"]): {
  readonly out: string;
  readonly format: Format;
} {
  if (out === undefined) throw wrongUse("Missing --out: name the file to write.");
  const ending = out.slice(out.lastIndexOf(".") + 1);
  const known = format ?? FORMATS.find((one) => one === ending);
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
  const progress = new Progress(terminal, barText(before));
  let total: number | undefined;
  try {
    for await (const page of openPages(client, request, resume).pages()) {
      if (total === undefined) {
        total = countItems(request, page);
        const plan = planExport(Math.max(0, total - before), client.budget());
        if (before > 0) printer.note(`Resuming after ${before} ${nounOf(request)}.`);
        printer.note(describePlan(nounOf(request), plan));
      }
      if (page.shift.possibleGaps > 0) throw movedError(request);
      const { kept, isLast } = itemsOf(page, request);
      await spool.add(kept, page.resumeToken, isLast || !page.hasNext);
      progress.show(spool.checkpoint.items, total);
      if (isLast) break;
    }
  } finally {
    progress.end();
  }
}

function movedError(request: ExportRequest): ExitError {
  const message = `Cannot export without a gap: the chain was reorganised meanwhile. Remove the checkpoint and run it again, or choose --to below the newest ${nounOf(request)}.`;
  return new ExitError(EXIT.failed, message);
}
