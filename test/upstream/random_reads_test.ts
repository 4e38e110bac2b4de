import { describe, expect, test } from "vitest";
import { forSeeds } from "../_random.ts";
import { type Chain, readAtRandom, readsOf } from "./_random_reads.ts";

const CHAINS: readonly Chain[] = ["delta", "alpha"];
const ROUNDS = 20;
const SEEDS = process.env["FAULTS"] === "long" ? 6 : 1;

describe.each(CHAINS)("random reads of every operation and method of %s", (chain) => {
  test("are the upstream's data at equal heights, whatever happens to the chain", async () => {
    await forSeeds(SEEDS, async (random) => {
      const plan = { chain, rounds: ROUNDS, reads: 60 };
      const { differences, sources, names } = await readAtRandom(plan, random);
      expect(differences).toEqual([]);
      for (const source of ["alphadelta; hit", "alphadelta; fwd=miss"])
        expect(sources.filter((one) => one === source).length).toBeGreaterThan(ROUNDS);
      expect([...names].toSorted()).toEqual(readsOf(chain).toSorted());
    });
  }, 300_000);
});
