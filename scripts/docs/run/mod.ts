/**
 * The script that runs the samples of the page of the API, with the package's own client.
 *
 * @module
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { packagesOf } from "../../licences.ts";
import { ROOT } from "../../run_tool.ts";

/** The files with which the page runs its samples. */
export interface RunFiles {
  /** A script that sets `sampleRun`. */
  readonly script: string;
  readonly style: string;
  /** Names of the packages in the script. */
  readonly packages: readonly string[];
}

/** Bundles them. */
export async function buildRun(): Promise<RunFiles> {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(import.meta.dirname, "_page.ts")],
    absWorkingDir: ROOT,
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    format: "iife",
    globalName: "sampleRun",
    target: "es2022",
    legalComments: "none",
  });
  const style = await readFile(join(import.meta.dirname, "run.css"), "utf8");
  const packages = packagesOf(Object.keys(metafile.inputs));
  return { script: outputFiles[0]?.text ?? "", style, packages };
}
