import { command, type CommandContext, flag, type ValuesOf } from "../command.ts";
import { EXIT, ExitError, wrongUse } from "../exit_error.ts";
import { checkRange, openBulkReads } from "../export/bulk_reads.ts";
import { describePlan, planExport } from "../export/export_source.ts";
import { heightFrom, heightOr, wholeNumberFrom } from "../flag_values.ts";
import { type Matches, sumOf, upstreamRow } from "../status/process_rows.ts";
import { readProcess } from "../status/read_process.ts";
import { Warming } from "./warming.ts";

/** Requests of the upstream's daily quota that stay reserved for other clients. */
const LEAVE = 1_000;

const FLAGS = {
  from: flag("--from <height>", "lowest height", heightFrom, 0),
  to: flag("--to <height>", "highest height, or head", heightOr("head", Infinity), Infinity),
  leave: flag("--leave <requests>", "requests to leave today", wholeNumberFrom(0, 1e9), LEAVE),
  restart: flag("--restart", "begin anew where an earlier run was interrupted"),
  dryRun: flag("--dry-run", "only print how many requests and how long it takes"),
};

export const warm = command({
  description:
    "Fill the cache of a gateway with blocks, within its upstream's quota; an interrupted run resumes. Blocks that are cached already cost the upstream no request.",
  isClient: true,
  flags: FLAGS,
  examples: ["warm --from 0 --to head --chain {segment}", "warm --dry-run"],
  run: runWarm,
});

async function runWarm(context: CommandContext<ValuesOf<typeof FLAGS>>): Promise<void> {
  const { settings, printer, flags, terminal } = context;
  const { segment, endpoint } = await settings();
  const { client, head, response } = await openBulkReads(context, {});
  if (!response.headers.has("Cache-Status"))
    throw wrongUse(
      `Cannot warm ${endpoint}: it is no gateway; start one with "alphadelta serve --upstream".`,
    );
  const request = { segment, endpoint, from: flags.from, to: Math.min(flags.to, head) };
  checkRange("warm", request.from, request.to);
  const upstream = await readGateway(endpoint, segment);
  const warming = await Warming.open(terminal, request, flags.restart === true);
  const blocks = request.to - warming.next + 1;
  const budget = client.budget();
  const remaining = Math.min(budget.day.remaining, upstream.quota - flags.leave);
  const day = { ...budget.day, remaining: Math.max(0, remaining) };
  const plan = planExport(blocks, { ...budget, day }, 1);
  if (flags.dryRun) return printer.outcome(plan, describePlan("blocks", plan));
  if (warming.next > request.from) printer.note(`Resuming at block ${warming.next}.`);
  printer.note(describePlan("blocks", plan));
  await warming.run(client, async () => {
    const { quota, cacheShare } = await readGateway(endpoint, segment);
    if (quota <= flags.leave)
      throw new ExitError(
        EXIT.rateLimited,
        `The upstream allows ${quota} more requests today: run it again tomorrow to resume, or lower --leave.`,
      );
    if (cacheShare > FULL)
      throw new Error(
        "The gateway's cache is full: raise its --cache-size, then run it again to resume.",
      );
  });
  const warmed = { from: request.from, to: request.to, blocks };
  if (printer.isForPrograms) printer.value(warmed);
  else printer.note(`Warmed blocks ${request.from} to ${request.to}.`);
}

/** Share of the cache above which warming would evict answers. */
const FULL = 0.95;

/** The metrics of a gateway, where they are open to this machine. */
async function readGateway(
  endpoint: string,
  segment: string,
): Promise<{ readonly quota: number; readonly cacheShare: number }> {
  const { metrics } = await readProcess(endpoint);
  const isOwn: Matches = (labels) => labels.segment === segment;
  return {
    quota: upstreamRow(metrics, isOwn).upstreamQuota ?? Infinity,
    cacheShare: sumOf(metrics, "alphadelta_cache_used_ratio", isOwn) ?? 0,
  };
}
