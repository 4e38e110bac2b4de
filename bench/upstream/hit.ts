import { type LoadFigures, measureLoad } from "../_generate_load.ts";
import { casesOf, requestsOf } from "../_load_cases.ts";
import { median, readFlag, readText } from "../_measure.ts";
import { pinGenerator, type Pinned } from "../_pinned.ts";
import { type Floor, printTable } from "../_table.ts";
import { withOpened } from "./opened.ts";

const ROUNDS = readFlag("rounds", 7);
const MILLISECONDS = 1_000;
/** Milliseconds of load before anything counts: the code is compiled for good by then. */
const WARM_UP = 4_000;
const CONNECTIONS = 32;

/**
 * Both servers are on the first core, the load comes from the second; they take turns. The last column is the ratio of the
 * least processor time of a round on either side, which other load on the machine disturbs less.
 */
export async function benchHits(): Promise<readonly Floor[]> {
  pinGenerator();
  return withOpened(async (opened) => {
    const devnet = await opened.serve(["--mode", "manual", "--no-traffic"]);
    const proxy = await opened.proxy(devnet.origin);
    const upstream = ["--upstream", proxy.origin, "--upstream-tier", "Enterprise"];
    const gateway = await opened.serve(upstream, readText("profile"));
    const rows = [
      [
        ...["requests a second", "gateway", "devnet", "ratio"],
        ...["µs of processor", "devnet", "of the best rounds"],
      ],
    ];
    const floors: Floor[] = [];
    for (const one of await casesOf(devnet.origin)) {
      const requests = requestsOf(one);
      const run = (server: Pinned, milliseconds: number): Promise<LoadFigures> =>
        measureLoad(server, { requests, connections: CONNECTIONS, milliseconds });
      for (const server of [gateway, devnet]) await run(server, WARM_UP);
      const runs: (readonly [own: LoadFigures, its: LoadFigures])[] = [];
      while (runs.length < ROUNDS) {
        // Neither always follows the other.
        const isFirst = runs.length % 2 === 0;
        const first = await run(isFirst ? gateway : devnet, MILLISECONDS);
        const second = await run(isFirst ? devnet : gateway, MILLISECONDS);
        runs.push(isFirst ? [first, second] : [second, first]);
      }
      const ratio = median(runs.map(([own, its]) => own.rate / its.rate));
      const middle = (of: "rate" | "cost", place: 0 | 1, digits: number): string =>
        median(runs.map((pair) => pair[place][of])).toFixed(digits);
      const rates = [middle("rate", 0, 0), middle("rate", 1, 0), ratio.toFixed(2)];
      const least = (place: 0 | 1): number => Math.min(...runs.map((pair) => pair[place].cost));
      const costs = [middle("cost", 0, 1), middle("cost", 1, 1), (least(1) / least(0)).toFixed(2)];
      rows.push([one.name, ...rates, ...costs]);
      floors.push({ what: one.name, value: ratio, least: [0.8, 1] });
    }
    printTable(rows);
    return floors;
  });
}
