import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { HASH_FILE, hashOf } from "../artifacts.ts";
import { LICENCES, licencesOf, packagesOf } from "../licences.ts";
import { replaceTree } from "../tree.ts";
import { ROOT } from "../run_tool.ts";

/** Most kB of script, as gzip, that the overview takes: the scripts that it loads, and the worker that tabs share. */
const MOST_AT_FIRST = 110;
const WORKER = /^assets\/socket_worker-.+\.js$/;

/** Sizes of a built explorer, in kB as gzip. */
interface ExplorerSizes {
  /** All scripts. */
  readonly scripts: number;
  /** Files that the overview loads. */
  readonly first: number;
}

/**
 * Builds the explorer and puts it in the place of `folder`, in whole.
 *
 * @throws {RangeError} If the overview takes more script than it may; `folder` is as it was.
 */
export async function buildExplorer(folder: string): Promise<ExplorerSizes> {
  const hash = await hashOf("explorer");
  // Vite takes that of the environment, and tests set another.
  process.env.NODE_ENV = "production";
  const built = (await build({
    configFile: join(ROOT, "explorer/vite.config.ts"),
    logLevel: "error",
    build: { write: false },
  })) as Rolldown.RolldownOutput;
  const { output } = built;
  const scripts = output.filter(({ fileName }) => fileName.endsWith(".js"));
  const atFirst = new Set<string>();
  for (const one of output)
    if ((one.type === "chunk" && one.isEntry) || WORKER.test(one.fileName))
      addImported(one.fileName, output, atFirst);
  const sizes = {
    scripts: kilobytes(scripts),
    first: kilobytes(scripts.filter(({ fileName }) => atFirst.has(fileName))),
  };
  if (sizes.first > MOST_AT_FIRST) {
    const text = `Cannot build the explorer: its overview takes ${sizes.first} kB of script, the budget is ${MOST_AT_FIRST}`;
    throw new RangeError(text);
  }
  const files = output.map((file): [string, string | Uint8Array] => [
    file.fileName,
    contentOf(file),
  ]);
  const sources = output.flatMap((file) =>
    file.type === "chunk" ? file.moduleIds : file.originalFileNames,
  );
  const licences = await licencesOf(packagesOf(sources));
  await replaceTree(folder, new Map([...files, [LICENCES, licences], [HASH_FILE, `${hash}\n`]]));
  return sizes;
}

/** Adds a file to `known`, and those that it imports by itself. */
function addImported(name: string, output: readonly OutputFile[], known: Set<string>): void {
  if (known.has(name)) return;
  known.add(name);
  const file = output.find(({ fileName }) => fileName === name);
  if (file?.type !== "chunk") return;
  for (const imported of file.imports) addImported(imported, output, known);
}

function kilobytes(files: readonly OutputFile[]): number {
  const bytes = files.reduce((sum, file) => sum + gzipSync(contentOf(file)).length, 0);
  return Math.ceil(bytes / 1_000);
}

type OutputFile = Rolldown.OutputChunk | Rolldown.OutputAsset;

function contentOf(file: OutputFile): string | Uint8Array {
  return file.type === "chunk" ? file.code : file.source;
}
