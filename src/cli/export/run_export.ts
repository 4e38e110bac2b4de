import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "../../client/mod.ts";
import type { Printer } from "../output/printer.ts";
import { barText, ProgressLine } from "../output/progress.ts";
import type { Terminal } from "../terminal.ts";
import {
  countItems,
  describePlan,
  type Item,
  itemsOf,
  listOrder,
  nounOf,
  openPages,
  pageOf,
  planExport,
} from "./export_source.ts";
import { lineOf, readLines, Spool } from "./spool.ts";
import type { Format } from "./writers.ts";

export interface ExportRun {
  readonly terminal: Terminal;
  readonly printer: Printer;
  readonly client: Client;
  readonly request: Spool["checkpoint"]["request"];
  /** True if a file that is there is replaced. */
  readonly mayReplace: boolean;
  /** True if the items are printed on a terminal: then no progress bar is drawn. */
  readonly isSilent?: boolean | undefined;
}

type Order = "asc" | "desc";

/** Writes an export to a file, or resumes an interrupted one. */
export async function writeExport(
  run: ExportRun,
  format: Format,
  order: Order,
  out: string,
): Promise<void> {
  const { printer, request, mayReplace } = run;
  // Loads the writer first: a missing package is reported before any read.
  const write = await (await import("./writers.ts")).fileWriterOf(format);
  const spool = await Spool.open(out, request, mayReplace);
  try {
    await fillSpool(run, spool);
    const lines = readLines(spool.path, order !== listOrder(request));
    await write(lines, spool.finished, request);
    await spool.finish();
  } catch (error) {
    await spool.abandon();
    throw error;
  } finally {
    spool.close();
  }
  const { items } = spool.checkpoint;
  if (printer.isForPrograms) printer.value({ file: out, format, items });
  else printer.note(`Wrote ${items} ${nounOf(request)} to ${out}.`);
}

/** Prints an export page by page, or from a temporary file if the order is not the order of the list. */
export async function printExport(plain: ExportRun, format: Format, order: Order): Promise<void> {
  const { terminal, request } = plain;
  const run: ExportRun = { ...plain, isSilent: terminal.stdout.isTTY };
  const textOf = (await import("./writers.ts")).TEXTS[format];
  if (!textOf) throw new Error(`Cannot write ${format} to standard output.`);
  if (order === listOrder(request)) return writeAll(terminal, textOf(listedLines(run), request));
  const folder = await mkdtemp(join(tmpdir(), "alphadelta-"));
  try {
    const spool = await Spool.open(join(folder, "export"), request);
    // The folder has a random name, so the export needs no lock.
    spool.close();
    await fillSpool(run, spool);
    await writeAll(terminal, textOf(readLines(spool.path, true), request));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes lines at the speed at which standard output is read. */
async function writeAll({ stdout }: Terminal, lines: AsyncIterable<string>): Promise<void> {
  for await (const line of lines) await stdout.data(line);
}

async function* listedLines(run: ExportRun): AsyncGenerator<string> {
  for await (const { kept } of readPages(run, undefined, 0))
    for (const item of kept) yield lineOf(item);
}

/** Reads the remaining pages into the spool. */
async function fillSpool(run: ExportRun, spool: Spool): Promise<void> {
  const { resume, isDone, items } = spool.checkpoint;
  if (isDone) return;
  for await (const { kept, resumeToken, isLast } of readPages(run, resume, items))
    await spool.add(kept, resumeToken, isLast);
}

/** A page of an export: the items within the heights, and the token of the next page. */
interface ExportPage {
  readonly kept: readonly Item[];
  readonly resumeToken: string;
  readonly isLast: boolean;
}

/**
 * Reads the pages of an export. Prints the plan first, then the progress.
 *
 * @param before Number of items that an earlier run has read.
 */
async function* readPages(
  { terminal, printer, client, request, isSilent }: ExportRun,
  resume: string | undefined,
  before: number,
): AsyncGenerator<ExportPage> {
  const progress = new ProgressLine(terminal, barText(before));
  let total: number | undefined;
  let items = before;
  let isPlanned = false;
  try {
    const first = resume === undefined ? await pageOf(client, request) : 1;
    for await (const page of openPages(client, request, first, resume).pages()) {
      if (!isPlanned) {
        total = countItems(request, page);
        const left = total === undefined ? undefined : Math.max(0, total - before);
        const plan = left === undefined ? { items: null } : planExport(left, client.budget());
        if (before > 0) printer.note(`Resuming after ${before} ${nounOf(request)}.`);
        printer.note(describePlan(nounOf(request), plan));
        isPlanned = true;
      }
      if (page.shift.mayHaveGaps)
        throw new Error(
          `Cannot export without a gap: the chain was reorganised meanwhile. Remove the checkpoint and run it again, or choose --to below the newest ${nounOf(request)}.`,
        );
      const { kept, isLast } = itemsOf(page, request);
      items += kept.length;
      yield { kept, resumeToken: page.resumeToken, isLast: isLast || !page.hasNext };
      if (!isSilent && total !== undefined) progress.show(items, total);
      if (isLast) break;
    }
  } finally {
    progress.end();
  }
}
