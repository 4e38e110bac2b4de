import { execFile } from "node:child_process";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { sharedPart } from "../_parts.ts";

/** Folder of the repository. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const run = promisify(execFile);

/** Contents of a packed package: name of the tarball, its bytes and those of its files, and their paths. */
export interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/**
 * Installs the packed package in the project `folder` with its dependencies and nothing else, as a user has it.
 */
export async function installPacked(folder: string): Promise<Packed> {
  const built = await sharedPart("tarball");
  const packed = JSON.parse(await readFile(join(built, "listing.json"), "utf8")) as Packed;
  const modules = join(folder, "node_modules");
  await mkdir(join(modules, "alphadelta"), { recursive: true });
  const target = ["-C", join(modules, "alphadelta"), "--strip-components=1"];
  await run("tar", ["xzf", join(built, packed.filename), ...target]);
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
