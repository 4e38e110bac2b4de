import { createHash } from "node:crypto";
import { access, readFile } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { ROOT } from "./run_tool.ts";
import { listFiles } from "./tree.ts";

/** File in a built folder with the hash of its inputs. */
export const HASH_FILE = ".built-from";

/** A folder that a script builds. */
interface Artifact {
  /** Its place in the repository. */
  readonly folder: string;
  /** Files that it has at least. */
  readonly files: readonly string[];
  /** Files and folders that it is built from; some may not be there. */
  readonly inputs: readonly string[];
  /** Folders below these that it is not built from. */
  readonly leftOut?: readonly string[];
}

/** Inputs of every artifact: the versions of installed packages, and the modules that all scripts share. */
const EVERY = [
  ...["package.json", "node_modules/.package-lock.json", "scripts/artifacts.ts"],
  ...["scripts/licences.ts", "scripts/run_tool.ts", "scripts/tree.ts"],
];

const SPECS = ["openapi.yaml", "openrpc.json"];

const DIST = [
  ...[...EVERY, "src", "scripts/build_dist.ts", "scripts/bundle_command_line.ts"],
  ...["tsconfig.build.json", "tsconfig.json"],
];

/** Inputs of the guides and of the library reference. */
const LIBRARY = [
  ...[...EVERY, "scripts/docs", "scripts/specs", "scripts/diff", "scripts/check/entries.ts"],
  ...["src", "docs", "examples", "README.md", "CONTRIBUTING.md", "CHANGELOG.md"],
  ...["tsconfig.build.json", "tsconfig.json", "explorer/icon.svg"],
];

const SITE = [
  ...[...LIBRARY, ...SPECS, "scripts/docs.ts"],
  ...["flows.arazzo.yaml", "explorer/styles"],
];

const TARBALL = [
  ...[...EVERY, ...SPECS, "scripts/tarball.ts", "dist", "docs", "explorer/dist", "packed"],
  ...["examples", "src", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md"],
  "flows.arazzo.yaml",
];

/** Everything that scripts build, by name. */
const ARTIFACTS = {
  dist: { folder: "dist", files: ["mod.js", "cli/main.js"], inputs: DIST },
  commandLine: { folder: "dist/cli", files: ["main.js"], inputs: DIST },
  library: {
    folder: "node_modules/.cache/library",
    files: [],
    inputs: LIBRARY,
    leftOut: ["src/cli"],
  },
  site: {
    folder: "site",
    files: ["index.html", "openapi.json", "openrpc.json", "library/index.html"],
    inputs: SITE,
    leftOut: ["src/cli"],
  },
  packed: {
    folder: "packed",
    files: ["index.html", "openapi.json", "openrpc.json", "library/index.md"],
    inputs: SITE,
    leftOut: ["src/cli"],
  },
  explorer: {
    folder: "explorer/dist",
    files: ["index.html", "service.html"],
    inputs: [...EVERY, "src", "explorer", "scripts/explorer"],
    leftOut: ["explorer/dist", "src/cli", "src/generated/service", "src/service"],
  },
  tarball: {
    folder: "tarball",
    files: ["listing.json"],
    inputs: TARBALL,
  },
} satisfies Readonly<Record<string, Artifact>>;

/** Name of something that a script builds. */
export type ArtifactName = keyof typeof ARTIFACTS;

/** Where it is built unless somebody names another folder. */
export function folderOf(name: ArtifactName): string {
  return join(ROOT, ARTIFACTS[name].folder);
}

/** Hash of everything that `name` is built from, with the specs in the folder `specs`. */
export async function hashOf(name: ArtifactName, specs = ROOT): Promise<string> {
  const { inputs, leftOut = [] }: Artifact = ARTIFACTS[name];
  const found = (await Promise.all(inputs.map(filesAt))).flat();
  const isLeftOut = (file: string): boolean => leftOut.some((part) => file.startsWith(`${part}/`));
  const hash = createHash("sha256").update(name);
  for (const file of found.filter((one) => !isLeftOut(one)).toSorted()) {
    const text = await readFile(join(SPECS.includes(file) ? specs : ROOT, file)).catch(() => "");
    hash.update(`\n${file}\n${text.length}\n`).update(text);
  }
  return hash.digest("hex");
}

/** Tells whether `folder` has the files of `name`, and was built from the inputs of this hash. */
export async function isBuilt(
  name: ArtifactName,
  hash: string,
  folder = folderOf(name),
): Promise<boolean> {
  try {
    await Promise.all(ARTIFACTS[name].files.map((file) => access(join(folder, file))));
    return (await readFile(join(folder, HASH_FILE), "utf8")).trim() === hash;
  } catch {
    return false;
  }
}

/**
 * Checks that the files a bundler read are inputs of `name`: else the artifact would count as fresh after a change.
 *
 * @param paths Absolute, or below the repository; virtual modules and installed packages aside.
 * @throws {Error} If one is none; the message names it.
 */
export function requireInputs(name: ArtifactName, paths: Iterable<string>): void {
  const { inputs, leftOut = [] }: Artifact = ARTIFACTS[name];
  const isBelow = (file: string) => (part: string) => file === part || file.startsWith(`${part}/`);
  for (const path of paths) {
    const file = relative(ROOT, resolve(ROOT, path)).split(sep).join("/");
    if (/^\.\.|node_modules\//.test(file) || !/^[\w./-]+$/.test(file)) continue;
    if (inputs.some(isBelow(file)) && !leftOut.some(isBelow(file))) continue;
    throw new Error(`Cannot build ${name}: add ${file} to its inputs in scripts/artifacts.ts`);
  }
}

/**
 * Paths below the repository of a file, or of those in a folder, without hidden ones and installed packages: programs write
 * such while others build.
 */
async function filesAt(path: string): Promise<string[]> {
  const files = await listFiles(join(ROOT, path));
  if (files.length === 0) return [path];
  const shown = files.filter((file) => !/(?:^|\/)(?:\.|node_modules)/.test(file));
  return shown.map((file) => `${path}/${file}`);
}
