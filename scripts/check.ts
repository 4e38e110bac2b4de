/**
 * Checks the repository: format, lint, types, import rules, specs, freshness of the generated code and of the examples, what changed since the
 * last release, the public surface, and what the client's entries bundle to. Each check prints a line; a failing one
 * prints what it found, and what to do.
 *
 * `--update` writes `surface.txt` before that.
 */
import { readFile, writeFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { bundleEntry, bundleFaults } from "./check/bundles.ts";
import { changelogFaults } from "./check/changelog.ts";
import { denoJsonFaults } from "./check/deno.ts";
import { readEntries } from "./check/entries.ts";
import { brokenExplorerImports, brokenImportRules, readSources } from "./check/import_rules.ts";
import { SIZE_BUDGETS } from "./check/size_budgets.ts";
import { describeSurface, surfaceFaults } from "./check/surface.ts";
import { baseSpecs, compareSpecs, formatChange, lastRelease, unannounced } from "./diff/mod.ts";
import { printVerdict } from "./print_verdict.ts";
import { readSpecs } from "./specs/read_specs.ts";
import { loadSpecs } from "./specs/specs.ts";
import { readFlags } from "./read_flags.ts";
import { ROOT, runTool } from "./run_tool.ts";

/** The snapshot of the public surface. */
const SURFACE = join(ROOT, "surface.txt");

/** A check resolves to its findings, empty where there are none, and may add notes to its line. */
type Check = (note: (text: string) => void) => Promise<string>;

const LISTED = "Fix the problems listed above.";
const WRITTEN = "Commit what it writes.";

const CHECKS: readonly (readonly [name: string, run: Check, fix: string])[] = [
  ["format", () => runTool("oxfmt", "--check", "."), "Run: npm run format"],
  ["lint", () => runTool("oxlint"), LISTED],
  ["types", types, LISTED],
  [
    "imports",
    imports,
    "Move the code, or change scripts/check/modules.ts if the design has changed.",
  ],
  ["specs", specs, "Fix the spec at the place named above."],
  ["generated", () => runTool("node", "scripts/generate.ts", "--check"), WRITTEN],
  ["examples", () => runTool("node", "scripts/examples.ts", "--check"), WRITTEN],
  [
    "changes",
    changes,
    "Announce the changes: a major version for breaking ones, a line in CHANGELOG.md for each name.",
  ],
  ["deno.json", denoJson, "Copy the values from package.json into deno.json."],
  ["surface", surface, "If that is meant, run: npm run check -- --update"],
  [
    "bundles",
    bundles,
    "Remove what the entry does not need, or raise its budget in scripts/check/size_budgets.ts.",
  ],
];

const flags = readFlags("check", { update: { type: "boolean" } });
if (flags.update) {
  await writeFile(SURFACE, await presentSurface());
}

for (const [title, run, fix] of CHECKS) {
  const started = performance.now();
  const notes: string[] = [];
  const found = await run((text) => notes.push(text)).catch((error: unknown) =>
    error instanceof Error ? error.message : String(error),
  );
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const name = `${title} (${[`${seconds} s`, ...notes].join("; ")})`;
  printVerdict(name, found === "" ? "" : `${found.trimEnd()}\n${fix}`);
}

/** The explorer is compiled as pages are: with types of the browser alone. */
async function types(): Promise<string> {
  const projects = ["tsconfig.json", "explorer/tsconfig.json"];
  const found = await Promise.all(projects.map((file) => runTool("tsc", "--noEmit", "-p", file)));
  return found.join("");
}

async function imports(): Promise<string> {
  const sources = await readSources(join(ROOT, "src"));
  const explorer = await readSources(join(ROOT, "explorer"));
  return [...brokenImportRules(sources), ...brokenExplorerImports(explorer)].join("\n");
}

async function specs(): Promise<string> {
  const { linted } = await readSpecs(ROOT);
  await linted;
  return "";
}

async function changes(note: (text: string) => void): Promise<string> {
  const changelog = await readFile(join(ROOT, "CHANGELOG.md"), "utf8");
  const release = await lastRelease(ROOT);
  if (release === undefined) {
    note("no release yet, nothing to compare with");
    return changelogFaults(changelog, undefined, []).join("\n");
  }
  note(`since ${release}`);
  const [base, next] = await Promise.all([baseSpecs(ROOT, release), loadSpecs(ROOT)]);
  const found = compareSpecs(base, next);
  const silent = unannounced(found, base, next).map(
    (change) =>
      `breaks users of ${release}, but the version is not raised:\n${formatChange(change)}`,
  );
  return [...silent, ...changelogFaults(changelog, release, found)].join("\n");
}

async function denoJson(): Promise<string> {
  return (await denoJsonFaults(ROOT)).join("\n");
}

async function surface(): Promise<string> {
  const committed = await readFile(SURFACE, "utf8").catch(() => "");
  return surfaceFaults(committed, await presentSurface()).join("\n");
}

async function presentSurface(): Promise<string> {
  const read = (file: string): string => readFileSync(join(ROOT, "src", file), "utf8");
  return describeSurface(read, await readEntries(ROOT));
}

async function bundles(): Promise<string> {
  const entries = (await readEntries(ROOT)).filter(({ anywhere }) => anywhere);
  const made = await Promise.all(entries.map((entry) => bundleEntry(ROOT, entry)));
  return bundleFaults(made, SIZE_BUDGETS).join("\n");
}
