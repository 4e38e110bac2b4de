/**
 * Checks the repository: format, lint, types, arrows, documents and freshness of the generated code. Each check prints
 * a line; a failing one prints what it found, and what to do.
 */
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readSources, wrongArrows } from "./check/arrows.ts";
import { openrpcFaults } from "./check/openrpc_gate.ts";
import { checkDocuments } from "./documents/check_documents.ts";
import { loadDocuments } from "./documents/documents.ts";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const QUIET = {
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  REDOCLY_SUPPRESS_NOTIFICATIONS: "true",
};

/** A check: what it found, or nothing. */
interface Check {
  readonly name: string;
  readonly fix: string;
  run(): Promise<string>;
}

const CHECKS: readonly Check[] = [
  { name: "format", fix: "Run: npm run format", run: () => tool("oxfmt", "--check", ".") },
  { name: "lint", fix: "Mend what is named above.", run: () => tool("oxlint") },
  { name: "types", fix: "Mend what is named above.", run: () => tool("tsc", "--noEmit") },
  {
    name: "arrows",
    fix: "Move the code, or change scripts/check/modules.ts if the design changed.",
    run: arrows,
  },
  { name: "documents", fix: "Mend the document at the place named above.", run: documents },
  {
    name: "generated",
    fix: "Run: npm run generate",
    run: () => tool("tsx", "scripts/generate.ts", "--check"),
  },
];

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
  return tool("redocly", "lint", "openapi.yaml", "openrpc.json");
}

/** Runs a tool of the project; what it printed if it failed, else nothing. */
function tool(name: string, ...args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const bin = join(ROOT, "node_modules/.bin", name);
    const child = spawn(bin, args, { cwd: ROOT, env: { ...process.env, ...QUIET } });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.on("error", reject);
    child.on("close", (code) => resolve(code === 0 ? "" : output || `${name} exited with ${code}`));
  });
}
