import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { SEGMENTS } from "../../src/chains/mod.ts";
import { readFlag } from "../_measure.ts";
import { endPinned } from "../_pinned.ts";
import { type Floor, printTable } from "../_table.ts";
import { liveOf, metricOf, type Opened, until, withOpened } from "./opened.ts";

const RESTARTS = readFlag("restarts", 3);
const COUNT = Object.keys(SEGMENTS).length;
/** The tier Public, of all segments. */
const FLAGS = ["--chain", Object.keys(SEGMENTS).join(), "--keyless-tier", "Public"];

/** An upstream of the tier Public is ended and started again: seconds until all segments are live once it listens. */
export function benchRestart(): Promise<readonly Floor[]> {
  return withOpened(async (opened) => {
    const start = (): ReturnType<Opened["serve"]> =>
      opened.serve([...FLAGS, "--data", join(opened.folder, "chain")]);
    let devnet = await start();
    const proxy = await opened.proxy(devnet.origin);
    // A first start ends where the upstream takes longer than two seconds: it is to be warm.
    await setTimeout(5_000);
    const gateway = await opened.gateway([proxy.origin], ...FLAGS);
    const rows = [["restart", "s until live", "requests meanwhile"]];
    let worst = 0;
    for (let restart = 0; restart <= RESTARTS; restart++) {
      const began = performance.now();
      await until(async () => (await liveOf(gateway.origin)) === COUNT, 60_000);
      const seconds = (performance.now() - began) / 1_000;
      const sent = await metricOf(devnet.origin, "alphadelta_requests_total");
      rows.push([restart === 0 ? "first start" : `${restart}`, seconds.toFixed(2), `${sent}`]);
      if (restart > 0) worst = Math.max(worst, seconds);
      await endPinned(devnet);
      proxy.cutAll();
      devnet = await start();
      proxy.target = Number(new URL(devnet.origin).port);
    }
    printTable(rows);
    return [{ what: "s until four segments are live after a restart", value: worst, most: [6, 3] }];
  });
}
