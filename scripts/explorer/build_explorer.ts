import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { replaceTree } from "../generate/write_tree.ts";
import { ROOT } from "../run_tool.ts";
import { explorerHash, HASH_FILE } from "../source_hash.ts";

/** Most kB of script, as gzip, that the first view takes. */
const MOST_AT_FIRST = 90;

/** Sizes of a built explorer, in kB as gzip. */
export interface ExplorerSizes {
  /** All scripts. */
  readonly scripts: number;
  /** Those that the page loads by itself. */
  readonly first: number;
}

/**
 * Builds the explorer and puts it in the place of `folder`, in whole.
 *
 * @throws {RangeError} If the first view takes more script than it may; `folder` is as it was.
 */
export async function buildExplorer(folder: string): Promise<ExplorerSizes> {
  const hash = await explorerHash();
  const built = (await build({
    configFile: join(ROOT, "explorer/vite.config.ts"),
    logLevel: "error",
    build: { write: false },
  })) as Rolldown.RolldownOutput;
  const { output } = built;
  const scripts = output.filter((file) => file.type === "chunk");
  const atFirst = scripts.flatMap((one) => (one.isEntry ? [one.fileName, ...one.imports] : []));
  const sizes = {
    scripts: kilobytes(scripts),
    first: kilobytes(scripts.filter(({ fileName }) => atFirst.includes(fileName))),
  };
  if (sizes.first > MOST_AT_FIRST) {
    const text = `Cannot build the explorer: its first view takes ${sizes.first} kB of script, the budget is ${MOST_AT_FIRST}`;
    throw new RangeError(text);
  }
  const files = output.map((file): [string, string | Uint8Array] => [
    file.fileName,
    file.type === "chunk" ? file.code : file.source,
  ]);
  await replaceTree(folder, new Map([...files, [HASH_FILE, `${hash}\n`]]));
  return sizes;
}

function kilobytes(chunks: readonly Rolldown.OutputChunk[]): number {
  const bytes = chunks.reduce((sum, { code }) => sum + gzipSync(code).length, 0);
  return Math.ceil(bytes / 1_000);
}
