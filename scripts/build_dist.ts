import { existsSync } from "node:fs";
import { glob, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "esbuild";
import { HASH_FILE, hashOf } from "./artifacts.ts";
import { BUNDLED, bundleCommandLine } from "./bundle_command_line.ts";
import { ROOT, runTool } from "./run_tool.ts";
import { freshFolder, moveInPlace } from "./tree.ts";

/**
 * Compiles `src` to the folder `dist`, and bundles the command line in it. Resolves to the errors of the compiler.
 *
 * Sources that do not compile are written nonetheless, so that the new client can be used before the service has its handlers;
 * the command line is in several files then.
 * Until the compiler is done the old folder stands.
 */
export async function buildDist(dist: string): Promise<string> {
  const fresh = await freshFolder(dist);
  const hashes = await Promise.all([hashOf("dist"), hashOf("commandLine")]);
  try {
    // One checker: several check the same declarations again, which takes longer on few processors.
    const project = ["-p", "tsconfig.build.json", "--checkers", "1", "--outDir", fresh];
    const faults = await runTool("tsc", "--pretty", "false", ...project);
    await inlinePackages(fresh);
    const commandLine = join(fresh, "cli");
    if (faults === "" && existsSync(commandLine)) {
      await rm(commandLine, { recursive: true });
      await bundleCommandLine(commandLine);
      for (const [index, folder] of [fresh, commandLine].entries())
        await writeFile(join(folder, HASH_FILE), `${hashes[index]}\n`);
    }
    if ((await readdir(fresh)).length > 0) await moveInPlace(fresh, dist);
    return faults.trimEnd();
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** Packages that the files of the service, of deliveries and of the command line contain: users of the client install none of them. */
export const INLINED: readonly string[] = [
  ...[
    "commander",
    "ipaddr.js",
    "lru-cache",
    "negotiator",
    "prom-client",
    "rou3",
    "standardwebhooks",
    "ws",
  ],
];

/** Puts the packages that are inlined into the files of `folder` that import them; the licences are those of the command line. */
async function inlinePackages(folder: string): Promise<void> {
  const names = INLINED.join("|");
  const imports = new RegExp(`from "(?:${names})"`);
  for await (const file of glob("{ip_addresses.js,{service,delivery}/**/*.js}", { cwd: folder })) {
    const path = join(folder, file);
    if (!imports.test(await readFile(path, "utf8"))) continue;
    const { build } = await import("esbuild");
    await build({
      entryPoints: [path],
      outfile: path,
      absWorkingDir: ROOT,
      allowOverwrite: true,
      bundle: true,
      sourcemap: true,
      // Sources of this package are beside the map; nobody steps through those of others.
      sourcesContent: false,
      plugins: [ownFilesOutside(path)],
      ...BUNDLED,
    });
  }
}

/** Keeps our own modules out of a bundle. */
function ownFilesOutside(file: string): Plugin {
  return {
    name: "own files outside",
    setup: (build) =>
      build.onResolve({ filter: /^\.\.?\// }, ({ importer, path }) =>
        importer === file ? { path, external: true } : undefined,
      ),
  };
}
