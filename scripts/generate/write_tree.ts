import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";

/**
 * Puts `files` in the place of `folder`, in whole: a reader sees the old folder or the new one.
 *
 * Removes what a run that was killed left beside it.
 */
export async function replaceTree(
  folder: string,
  files: ReadonlyMap<string, string>,
): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  await removeStrays(folder);
  const fresh = folder + FRESH + randomUUID();
  await mkdir(fresh);
  const old = `${fresh}.old`;
  try {
    for (const [path, text] of files) {
      await mkdir(dirname(join(fresh, path)), { recursive: true });
      await writeFile(join(fresh, path), text);
    }
    const hadOld = await moveIfThere(folder, old);
    try {
      await rename(fresh, folder);
    } catch (error) {
      if (hadOld) await rename(old, folder);
      throw error;
    }
  } finally {
    await rm(fresh, { recursive: true, force: true });
    await rm(old, { recursive: true, force: true });
  }
}

/** Follows the folder's name in the names of temporary folders beside it. */
const FRESH = ".new-";

async function removeStrays(folder: string): Promise<void> {
  const parent = dirname(folder);
  for (const name of await readdir(parent)) {
    if (!name.startsWith(basename(folder) + FRESH)) continue;
    await rm(join(parent, name), { recursive: true, force: true });
  }
}

/** Paths below `folder`, with `/`, at which it differs from `files`: changed, missing or left over. */
export async function staleFiles(
  folder: string,
  files: ReadonlyMap<string, string>,
): Promise<string[]> {
  const present = await listFiles(folder);
  const stale = present.filter((path) => !files.has(path));
  for (const [path, text] of files) {
    if (!present.includes(path) || (await readFile(join(folder, path), "utf8")) !== text)
      stale.push(path);
  }
  return stale.toSorted();
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) =>
    relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, "/"),
  );
}

async function moveIfThere(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}
