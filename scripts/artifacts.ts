import { createHash } from "node:crypto";
import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "./run_tool.ts";
import { listFiles } from "./tree.ts";

/** File in a built folder with the hash of its inputs. */
export const HASH_FILE = ".built-from";

/** A folder that a script builds, from all inputs but those that are left out. */
interface Artifact {
  /** Its place in the repository. */
  readonly folder: string;
  /** Files that it has at least. */
  readonly files: readonly string[];
  /** Files and folders that it is not built from: one that is missing here costs time, and no correctness. */
  readonly leftOut: readonly string[];
}

const SPECS = ["openapi.yaml", "openrpc.json"];

/** Files and folders that something is built from. */
export const INPUTS: readonly string[] = [
  ...[...SPECS, "flows.arazzo.yaml", "package.json", "tsconfig.json", "tsconfig.build.json"],
  ...["CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md"],
  ...["docs", "examples", "explorer", "scripts", "src", "node_modules/.package-lock.json"],
];

/** Text for people alone. */
const PROSE = ["docs", "examples", "CHANGELOG.md", "CONTRIBUTING.md", "README.md"];

const NO_CODE = [...PROSE, "explorer", "scripts/docs", "scripts/examples"];

/** Everything that scripts build, by name. */
const ARTIFACTS = {
  dist: { folder: "dist", files: ["mod.js", "cli/main.js"], leftOut: NO_CODE },
  commandLine: { folder: "dist/cli", files: ["main.js"], leftOut: NO_CODE },
  library: {
    folder: "node_modules/.cache/library",
    files: [],
    leftOut: [...SPECS, "src/cli"],
  },
  site: {
    folder: "site",
    files: ["index.html", "openapi.json", "openrpc.json", "library/index.html"],
    leftOut: ["src/cli"],
  },
  packed: {
    folder: "packed",
    files: ["index.html", "openapi.json", "openrpc.json", "library/index.md"],
    leftOut: ["src/cli"],
  },
  explorer: {
    folder: "explorer/dist",
    files: ["index.html", "service.html"],
    leftOut: [...PROSE, "src/cli", "src/generated/service", "src/service"],
  },
  tarball: { folder: "tarball", files: ["listing.json"], leftOut: [] },
} satisfies Readonly<Record<string, Artifact>>;

/** Name of something that a script builds. */
export type ArtifactName = keyof typeof ARTIFACTS;

/** Where it is built unless somebody names another folder. */
export function folderOf(name: ArtifactName): string {
  return join(ROOT, ARTIFACTS[name].folder);
}

/** Hash of everything that `name` is built from, with the specs in the folder `specs`. */
export async function hashOf(name: ArtifactName, specs = ROOT): Promise<string> {
  const leftOut = [...ARTIFACTS[name].leftOut, "explorer/dist"];
  const isLeftOut = (file: string): boolean =>
    leftOut.some((part) => file === part || file.startsWith(`${part}/`));
  const files = (await Promise.all(INPUTS.map(filesAt))).flat();
  const hash = createHash("sha256").update(name);
  for (const file of files.filter((one) => !isLeftOut(one)).toSorted()) {
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
 * Paths below the repository of a file, or of those in a folder, without hidden ones and installed packages: programs write
 * such while others build.
 */
async function filesAt(path: string): Promise<string[]> {
  const files = await listFiles(join(ROOT, path));
  if (files.length === 0) return [path];
  const shown = files.filter((file) => !/(?:^|\/)(?:\.|node_modules)/.test(file));
  return shown.map((file) => `${path}/${file}`);
}
