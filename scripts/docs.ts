/**
 * Writes `site`: the documentation page and both documents, each self-contained.
 *
 * `--if-stale` does nothing where `site` was built from the same documents and scripts.
 */
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
// Not through the module's door, which loads all that building takes: asking whether the site is stale is to be fast.
import { HASH_FILE, isBuiltFrom, sourceHash } from "./docs/source_hash.ts";
import { DocumentError } from "./documents/document_error.ts";
import { readFlags } from "./read_flags.ts";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const FILES = ["index.html", "openapi.json", "openrpc.json"];

try {
  await main();
} catch (error) {
  if (!(error instanceof DocumentError)) throw error;
  console.error(error.message);
  console.error(`\n${error.problems.length} problem(s); the site is as it was.`);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const values = readFlags("docs", {
    "if-stale": { type: "boolean" },
    documents: { type: "string" },
    output: { type: "string" },
  });
  const folder = values.documents ?? ROOT;
  const site = values.output ?? join(ROOT, "site");
  const hash = await sourceHash(folder);
  if (values["if-stale"] && (await isBuiltFrom(site, hash, FILES))) return;
  await build(folder, site, hash);
}

async function build(folder: string, site: string, hash: string): Promise<void> {
  const [{ loadDocuments }, { checkDocuments }, { buildSite }, { replaceTree }] = await Promise.all(
    [
      import("./documents/documents.ts"),
      import("./documents/check_documents.ts"),
      import("./docs/mod.ts"),
      import("./generate/write_tree.ts"),
    ],
  );
  const documents = await loadDocuments(folder);
  checkDocuments(documents);
  const files = await buildSite(documents);
  await replaceTree(site, new Map([...files, [HASH_FILE, `${hash}\n`]]));
  for (const [name, text] of files) {
    const kilobytes = Math.ceil(Buffer.byteLength(text) / 1000).toLocaleString("en-US");
    console.log(`${relative(process.cwd(), join(site, name))}  ${kilobytes} kB`);
  }
}
