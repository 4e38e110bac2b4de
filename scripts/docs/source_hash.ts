import { createHash } from "node:crypto";
import { access, readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** File in the site that holds the hash of what it was built from. */
export const HASH_FILE = ".built-from";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/**
 * What makes the pages beside the specs: the scripts, the guides, what the package exports, and the versions of the
 * tools that render them. Doc comments are left out: a site is not stale by one.
 */
const SCRIPTS = [
  "scripts/docs.ts",
  "scripts/docs",
  "scripts/specs",
  "scripts/generate/write_tree.ts",
  "explorer/styles",
  "docs",
  "examples",
];
const FILES = [
  ...["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "surface.txt", "explorer/icon.svg"],
  ...["node_modules/@redocly/cli/package.json", "node_modules/typedoc/package.json"],
  "node_modules/@fontsource-variable/geist/package.json",
];

/** Hash of everything the site follows from: the specs in `folder` and the scripts that turn them into pages. */
export async function sourceHash(folder: string): Promise<string> {
  const scripts = (await Promise.all(SCRIPTS.map((path) => filesBelow(join(ROOT, path))))).flat();
  const named: [string, string][] = [
    ...["openapi.yaml", "openrpc.json"].map((file): [string, string] => [file, join(folder, file)]),
    ...[...scripts.toSorted(), ...FILES.map((file) => join(ROOT, file))].map(
      (path): [string, string] => [relative(ROOT, path).split(sep).join("/"), path],
    ),
  ];
  const hash = createHash("sha256");
  for (const [name, path] of named) {
    const text = await readFile(path);
    hash.update(`${name}\n${text.length}\n`).update(text);
  }
  return hash.digest("hex");
}

/** Tells whether `site` is whole and was built from what `hash` stands for. */
export async function isBuiltFrom(
  site: string,
  hash: string,
  files: readonly string[],
): Promise<boolean> {
  try {
    await Promise.all(files.map((file) => access(join(site, file))));
    return (await readFile(join(site, HASH_FILE), "utf8")).trim() === hash;
  } catch {
    return false;
  }
}

/** Files of a folder, without hidden ones and installed packages: programs write such while the site is built. */
async function filesBelow(path: string): Promise<string[]> {
  if (path.endsWith(".ts")) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/(?:^|[\\/])(?:\.|node_modules)/.test(relative(path, file)));
}
