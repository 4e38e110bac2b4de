import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** Folder of the repository. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const run = promisify(execFile);

/** Contents of a packed package: bytes of the tarball and of its files, and their paths. */
export interface Packed {
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/**
 * Packs the package from what stands in `dist`, and installs it in the project `folder` with its dependencies and nothing
 * else, as a user has it.
 */
export async function installPacked(folder: string): Promise<Packed> {
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
  const { stdout } = await run("npm", args, { cwd: ROOT, maxBuffer: 1e7 });
  // An array, or since npm 12 an object by package.
  const [packed] = Object.values(JSON.parse(stdout) as Record<string, Packed>) as [Packed];
  const tarball = (await readdir(folder)).find((name) => name.endsWith(".tgz")) ?? "";
  const modules = join(folder, "node_modules");
  await mkdir(join(modules, "alphadelta"), { recursive: true });
  const target = ["-C", join(modules, "alphadelta"), "--strip-components=1"];
  await run("tar", ["xzf", join(folder, tarball), ...target]);
  for (const name of Object.keys((await readManifest()).dependencies)) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(join(ROOT, "node_modules", name), join(modules, name));
  }
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  return packed;
}

/** Entry points of the package: `alphadelta`, `alphadelta/units` and so on. */
export async function entryNames(): Promise<string[]> {
  const keys = Object.keys((await readManifest()).exports);
  return keys.filter((key) => !key.endsWith(".json")).map((key) => `alphadelta${key.slice(1)}`);
}

interface Manifest {
  readonly exports: Readonly<Record<string, unknown>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

async function readManifest(): Promise<Manifest> {
  return JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as Manifest;
}
