/**
 * Checks the repository: format, lint, types, arrows, documents and freshness of the generated code. Each check prints
 * a line; a failing one prints what it found, and what to do.
 */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readSources, wrongArrows } from "./check/arrows.ts";
import { openrpcFaults } from "./check/openrpc_gate.ts";
import { checkDocuments } from "./documents/check_documents.ts";
import { loadDocuments } from "./documents/documents.ts";
import { readFlags } from "./read_flags.ts";
import { runTool } from "./run_tool.ts";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
/** A check: what it found, or nothing. */
interface Check {
  readonly name: string;
  readonly fix: string;
  run(): Promise<string>;
}

const CHECKS: readonly Check[] = [
  { name: "format", fix: "Run: npm run format", run: () => runTool("oxfmt", "--check", ".") },
  { name: "lint", fix: "Mend what is named above.", run: () => runTool("oxlint") },
  { name: "types", fix: "Mend what is named above.", run: () => runTool("tsc", "--noEmit") },
  {
    name: "arrows",
    fix: "Move the code, or change scripts/check/modules.ts if the design changed.",
    run: arrows,
  },
  { name: "documents", fix: "Mend the document at the place named above.", run: documents },
  {
    name: "generated",
    fix: "Run: npm run generate",
    run: () => runTool("tsx", "scripts/generate.ts", "--check"),
  },
];

readFlags("check", {});

for (const check of CHECKS) {
  const started = performance.now();
  const found = await check
    .run()
    .catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${found === "" ? "ok  " : "FAIL"} ${check.name} (${seconds} s)`);
  if (found === "") continue;
  console.error(`${found.trimEnd()}\n${check.fix}`);
  process.exitCode = 1;
}

async function arrows(): Promise<string> {
  return wrongArrows(await readSources(join(ROOT, "src"))).join("\n");
}

async function documents(): Promise<string> {
  const both = await loadDocuments(ROOT);
  checkDocuments(both);
  const faults = await openrpcFaults(both);
  if (faults.length > 0) return faults.join("\n");
  return runTool("redocly", "lint", "openapi.yaml", "openrpc.json");
}
