/**
 * The client beside others that do the same work: what a call costs, and whether storms, stalls, moving lists and odd
 * batches come out right. Costs are ratios of the processor's time to a bare fetch, of rounds that take turns.
 *
 * `-- --only calls` runs a part by itself: calls, storm, walk, stall, pairing, signal or sizes. The others are installed in
 * `bench/rivals` when this runs first.
 */
import { partsOf, readFlag } from "./_measure.ts";
import { printTable, type Row } from "./_table.ts";
import { benchCalls } from "./client/calls.ts";
import { benchPairing } from "./client/pairing.ts";
import { benchSignal } from "./client/signal.ts";
import { benchSizes } from "./client/sizes.ts";
import { benchStall } from "./client/stall.ts";
import { benchStorm } from "./client/storm.ts";
import { benchWalk } from "./client/walk.ts";

const options = { rounds: readFlag("rounds", 100), calls: readFlag("calls", 200) };
const PARTS = partsOf<() => Promise<readonly Row[]>>({
  calls: () => benchCalls(options),
  storm: benchStorm,
  walk: benchWalk,
  stall: benchStall,
  pairing: benchPairing,
  signal: benchSignal,
  sizes: benchSizes,
});
const rows: Row[] = [];
for (const [, run] of PARTS) rows.push(...(await run()));
printTable([
  ["figure", "this client", "target", "", "others"],
  ...rows.map(({ what, ours, target, isMet, rivals = {} }) => {
    const others = Object.entries(rivals).map(([name, value]) => `${name} ${value}`);
    return [what, ours, target, target === "" ? "" : isMet ? "ok" : "MISS", others.join(" · ")];
  }),
]);
if (rows.some(({ isMet }) => !isMet)) process.exitCode = 1;
