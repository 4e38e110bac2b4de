import { Command } from "commander";

import type { Segment } from "../chains/mod.ts";
import { readSegment } from "./read_segments.ts";
import { withExamples } from "./with_examples.ts";
import { type PlaceFlags, withPlace } from "./with_place.ts";

interface CheckFlags extends PlaceFlags {
  readonly segment?: Segment;
}

/** The command `check`: reports errors in persisted chains; exits with 1 if there are any. */
export function checkCommand(): Command {
  const command = withPlace(
    new Command("check").description(
      "Check persisted chains in full: every list, every hash, every root",
    ),
    "folder of the chains; no service may run on it",
  )
    .option("--segment <segment>", "chain to check; by default every chain there", readSegment)
    .action(async ({ segment, ...place }: CheckFlags) => {
      const { storedSegments } = await import("../service/mod.ts");
      const segments = segment === undefined ? await storedSegments(place) : [segment];
      if (segments.length === 0)
        throw new Error(`Cannot check ${place.data ?? "the database"}: it has no chain`);
      for (const one of segments) await check(place, one);
    });
  return withExamples(command, "check --data ./chains");
}

async function check(place: PlaceFlags, segment: Segment): Promise<void> {
  const { checkChain } = await import("../service/mod.ts");
  let faults = 0;
  for await (const fault of checkChain({ ...place, segment })) {
    console.log(`${segment}: ${fault}`);
    faults++;
  }
  if (faults === 0) console.log(`${segment}: sound`);
  else process.exitCode = 1;
}
