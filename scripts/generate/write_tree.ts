import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";

/**
 * Makes `folder` hold exactly `files`. A file that is already as given is not touched, so that watchers and compilers see
 * only what changed; each other one is moved in place, so that a reader finds it old or new but never missing or cut off.
 * If a file cannot be written, none is changed.
 *
 * Of runs with different files at the same time each file is of one of them, not all of the same one.
 *
 * Removes what a run that was killed left beside it long ago.
 */
export async function replaceTree(
  folder: string,
  files: ReadonlyMap<string, string>,
): Promise<void> {
  const stale = await staleFiles(folder, files);
  const fresh = await freshFolder(folder);
  try {
    const changed = stale.filter((path) => files.has(path));
    const left = stale.filter((path) => !files.has(path));
    for (const path of changed) await writeBelow(fresh, path, files.get(path) ?? "");
    for (const path of left) await removeBelow(folder, path);
    for (const path of changed) await moveBelow(fresh, folder, path);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

async function writeBelow(folder: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

async function moveBelow(from: string, to: string, path: string): Promise<void> {
  await mkdir(dirname(join(to, path)), { recursive: true });
  await rename(join(from, path), join(to, path));
}

/** Removes a file, and the folders that it leaves empty. */
async function removeBelow(folder: string, path: string): Promise<void> {
  await rm(join(folder, path), { force: true });
  for (let above = dirname(path); above !== "."; above = dirname(above)) {
    const removed = await rmdir(join(folder, above)).then(
      () => true,
      () => false,
    );
    if (!removed) return;
  }
}

/**
 * Makes an empty folder beside `folder`, to be filled and given to {@linkcode moveInPlace}. Its name begins with a dot: what
 * compiles the folder above leaves it out.
 */
export async function freshFolder(folder: string): Promise<string> {
  await mkdir(dirname(folder), { recursive: true });
  await removeStrays(folder);
  const fresh = join(dirname(folder), `${freshPrefix(folder)}${Date.now()}-${randomUUID()}`);
  await mkdir(fresh);
  return fresh;
}

/** Moves `fresh` to where `folder` stands and removes that; puts it back if `fresh` cannot be moved. */
export async function moveInPlace(fresh: string, folder: string): Promise<void> {
  const old = `${fresh}.old`;
  for (let attempt = 1; ; attempt += 1) {
    const hadOld = await moveIfThere(folder, old);
    try {
      await rename(fresh, folder);
      return;
    } catch (error) {
      // Another run has put its folder there since: that one is moved away in turn.
      if (attempt < ATTEMPTS && isTaken(error)) continue;
      if (hadOld) await rename(old, folder);
      throw error;
    } finally {
      await rm(old, { recursive: true, force: true });
    }
  }
}

/** How the names of temporary folders beside `folder` begin; the time of their making follows. */
function freshPrefix(folder: string): string {
  return `.${basename(folder)}.new-`;
}

/** Milliseconds after which no run still needs its temporary folder. */
const STRAY_AGE = 3_600_000;

/** Most moves until a folder is in place, against runs that put theirs there. */
const ATTEMPTS = 100;

async function removeStrays(folder: string): Promise<void> {
  const parent = dirname(folder);
  const prefix = freshPrefix(folder);
  for (const name of await readdir(parent)) {
    const made = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : NaN;
    if (!(Date.now() - made > STRAY_AGE)) continue;
    await rm(join(parent, name), { recursive: true, force: true });
  }
}

function isTaken(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOTEMPTY" || code === "EEXIST";
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
