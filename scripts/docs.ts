/**
 * Writes `site`: the page of both documents, the guides and the reference of the library, and the documents themselves,
 * each self-contained.
 *
 * `--if-stale` does nothing where `site` was built from the same documents, guides, exports and scripts.
 */
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
// Not through the module's door, which loads all that building takes: asking whether the site is stale is to be fast.
import { HASH_FILE, isBuiltFrom, sourceHash } from "./docs/source_hash.ts";
import { DocumentError } from "./documents/document_error.ts";
import { readFlags } from "./read_flags.ts";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const FILES = ["index.html", "openapi.json", "openrpc.json", "library/index.html"];

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
  for (const [name, bytes] of sizes(files)) {
    const kilobytes = Math.ceil(bytes / 1000).toLocaleString("en-US");
    console.log(`${relative(process.cwd(), join(site, name))}  ${kilobytes} kB`);
  }
}

/** Bytes of each file, those in a folder together. */
function sizes(files: ReadonlyMap<string, string>): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [path, text] of files) {
    const [name = path, ...below] = path.split("/");
    const key = below.length > 0 ? `${name}/` : name;
    found.set(key, (found.get(key) ?? 0) + Buffer.byteLength(text));
  }
  return found;
}
