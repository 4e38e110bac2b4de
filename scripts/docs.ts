/**
 * Writes `site`: the page of both specs, the guides and the reference of the library, and the specs themselves,
 * each self-contained; and `packed`: what the package holds of it, without the guides and the reference. A service that
 * runs here goes on with all pages.
 *
 * `--package` writes `packed` alone, and `--output` a site alone, to a folder of its own.
 * `--if-stale` leaves what was built from the same specs, guides, sources and scripts.
 */
import { relative } from "node:path";
import { reportProblems } from "./specs/report_problems.ts";
import { readFlags } from "./read_flags.ts";
import { ROOT } from "./run_tool.ts";
// Not what builds the site, which is slow to load: asking whether it is stale is to be fast.
import { folderOf, HASH_FILE, hashOf, isBuilt } from "./artifacts.ts";

process.exitCode = await reportProblems(main, "the site is as it was");

async function main(): Promise<void> {
  const values = readFlags("docs", {
    "if-stale": { type: "boolean" },
    package: { type: "boolean" },
    specs: { type: "string" },
    output: { type: "string" },
  });
  const folder = values.specs ?? ROOT;
  const names: Site["name"][] = values.package ? ["packed"] : ["site"];
  if (!values.package && values.output === undefined) names.push("packed");
  const stale: Site[] = [];
  for (const name of names) {
    const site = values.output ?? folderOf(name);
    const hash = await hashOf(name, folder);
    if (!values["if-stale"] || !(await isBuilt(name, hash, site))) stale.push({ name, site, hash });
  }
  if (stale.length > 0) await build(folder, stale);
}

/** A site to be built. */
interface Site {
  readonly name: "site" | "packed";
  readonly site: string;
  /** Of what it is built from. */
  readonly hash: string;
}

async function build(folder: string, sites: readonly Site[]): Promise<void> {
  const [{ loadSpecs }, { checkSpecs }, { buildSite }, { replaceTree }] = await Promise.all([
    import("./specs/specs.ts"),
    import("./specs/read_specs.ts"),
    import("./docs/mod.ts"),
    import("./tree.ts"),
  ]);
  const specs = await loadSpecs(folder);
  checkSpecs(specs);
  for (const { name, site, hash } of sites) {
    const files = await buildSite(specs, name === "site");
    await replaceTree(site, new Map([...files, [HASH_FILE, `${hash}\n`]]));
    console.log(`Wrote ${files.size} files to ${relative(process.cwd(), site)}`);
  }
}
