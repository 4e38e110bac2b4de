import { SYSTEM_CLOCK, sleep } from "../transport/mod.ts";
import type { SubmissionContext } from "./submission_context.ts";

/** A field on which the two interfaces do not agree. */
export interface Difference {
  /** Name of the field as REST has it; `found` where only one of them has the thing. */
  readonly field: string;
  /** The answer of REST. */
  readonly rest: unknown;
  /** The answer of JSON-RPC. */
  readonly rpc: unknown;
}

/** The result of a comparison. */
export interface Verification {
  /** True where they agree; undefined where what was asked for changed at every attempt, so that it cannot be told. */
  readonly agrees: boolean | undefined;
  /** True where either has it. */
  readonly found: boolean;
  /** Fields in which both differ; empty where they agree. */
  readonly differences: readonly Difference[];
  /** Fields that were compared. */
  readonly compared: readonly string[];
  /** Number of times that both were asked. */
  readonly rounds: number;
}

/** One comparison. */
export interface Comparison {
  /** False where what was asked for changed in between. @default {true} */
  readonly isSteady?: boolean;
  readonly found: boolean;
  readonly differences: readonly Difference[];
  readonly compared: readonly string[];
}

/** Most times that it is compared anew. */
const ROUNDS = 6;
/** Milliseconds before it is compared anew, for an answer that lags behind. */
const PAUSE = 50;

/** Compares until there is no difference, or the same one twice in a row. */
export async function verifySteadily(
  compare: () => Promise<Comparison>,
  { clock = SYSTEM_CLOCK }: SubmissionContext,
  signal: AbortSignal | undefined,
): Promise<Verification> {
  let before: string | undefined;
  for (let rounds = 1; ; rounds++) {
    const { isSteady = true, found, differences, compared } = await compare();
    const shown = isSteady ? textOf(differences) : undefined;
    const agrees = isSteady && differences.length === 0;
    if (agrees || (isSteady && shown === before)) {
      return { agrees, found, differences, compared, rounds };
    }
    if (rounds === ROUNDS) return { agrees: undefined, found, differences: [], compared, rounds };
    before = shown;
    await sleep(PAUSE, clock, signal);
  }
}

/** The fields of `rest` and `rpc` that differ. */
export function differencesOf(
  rest: Readonly<Record<string, unknown>>,
  rpc: Readonly<Record<string, unknown>>,
): Pick<Comparison, "differences" | "compared"> {
  const compared = Object.keys(rest).filter(
    (field) => rest[field] !== undefined && rpc[field] !== undefined,
  );
  const differences = compared
    .filter((field) => textOf(rest[field]) !== textOf(rpc[field]))
    .map((field) => ({ field, rest: rest[field], rpc: rpc[field] }));
  return { differences, compared };
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "bigint" ? `${part}n` : part,
  );
}
