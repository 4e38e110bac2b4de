import { Argument } from "commander";
import { TIERS, type Tier } from "../../generated/tiers.gen.ts";
import type { Client } from "../../client/mod.ts";
import type { ResponseInfo } from "../../transport/mod.ts";
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
import type { ChainHints } from "../settings/connection.ts";
import {
  countItems,
  describePlan,
  type ExportRequest,
  nounOf,
  openPages,
  pageOf,
  planExport,
} from "./export_source.ts";
import { type ExportRun, printExport, writeExport } from "./run_export.ts";
import type { Format } from "./writers.ts";

/** Header of services that limit rates. */
const RATE_LIMIT = "RateLimit-Policy";
/** The tier without limits. */
const UNLIMITED = (Object.keys(TIERS) as Tier[]).find(
  (tier) => TIERS[tier].requestsPerSecond === null,
);

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

// No declaration can have this name.
export { exportCommand as export };

function exportOf(
  what: ExportRequest["what"],
  description: string,
  address?: Argument,
): CommandSpec {
  const example = address ? "account dx16aua7lt…" : what;
  return command({
    description,
    isClient: true,
    printsLines: true,
    arguments: address ? [address] : [],
    flags: FLAGS,
    examples: [`export ${example} --out ${what}.parquet`],
    run: (context, text?: string) => runExport(context, what, text),
  });
}

async function runExport(
  context: CommandContext<ValuesOf<typeof FLAGS>>,
  what: ExportRequest["what"],
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
  if (flags.dryRun) return tellPlan(printer, client, request);
  const { segment, endpoint } = await settings();
  const mayReplace = flags.overwrite === true;
  const own = { ...request, segment, endpoint };
  const run: ExportRun = { ...context, client, request: own, mayReplace };
  const { order } = flags;
  if (target.out === undefined) await printExport(run, target.format, order);
  else await writeExport(run, target.format, order, target.out);
}

/** Where an export goes: a file, or standard output. */
interface Target {
  readonly out: string | undefined;
  readonly format: Format;
}

export function checkRange(action: string, from: number, to = Infinity): void {
  if (from > to)
    throw wrongUse(`Cannot ${action} from height ${from} to ${to}: --from is the lower one.`);
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
  const ending = out.slice(out.lastIndexOf(".") + 1).toLowerCase();
  const known = format ?? FORMATS.find((one) => one === ending);
  if (known) return { out, format: known };
  throw wrongUse(`Cannot infer the format of ${out}: use --format with ndjson, csv or parquet.`);
}

/** A client for many reads, with the newest height and the response that carried it. */
interface BulkReads {
  readonly client: Client;
  readonly head: number;
  readonly response: ResponseInfo;
}

/** Opens the client. A service that sends no rate limits, where no tier is set, is taken to have none. */
export async function openBulkReads(
  { settings, connect }: CommandContext,
  hints: ChainHints,
): Promise<BulkReads> {
  const { tier } = await settings(hints);
  const client = await connect(hints);
  const { data, response } = await client.getChainInfo().withResponse();
  const isUnlimited = tier === undefined && !response.headers.has(RATE_LIMIT);
  const fitting = isUnlimited ? await connect(hints, { tier: UNLIMITED }) : client;
  return { client: fitting, head: data.blockHeight, response };
}

async function tellPlan(printer: Printer, client: Client, request: ExportRequest): Promise<void> {
  const page = await openPages(client, request, await pageOf(client, request));
  const count = countItems(request, page);
  const plan = count === undefined ? { items: null } : planExport(count, client.budget());
  printer.outcome(plan, describePlan(nounOf(request), plan));
}
