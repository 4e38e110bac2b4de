/**
 * Says what changed between two versions of the specs: `--base` is a commit or a folder, the other version is what
 * stands in the repository, or in the folder `--specs`.
 *
 * Exits 1 if a change breaks what relied on the base and the spec's version does not say so.
 */
import { baseSpecs, compareSpecs, formatChanges, lastRelease, unannounced } from "./diff/mod.ts";
import { loadSpecs } from "./specs/specs.ts";
import { readFlags } from "./read_flags.ts";
import { ROOT } from "./run_tool.ts";

const NO_RELEASE =
  "Cannot compare with the last release: there is no tag v… yet. Name a commit, or a folder with both specs: npm run diff -- --base HEAD";

const options = readFlags("diff", {
  base: { type: "string", shown: "COMMIT|FOLDER" },
  specs: { type: "string" },
  json: { type: "boolean" },
});

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}

async function main(): Promise<number> {
  const name = options.base ?? (await lastRelease(ROOT));
  if (name === undefined) throw new Error(NO_RELEASE);
  const [base, next] = await Promise.all([baseSpecs(ROOT, name), loadSpecs(options.specs ?? ROOT)]);
  const changes = compareSpecs(base, next);
  const silent = unannounced(changes, base, next);
  if (options.json) {
    console.log(JSON.stringify({ base: name, changes, unannounced: silent }, undefined, 2));
    return silent.length > 0 ? 1 : 0;
  }
  console.log(formatChanges(changes));
  if (silent.length === 0) return 0;
  const files = [...new Set(silent.map(({ spec }) => spec))];
  console.error(
    `\n${silent.length} breaking change(s) that the version of ${files.join(" and ")} does not announce: raise info.version to the next major version, or revert the changes.`,
  );
  return 1;
}
