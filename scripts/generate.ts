/**
 * Writes `src/generated` from `openapi.yaml` and `openrpc.json`.
 *
 * `--check` changes nothing: it lists the files that differ from what would be written, and exits 1.
 */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { checkDocuments } from "./documents/check_documents.ts";
import { DocumentError } from "./documents/document_error.ts";
import { loadDocuments } from "./documents/documents.ts";
import { generateFiles, replaceTree, staleFiles } from "./generate/mod.ts";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof DocumentError)) throw error;
  console.error(error.message);
  console.error(`\n${error.problems.length} problem(s); src/generated is as it was.`);
  process.exitCode = 1;
}

async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      check: { type: "boolean" },
      documents: { type: "string" },
      output: { type: "string" },
    },
  });
  const documents = await loadDocuments(values.documents ?? ROOT);
  checkDocuments(documents);
  const files = await generateFiles(documents);
  const folder = values.output ?? join(ROOT, "src/generated");
  if (!values.check) {
    await replaceTree(folder, files);
    console.log(`Wrote ${files.size} files to src/generated`);
    return 0;
  }
  const stale = await staleFiles(folder, files);
  if (stale.length === 0) return 0;
  console.error(
    `src/generated does not match the documents:\n${stale.map((path) => `  ${path}`).join("\n")}`,
  );
  console.error("Run: npm run generate");
  return 1;
}
