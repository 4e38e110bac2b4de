import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
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

/** Licences of the packages in the bundle. */
const LICENCES = "LICENCES.txt";

/** Packages that a user may not have; they are loaded when they are needed. */
const OPTIONAL = ["@modelcontextprotocol/sdk", "csv-stringify", "hyparquet-writer", "pg", "redis"];

/** CommonJS packages in the bundle load the built-in modules by this. */
const REQUIRE = `import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);`;

/**
 * Bundles the command line with the packages that it needs into `main.js` in `folder` and chunks that this loads. Node
 * starts it in a third of the processor time that resolving and loading 550 modules takes.
 *
 * The names of chunks hold a hash, and `main.js` is put in place last, so that a process which starts meanwhile finds the
 * old bundle or the new one. Old chunks stay, for a process that still runs.
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
    external: OPTIONAL.flatMap((name) => [name, `${name}/*`]),
    banner: { js: REQUIRE },
    chunkNames: "[name]-[hash]",
    legalComments: "none",
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
  await writeInPlace(join(folder, LICENCES), await licencesOf(Object.keys(metafile.inputs)));
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

async function writeInPlace(path: string, contents: Uint8Array | string): Promise<void> {
  const fresh = `${path}.new-${process.pid}`;
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
