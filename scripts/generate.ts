/**
 * Writes `src/generated` from `openapi.yaml` and `openrpc.json`, and builds `dist` anew where it is there.
 *
 * `--check` changes nothing: it lists the files that differ from what would be written, and exits 1.
 */
import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { checkDocuments } from "./documents/check_documents.ts";
import { DocumentError } from "./documents/document_error.ts";
import { loadDocuments } from "./documents/documents.ts";
import { buildDist } from "./generate/build_dist.ts";
import { generateFiles, replaceTree, staleFiles } from "./generate/mod.ts";
import { readFlags } from "./read_flags.ts";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const options = readFlags("generate", {
  check: { type: "boolean" },
  documents: { type: "string" },
  output: { type: "string" },
});
const output = resolve(options.output ?? join(ROOT, "src/generated"));
const shown = relative(ROOT, output);

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof DocumentError)) throw error;
  console.error(error.message);
  console.error(`\n${error.problems.length} problem(s); ${shown} is as it was.`);
  process.exitCode = 1;
}

async function main(): Promise<number> {
  const documents = await loadDocuments(options.documents ?? ROOT);
  checkDocuments(documents);
  const files = await generateFiles(documents);
  if (!options.check) {
    await replaceTree(output, files);
    console.log(`Wrote ${files.size} files to ${shown}`);
    if (options.output === undefined) await build();
    return 0;
  }
  const stale = await staleFiles(output, files);
  if (stale.length === 0) return 0;
  console.error(`${shown} does not match the documents:`);
  for (const path of stale) console.error(`  ${path}`);
  console.error("Run: npm run generate");
  return 1;
}

/** Programs that import the package by its name take `dist`, which is to have the new client. */
async function build(): Promise<void> {
  const dist = join(ROOT, "dist");
  if (!existsSync(dist)) return;
  const faults = await buildDist(dist);
  if (faults === "") return console.log("Built dist from it");
  console.error(`${faults}\n${shown} is written; mend these and run: npm run build`);
}
