import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { OutputFile } from "esbuild";
import { freshFolder, moveInPlace } from "./tree.ts";
import { ROOT, runTool } from "./run_tool.ts";

/**
 * Compiles `src` to the folder `dist`, bundles the command line in it, and answers what the compiler says against it.
 *
 * What does not compile is written nonetheless, so that the new client can be used before the service has its handlers;
 * the command line is in several files then.
 * Until the compiler is done the old folder stands.
 */
export async function buildDist(dist: string): Promise<string> {
  const fresh = await freshFolder(dist);
  try {
    // One checker: several check the same declarations again, which takes longer on few processors.
    const project = ["-p", "tsconfig.build.json", "--checkers", "1", "--outDir", fresh];
    const faults = await runTool("tsc", "--pretty", "false", ...project);
    const commandLine = join(fresh, "cli");
    if (faults === "" && existsSync(commandLine)) {
      await rm(commandLine, { recursive: true });
      await bundleCommandLine(commandLine);
    }
    if ((await readdir(fresh)).length > 0) await moveInPlace(fresh, dist);
    return faults.trimEnd();
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** Compiler errors about a missing name: 2339 and 2551 of a property, 2305 of an export. */
const MISSING_NAME = /error TS(?:2339|2551|2305|2724)\b/;

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

/** Whatever the bundle follows from, beside the sources. */
const FURTHER = ["package.json", "node_modules/.package-lock.json", "scripts/build_dist.ts"];

/** Milliseconds after which no process still loads chunks of an older bundle. */
const OLD_AGE = 600_000;

/** Licences of the packages in the bundle. */
const LICENCES = "LICENCES.txt";

/**
 * Packages that stay outside: those that a user may not have or that few commands load, and CommonJS ones, which are large
 * and of few files.
 */
const EXTERNAL = [
  ...["@modelcontextprotocol/sdk", "hyparquet-writer", "pg", "redis"],
  ...["commander", "negotiator", "prom-client", "ws"],
];

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
async function bundleCommandLine(folder: string): Promise<void> {
  const { build } = await import("esbuild");
  const { outputFiles, metafile } = await build({
    entryPoints: [ENTRY],
    outdir: folder,
    absWorkingDir: ROOT,
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node22.12",
    external: EXTERNAL.flatMap((name) => [name, `${name}/*`]),
    alias: ALIASES,
    chunkNames: "[name]-[hash]",
    legalComments: "none",
    // Names stay, for the stacks of errors.
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: "silent",
    metafile: true,
    write: false,
  });
  await mkdir(folder, { recursive: true });
  const isMain = ({ path }: OutputFile): boolean => path === join(folder, "main.js");
  for (const { path, contents } of outputFiles.toSorted(
    (one, other) => +isMain(one) - +isMain(other),
  ))
    await writeInPlace(path, contents);
  const licences = join(folder, LICENCES);
  await writeInPlace(licences, await licencesOf(Object.keys(metafile.inputs)));
  await removeOld(folder, new Set([...outputFiles.map(({ path }) => path), licences]));
}

/** Bundles the command line anew where it is older than its sources. Resolves to its file. */
export async function refreshCommandLine(): Promise<string> {
  if (!(await isFresh())) await bundleCommandLine(dirname(COMMAND_LINE));
  return COMMAND_LINE;
}

async function isFresh(): Promise<boolean> {
  if (!existsSync(COMMAND_LINE)) return false;
  const { mtimeMs } = await stat(COMMAND_LINE);
  const sources = await readdir(join(ROOT, "src"), { recursive: true, withFileTypes: true });
  // A folder's own time tells of files that are gone.
  const paths = [
    ...sources.map((entry) => join(entry.parentPath, entry.name)),
    ...FURTHER.map((path) => join(ROOT, path)).filter((path) => existsSync(path)),
  ];
  const times = await Promise.all(paths.map(async (path) => (await stat(path)).mtimeMs));
  return times.every((time) => time <= mtimeMs);
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

/** The licence of every package that one of the files is of. */
async function licencesOf(files: readonly string[]): Promise<string> {
  const packages = new Set(
    files.flatMap((file) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []),
  );
  const texts = [...packages].toSorted().map(async (folder) => {
    const names = await readdir(join(ROOT, folder));
    const licence = names.find((name) => /^licen[cs]e/i.test(name));
    if (licence === undefined) throw new Error(`Cannot bundle ${folder}: it has no licence`);
    const text = await readFile(join(ROOT, folder, licence), "utf8");
    return `${relative("node_modules", folder)}\n\n${text.trim()}\n`;
  });
  return (await Promise.all(texts)).join(`\n${"-".repeat(80)}\n\n`);
}
