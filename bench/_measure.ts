import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Makes a folder that goes when this process ends. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "alphadelta-bench-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Work that is timed, call by call; `turn` counts up. */
export type Work = (turn: number) => unknown;

/** Number of samples. */
export interface MeasureOptions {
  readonly rounds: number;
  readonly calls: number;
}

/**
 * Microseconds per call of each work. They run in turns, and each counts with its best round: other load on the machine
 * can only add to a round.
 */
export async function measure<Name extends string>(
  works: Readonly<Record<Name, Work>>,
  { rounds, calls }: MeasureOptions,
): Promise<Record<Name, number>> {
  const entries = Object.entries<Work>(works);
  const best = new Map<string, number>();
  for (let round = 0; round < rounds; round++) {
    for (const [name, work] of entries) {
      const started = performance.now();
      for (let call = 0; call < calls; call++) await work(call);
      const spent = ((performance.now() - started) * 1000) / calls;
      best.set(name, Math.min(spent, best.get(name) ?? Infinity));
    }
  }
  return Object.fromEntries(best) as Record<Name, number>;
}

/** Reads `--name value` as a whole number. */
export function readFlag(name: string, otherwise: number): number {
  const at = process.argv.indexOf(`--${name}`);
  if (at === -1) return otherwise;
  const value = Number(process.argv[at + 1]?.replaceAll("_", ""));
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new RangeError(`Cannot read --${name}: it must be a whole number above 0`);
}

/** Reads `--name value` as a text; undefined where it is not there. */
export function readText(name: string): string | undefined {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? undefined : process.argv[at + 1];
}

/** The value in the middle. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value that the share of the values, from 0 to 1, is below. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length * share)] ?? NaN;
}

/** The parts of a bench, or the one that `--only` names. */
export function partsOf<Run>(parts: Readonly<Record<string, Run>>): [name: string, run: Run][] {
  const only = readText("only");
  const chosen = Object.entries(parts).filter(([name]) => only === undefined || only === name);
  if (chosen.length > 0) return chosen;
  throw new RangeError(`Cannot run "${only}" alone: there are ${Object.keys(parts).join(", ")}`);
}
