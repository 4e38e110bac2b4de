import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { wrongUse } from "../../exit_error.ts";
import type { Difference, Finding } from "../probe.ts";
import { REST_SPEC, RPC_SPEC, type SpecValues } from "./locate_schema.ts";
import { settleDifference, settleMissing } from "./settle_finding.ts";
import { SpecSource } from "./spec_source.ts";

interface ProposedPatch {
  /** For `git apply` or `patch -p1`; empty where nothing is proposed. */
  readonly patch: string;
  /** The findings, each with what becomes of it. */
  readonly findings: readonly Finding[];
}

/**
 * Proposes the smallest change of the specs after which they describe what a service answers; what was described before
 * stays so, since the examples are of that. What cannot be described is left with the reason.
 *
 * @param folder Folder of the specs.
 * @throws {ExitError} If a spec cannot be read.
 */
export async function proposePatch(
  findings: readonly Finding[],
  folder: string,
): Promise<ProposedPatch> {
  const sources: SpecSource[] = [];
  for (const name of [REST_SPEC, RPC_SPEC])
    sources.push(new SpecSource(name, await readSpec(folder, name)));
  const specs = Object.fromEntries(sources.map(({ name, values }) => [name, values]));
  const settled = findings.map((finding) => settle(specs, finding, findings));
  return { patch: sources.map((source) => source.patch()).join(""), findings: settled };
}

function settle(specs: SpecValues, finding: Finding, findings: readonly Finding[]): Finding {
  if (finding.verdict === "missing" && finding.reason === undefined)
    return { ...finding, patch: outcome(settleMissing(specs, finding, findings)) };
  const differences = finding.differences.map((difference): Difference => {
    return { ...difference, patch: outcome(settleDifference(specs, finding, difference)) };
  });
  return { ...finding, differences };
}

function outcome(reason: string | undefined): string {
  return reason === undefined ? "in the patch" : `not in the patch: ${reason}`;
}

async function readSpec(folder: string, file: string): Promise<string> {
  try {
    return await readFile(join(folder, file), "utf8");
  } catch {
    throw wrongUse(
      `Cannot read ${join(folder, file)}: run this command in the folder of the specs, or pass that with --specs.`,
    );
  }
}
