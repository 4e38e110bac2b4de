import { Command } from "commander";

import type { Segment } from "../chains/mod.ts";
import { readSegment } from "./read_segments.ts";
import { withExamples } from "./with_examples.ts";

interface CheckFlags {
  readonly data: string;
  readonly segment?: Segment;
}

/** The command `check`: reports errors in persisted chains; exits with 1 if there are any. */
export function checkCommand(): Command {
  const command = new Command("check")
    .description("Check persisted chains in full: every list, every hash, every root")
    .requiredOption("--data <folder>", "folder of the chains; no service may run on it")
    .option(
      "--segment <segment>",
      "chain to check; by default every chain in the folder",
      readSegment,
    )
    .action(async ({ data, segment }: CheckFlags) => {
      const { storedSegments } = await import("../service/mod.ts");
      const segments = segment === undefined ? storedSegments(data) : [segment];
      if (segments.length === 0) throw new Error(`Cannot check ${data}: it has no chain`);
      for (const one of segments) await check(data, one);
    });
  return withExamples(command, "check --data ./chains");
}

async function check(data: string, segment: Segment): Promise<void> {
  const { checkChain } = await import("../service/mod.ts");
  let faults = 0;
  for await (const fault of checkChain({ data, segment })) {
    console.log(`${segment}: ${fault}`);
    faults++;
  }
  if (faults === 0) console.log(`${segment}: sound`);
  else process.exitCode = 1;
}
