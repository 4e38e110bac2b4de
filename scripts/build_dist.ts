import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { glob, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { OutputFile, Plugin } from "esbuild";
import { folderOf, HASH_FILE, hashOf, isBuilt, requireInputs } from "./artifacts.ts";
import { LICENCES, licencesOf, packagesOf } from "./licences.ts";
import { freshFolder, moveInPlace } from "./tree.ts";
import { ROOT, runTool } from "./run_tool.ts";

/**
 * Compiles `src` to the folder `dist`, bundles the command line in it, and answers what the compiler says against it.
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

/** Compiler errors about a missing name: 2339 and 2551 of a property, 2305, 2694 and 2724 of an export. */
const MISSING_NAME = /error TS(?:2339|2551|2305|2694|2724)\b/;

/** Remedy for `faults` of the compiler that follow from a change of the specs. */
export function explainFaults(faults: string, output: string): string {
  const removed = MISSING_NAME.test(faults)
    ? "\nA missing name was renamed in the specs or removed from them: restore it there, or remove it from the code."
    : "";
  return `${faults}${removed}\n${output} is generated from openapi.yaml and openrpc.json, and this code does not compile with it: fix the code or the specs, then run: npm run build`;
}

const ENTRY = join(ROOT, "src/cli/main.ts");

/** The bundled command line of this repository. */
export const COMMAND_LINE: string = join(ROOT, "dist/cli/main.js");

/** Milliseconds after which no process still loads chunks of an older bundle. */
const OLD_AGE = 600_000;

/** Packages that a user may not have, so that they stay outside of the bundle. */
const OPTIONAL = [
  "@modelcontextprotocol/server",
  "@opentelemetry/sdk-node",
  "hyparquet-writer",
  "pg",
  "redis",
];

/** Packages that speed up others where they are installed. */
const SPEEDUPS = ["bufferutil", "utf-8-validate", "pg-native"];

/** Packages of the service, of deliveries and of the command line, in their files: who installs the package for its client has none of them. */
export const INLINED: readonly string[] = [
  ...["commander", "negotiator", "prom-client", "rou3", "standardwebhooks", "ws"],
];

/** CommonJS packages in a bundle of ES modules load Node's own modules by it. */
const REQUIRE =
  'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

/** Options of esbuild for every file that holds packages. */
const BUNDLED = {
  platform: "node",
  format: "esm",
  target: "node22.13",
  external: SPEEDUPS,
  banner: { js: REQUIRE },
  legalComments: "none",
  // Names stay, for the stacks of errors.
  minifySyntax: true,
  minifyWhitespace: true,
  logLevel: "silent",
} as const;

/** Puts the packages that are inlined into the files of `folder` that import them; the licences are those of the command line. */
async function inlinePackages(folder: string): Promise<void> {
  const names = INLINED.join("|");
  const imports = new RegExp(`from "(?:${names})"`);
  for await (const file of glob("{service,delivery}/**/*.js", { cwd: folder })) {
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

/** Leaves what a file imports of ours where it is. */
function ownFilesOutside(file: string): Plugin {
  return {
    name: "own files outside",
    setup: (build) =>
      build.onResolve({ filter: /^\.\.?\// }, ({ importer, path }) =>
        importer === file ? { path, external: true } : undefined,
      ),
  };
}

/** ES modules of packages that give Node CommonJS ones, whose `require` a bundle of ES modules does not have. */
const ALIASES = { yaml: join(ROOT, "node_modules/yaml/browser/index.js") };

/**
 * Bundles the command line into `main.js` in `folder` and chunks that this loads, with most packages that it needs. Node
 * starts it in a third of the processor time that resolving and loading 550 modules takes.
 *
 * The names of chunks hold a hash, and `main.js` is put in place last, so that a process which starts meanwhile finds the
 * old bundle or the new one. Old chunks stay for ten minutes.
 *
 * @throws {Error} If a source cannot be bundled; the message says why.
 */
export async function bundleCommandLine(
  folder: string,
  external: readonly string[] = OPTIONAL,
): Promise<void> {
  const { build } = await import("esbuild");
  const { outputFiles, metafile } = await build({
    entryPoints: [ENTRY],
    outdir: folder,
    absWorkingDir: ROOT,
    bundle: true,
    splitting: true,
    alias: ALIASES,
    chunkNames: "[name]-[hash]",
    metafile: true,
    ...BUNDLED,
    external: [...external, ...SPEEDUPS].flatMap((name) => [name, `${name}/*`]),
    write: false,
  });
  requireInputs("commandLine", Object.keys(metafile.inputs));
  await mkdir(folder, { recursive: true });
  const isMain = ({ path }: OutputFile): boolean => path === join(folder, "main.js");
  for (const { path, contents } of outputFiles.toSorted(
    (one, other) => +isMain(one) - +isMain(other),
  ))
    await writeInPlace(path, contents);
  const licences = join(folder, LICENCES);
  await writeInPlace(licences, await licencesOf(packagesOf(Object.keys(metafile.inputs))));
  await removeOld(folder, new Set([...outputFiles.map(({ path }) => path), licences]));
}

/** Bundles the command line anew where it is stale. Resolves to its file. */
export async function refreshCommandLine(): Promise<string> {
  const hash = await hashOf("commandLine");
  if (!(await isBuilt("commandLine", hash))) {
    const folder = folderOf("commandLine");
    await bundleCommandLine(folder);
    await writeInPlace(join(folder, HASH_FILE), `${hash}\n`);
  }
  return COMMAND_LINE;
}

async function removeOld(folder: string, current: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (current.has(path)) continue;
    // Another run may have removed it since.
    const { mtimeMs = Date.now() } = (await stat(path).catch(() => undefined)) ?? {};
    if (Date.now() - mtimeMs > OLD_AGE) await rm(path, { recursive: true, force: true });
  }
}

async function writeInPlace(path: string, contents: Uint8Array | string): Promise<void> {
  const fresh = `${path}.new-${randomUUID()}`;
  await writeFile(fresh, contents);
  await rename(fresh, path);
}
