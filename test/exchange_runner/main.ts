/**
 * Runs the golden exchanges of `test/exchanges` against a service: `npm run exchanges -- --origin URL`.
 *
 * `--only TEXT` runs the files whose path has that text in it; `--seed NUMBER` is the seed of the service's devnet.
 * Prints a line for each case that fails. Exits 1 if one does, 2 if it cannot run.
 */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ExchangeError, loadContract, urlTarget } from "./mod.ts";
import { readExchanges, runAll } from "./run_all.ts";
import { answerHelp } from "../../scripts/read_flags.ts";

answerHelp();

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");
const USAGE = "Usage: npm run exchanges -- --origin URL [--only TEXT] [--seed NUMBER]";

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  try {
    const { origin, only, seed } = readOptions(args);
    const files = await readExchanges(join(ROOT, "test/exchanges"), only);
    if (files.length === 0)
      throw new ExchangeError(`No file's path has ${JSON.stringify(only)} in it`);
    await checkReachable(origin);
    const contract = await loadContract(ROOT);
    const { passed, failures, skipped } = await runAll({
      files,
      target: urlTarget(origin),
      contract,
      seed,
    });
    for (const failure of failures) console.log(failure);
    if (skipped > 0) console.log(`${skipped} not run: they need a service that is opened for them`);
    console.log(`${passed} passed, ${failures.length} failed`);
    return failures.length > 0 ? 1 : 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 2;
  }
}

function readOptions(args: string[]): { origin: string; only: string; seed: number } {
  try {
    const { values } = parseArgs({
      args,
      options: {
        origin: { type: "string" },
        only: { type: "string", default: "" },
        seed: { type: "string", default: "0" },
      },
    });
    const origin = values.origin ?? "";
    if (!URL.canParse(origin) || !/^https?:/.test(origin)) {
      throw new RangeError(
        `--origin must be a URL http://… or https://…, got ${JSON.stringify(origin)}`,
      );
    }
    if (!/^\d{1,15}$/.test(values.seed)) {
      throw new RangeError(
        `--seed must be a whole number from 0, got ${JSON.stringify(values.seed)}`,
      );
    }
    return { origin: origin.replace(/\/+$/, ""), only: values.only, seed: Number(values.seed) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ExchangeError(`${reason}. ${USAGE}`, { cause: error });
  }
}

async function checkReachable(origin: string): Promise<void> {
  try {
    await (await fetch(origin, { redirect: "manual" })).arrayBuffer();
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ExchangeError(`Cannot reach ${origin}: ${reason}`, { cause: error });
  }
}
