import { forSeeds } from "../../test/_random.ts";
import {
  type Chain,
  type Reading,
  readAtRandom,
  readsOf,
} from "../../test/upstream/_random_reads.ts";
import { readFlag } from "../_measure.ts";
import { type Floor, printTable } from "../_table.ts";

const READS = readFlag("reads", 10_000);
const CHAINS: readonly Chain[] = ["delta", "alpha"];
/** Reads that are compared after each change of the chain. */
const PER_ROUND = 100;

export async function benchReads(): Promise<readonly Floor[]> {
  const floors: Floor[] = [];
  const rows = [["reads through the gateway", "compared", "hits", "equal", "operations, methods"]];
  for (const chain of CHAINS) {
    const rounds = Math.ceil(READS / CHAINS.length / PER_ROUND);
    let reading: Reading | undefined;
    await forSeeds(1, async (random) => {
      reading = await readAtRandom({ chain, rounds, reads: PER_ROUND }, random);
    });
    if (!reading) throw new Error("Nothing was read");
    const { compared, differences, sources, names } = reading;
    for (const difference of differences.slice(0, 3)) console.log(difference.join("\n  "));
    const equal = (100 * (compared - differences.length)) / compared;
    const hits = sources.filter((source) => source === "alphadelta; hit").length;
    const counts = [compared, hits, `${equal} %`, `${names.size} of ${readsOf(chain).length}`];
    rows.push([chain, ...counts.map(String)]);
    floors.push({
      what: `% of the reads of ${chain} that are the upstream's`,
      value: equal,
      least: 100,
    });
  }
  printTable(rows);
  return floors;
}
