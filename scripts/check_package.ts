/**
 * Packs the package as it would be published and lets two linters read it: publint, and attw for the types of each entry.
 * The package is for ES modules alone, so how others would resolve it does not count.
 */
import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { readFlags } from "./read_flags.ts";
import { ROOT, runTool } from "./run_tool.ts";
import { inTemporaryFolder } from "./tree.ts";

readFlags("check_package", {});

await inTemporaryFolder(join(tmpdir(), "alphadelta-package-"), async (folder) => {
  // npm builds dist and site first.
  await promisify(execFile)("npm", ["pack", "--silent", "--pack-destination", folder], {
    cwd: ROOT,
  });
  const [name = ""] = await readdir(folder);
  const tarball = join(folder, name);
  const found = {
    publint: await runTool("publint", "--strict", tarball),
    attw: await runTool("attw", "--profile", "esm-only", "--no-emoji", tarball),
  };
  for (const [tool, text] of Object.entries(found)) {
    console.log(`${text === "" ? "ok  " : "FAIL"} ${tool}`);
    if (text === "") continue;
    console.error(text.trimEnd());
    process.exitCode = 1;
  }
});
