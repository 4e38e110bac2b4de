import { Command } from "commander";
import type { Segment } from "../chains/mod.ts";
import { createService, listen, type Listener } from "../service/mod.ts";
import { numberFrom, wholeNumberFrom } from "./read_number.ts";
import { readSegments } from "./read_segments.ts";
import { welcome } from "./welcome.ts";

/** Flags of `serve`, read. */
interface ServeFlags {
  readonly port: number;
  readonly host: string;
  readonly segments?: readonly Segment[];
  readonly seed: number;
  readonly blockTime: number;
  readonly history: number;
  readonly data?: string;
  readonly traffic: boolean;
}

/** The command `serve`: runs the service until it is interrupted. */
export function serveCommand(): Command {
  return new Command("serve")
    .description("Run the service on an embedded devnet, every chain and network in one process")
    .option(
      "--port <number>",
      "port to listen on; 0 takes a free one",
      wholeNumberFrom(0, 65_535),
      8645,
    )
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--segments <list>", "segments to serve, with commas; without it all", readSegments)
    .option(
      "--seed <number>",
      "what accounts, validators and traffic follow from",
      wholeNumberFrom(0, 2 ** 31),
      0,
    )
    .option(
      "--block-time <seconds>",
      "seconds from one block to the next",
      numberFrom(0.05, 86_400),
      2,
    )
    .option(
      "--history <blocks>",
      "blocks that a new chain starts with",
      wholeNumberFrom(0, 1_000_000),
      300,
    )
    .option("--data <folder>", "keep the chains in this folder; without it they live in memory")
    .option("--no-traffic", "make no transfers by itself")
    .action(async (flags: ServeFlags) => {
      const listener = await start(flags);
      console.log(welcome(listener.origin, flags.segments));
      stopOnSignal(listener);
    });
}

async function start({ port, host, ...options }: ServeFlags): Promise<Listener> {
  const service = await createService(options);
  try {
    return await listen(service, { port, host });
  } catch (error) {
    await service.close();
    throw error;
  }
}

/** The first signal ends what runs in order; a second one ends the process at once. */
function stopOnSignal(listener: Listener): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      process.once(signal, () => process.exit(1));
      void listener.close().then(() => process.exit(0));
    });
  }
}
