import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

import type { OutputFile } from "esbuild";
import { ROOT } from "./run_tool.ts";

const ENTRY = join(ROOT, "src/cli/main.ts");

/** The bundled command line of this repository. */
export const COMMAND_LINE: string = join(ROOT, "dist/cli/main.js");

/** Whatever the bundle follows from, beside the sources. */
const FURTHER = [
  "package.json",
  "node_modules/.package-lock.json",
  "scripts/bundle_command_line.ts",
];

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
export async function bundleCommandLine(folder: string): Promise<void> {
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
