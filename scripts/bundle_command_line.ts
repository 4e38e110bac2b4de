import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { OutputFile } from "esbuild";
import { folderOf, HASH_FILE, hashOf, isBuilt } from "./artifacts.ts";
import { LICENCES, licencesOf, packagesOf } from "./licences.ts";
import { ROOT } from "./run_tool.ts";

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

/** CommonJS packages in a bundle of ES modules load Node's own modules by it. */
const REQUIRE =
  'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

/** Options of esbuild for every file that holds packages. */
export const BUNDLED = {
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
