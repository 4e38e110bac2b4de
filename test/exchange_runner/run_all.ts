import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Segment, SEGMENTS } from "../../src/chains/mod.ts";
import type { Contract } from "./contract.ts";
import { listFiles } from "./list_files.ts";
import { chainsOf, parseExchange } from "./parse_exchange.ts";
import { openPlace, type Place } from "./place.ts";
import { runExchange } from "./run_exchange.ts";
import type { Target } from "./target.ts";

/** A case file. */
export interface ExchangeFile {
  /** Path within the folder of the cases. */
  readonly path: string;
  readonly text: string;
}

/** Options of a run. */
export interface RunAllOptions {
  readonly files: readonly ExchangeFile[];
  readonly target: Target;
  readonly contract: Contract;
  readonly seed: number;
}

/** Result of a run; a file counts once for each segment. */
export interface RunAllResult {
  readonly passed: number;
  /** A line for each case that failed: file, segment and reason. */
  readonly failures: readonly string[];
  /** Cases that this service cannot run. */
  readonly skipped: number;
}

/** Reads the case files below `folder` whose path has `only` in it. */
export async function readExchanges(folder: string, only: string): Promise<ExchangeFile[]> {
  const paths = (await listFiles(folder)).filter((path) => path.includes(only));
  return Promise.all(
    paths.map(async (path) => ({ path, text: await readFile(join(folder, path), "utf8") })),
  );
}

/** Runs every case on every segment of its chains: the segments side by side, the cases of one in order. */
export async function runAll({
  files,
  target,
  contract,
  seed,
}: RunAllOptions): Promise<RunAllResult> {
  const segments = Object.keys(SEGMENTS) as Segment[];
  const results = await Promise.all(
    segments.map(async (segment) => {
      const place = await openPlace({ target, segment, seed });
      return runSegment(files, place, contract);
    }),
  );
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failures: results.flatMap(({ failures }) => failures),
    skipped: results.reduce((sum, { skipped }) => sum + skipped, 0),
  };
}

async function runSegment(
  files: readonly ExchangeFile[],
  place: Place,
  contract: Contract,
): Promise<RunAllResult> {
  const { chain, segment } = place.selection;
  const failures: string[] = [];
  let passed = 0;
  let skipped = 0;
  for (const { path, text } of files) {
    try {
      if (!chainsOf(text).includes(chain)) continue;
      const exchange = parseExchange(text, chain);
      const isOwnBlocks = !exchange.needsOwnBlocks || place.target.hasOwnBlocks;
      const needsOwnService = exchange.mempoolSize !== undefined || exchange.tier !== undefined;
      if (!isOwnBlocks || needsOwnService) {
        skipped++;
        continue;
      }
      const problems = await runExchange(exchange, place, contract);
      if (problems.length === 0) passed++;
      else failures.push(`${path} on ${segment}: ${problems.join("; ")}`);
    } catch (error) {
      failures.push(
        `${path} on ${segment}: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
  return { passed, failures, skipped };
}
