/**
 * Writes `site`: the page of both specs, the guides and the reference of the library, and the specs themselves,
 * each self-contained.
 *
 * `--package` writes what the package holds of it instead, to `packed`: without the guides and the reference. A service
 * that runs here goes on with all pages.
 * `--releases` adds a page for each release, the tags `v…`, and the guide "What changed".
 * `--if-stale` does nothing where `site` was built from the same specs, guides, exports and scripts.
 */
import { join, relative } from "node:path";
import { SpecError } from "./specs/spec_file.ts";
import { readFlags } from "./read_flags.ts";
import { ROOT } from "./run_tool.ts";
// Not what builds the site, which is slow to load: asking whether it is stale is to be fast.
import { HASH_FILE, isBuiltFrom, sourceHash } from "./source_hash.ts";

const FILES = ["index.html", "openapi.json", "openrpc.json", "library/index.html"];

try {
  await main();
} catch (error) {
  if (!(error instanceof SpecError)) throw error;
  console.error(error.message);
  console.error(`\n${error.problems.length} problem(s); the site is as it was.`);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const values = readFlags("docs", {
    "if-stale": { type: "boolean" },
    package: { type: "boolean" },
    releases: { type: "boolean" },
    specs: { type: "string" },
    output: { type: "string" },
  });
  if (values.releases && (values["if-stale"] || values.package)) {
    console.error("Cannot run docs: --releases goes with neither --if-stale nor --package");
    process.exit(2);
  }
  const folder = values.specs ?? ROOT;
  const site = values.output ?? join(ROOT, values.package ? "packed" : "site");
  const hash = await sourceHash(folder);
  if (values["if-stale"] && (await isBuiltFrom(site, hash, FILES))) return;
  await build(folder, {
    site,
    hash,
    hasLibrary: !values.package,
    hasReleases: values.releases === true,
  });
}

/** A site to be built. */
interface Site {
  readonly site: string;
  /** Of what it is built from. */
  readonly hash: string;
  readonly hasLibrary: boolean;
  readonly hasReleases: boolean;
}

async function build(folder: string, { site, hash, hasLibrary, hasReleases }: Site): Promise<void> {
  const [{ loadSpecs }, { checkSpecs }, { buildSite }, { readReleases }, { replaceTree }] =
    await Promise.all([
      import("./specs/specs.ts"),
      import("./specs/read_specs.ts"),
      import("./docs/mod.ts"),
      import("./docs/releases.ts"),
      import("./tree.ts"),
    ]);
  const specs = await loadSpecs(folder);
  checkSpecs(specs);
  const releases = hasReleases ? await readReleases(folder) : [];
  if (hasReleases && releases.length === 0)
    console.log("There is no release yet, no tag v…: the site has the present version alone");
  const files = await buildSite(specs, { hasLibrary, releases });
  // Never asked for where it is packed.
  const mark: [string, string][] = hasLibrary ? [[HASH_FILE, `${hash}\n`]] : [];
  await replaceTree(site, new Map([...files, ...mark]));
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
