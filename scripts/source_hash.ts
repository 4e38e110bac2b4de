import { createHash } from "node:crypto";
import { access, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { ROOT } from "./run_tool.ts";
import { listFiles } from "./tree.ts";

/** File in a built folder that holds the hash of what it was built from. */
export const HASH_FILE = ".built-from";

const SPECS = ["openapi.yaml", "openrpc.json"];

/**
 * Inputs of the site beside the specs: the scripts, the guides, what the package exports, the client, which its page runs
 * samples with, and the versions of the tools that render them.
 */
const OF_SITE = [
  ...["scripts/docs.ts", "scripts/source_hash.ts", "scripts/docs", "scripts/specs"],
  ...["scripts/tree.ts", "docs", "examples", "explorer/styles", "src"],
  ...["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "surface.txt", "explorer/icon.svg"],
  ...["flows.arazzo.yaml", "package.json", "node_modules/typedoc-plugin-markdown/package.json"],
  ...["node_modules/@redocly/cli/package.json", "node_modules/typedoc/package.json"],
  "node_modules/@fontsource-variable/geist/package.json",
];

/** Inputs of the explorer: its own sources, the client's, the scripts and the versions of the libraries. */
const OF_EXPLORER = [
  ...["explorer", "src", "scripts/explorer", "scripts/source_hash.ts"],
  ...[
    "lean-qr",
    "preact",
    "vite",
    "@fontsource-variable/geist",
    "@fontsource-variable/geist-mono",
  ].map((name) => `node_modules/${name}/package.json`),
];

/** Parts of `src` that no client holds. */
const NOT_OF_CLIENT = ["src/cli", "src/devnet", "src/generated/service", "src/service"];

/** Hash of everything the site is built from: the specs in `folder` and the scripts that turn them into pages. */
export async function sourceHash(folder: string): Promise<string> {
  return `${await hashOf(folder, SPECS)}-${await hashOf(ROOT, OF_SITE, NOT_OF_CLIENT)}`;
}

/** Hash of everything the explorer is built from. */
export async function explorerHash(): Promise<string> {
  return hashOf(ROOT, OF_EXPLORER, ["explorer/dist", ...NOT_OF_CLIENT]);
}

/** Tells whether `folder` has all of `files` and was built from what `hash` stands for. */
export async function isBuiltFrom(
  folder: string,
  hash: string,
  files: readonly string[],
): Promise<boolean> {
  try {
    await Promise.all(files.map((file) => access(join(folder, file))));
    return (await readFile(join(folder, HASH_FILE), "utf8")).trim() === hash;
  } catch {
    return false;
  }
}

/** Tells whether `folder` holds the explorer as it is built from the present sources. */
export async function isExplorerFresh(folder: string): Promise<boolean> {
  return isBuiltFrom(folder, await explorerHash(), ["index.html", "service.html"]);
}

/** Hash of files of `root` and of those in its folders, with their names, without those below `leftOut`. */
async function hashOf(
  root: string,
  paths: readonly string[],
  leftOut: readonly string[] = [],
): Promise<string> {
  const found = (await Promise.all(paths.map((path) => filesAt(join(root, path))))).flat();
  const names = found.map((file) => relative(root, file).split(sep).join("/")).toSorted();
  const hash = createHash("sha256");
  for (const name of names.filter((file) => !leftOut.some((part) => file.startsWith(`${part}/`)))) {
    const text = await readFile(join(root, name));
    hash.update(`${name}\n${text.length}\n`).update(text);
  }
  return hash.digest("hex");
}

/** A file, or those of a folder, without hidden ones and installed packages: programs write such while others build. */
async function filesAt(path: string): Promise<string[]> {
  if (/\.\w+$/.test(path)) return [path];
  const files = (await listFiles(path)).filter((file) => !/(?:^|\/)(?:\.|node_modules)/.test(file));
  return files.map((file) => join(path, file));
}
