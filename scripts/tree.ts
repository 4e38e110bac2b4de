import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";

/**
 * Puts `files` in the place of `folder`, in whole: a reader never sees some files of the old folder and some of the new
 * one, but may find none for the moment between two moves. Where several runs do so at once, each puts its files in
 * place and the last one stays. Where `folder` holds them already nothing is moved, so that watchers and compilers see
 * only changes.
 *
 * Removes old temporary folders beside it, left by runs that were killed.
 */
export async function replaceTree(
  folder: string,
  files: ReadonlyMap<string, string | Uint8Array>,
): Promise<void> {
  const fresh = await freshFolder(folder);
  try {
    for (const [path, text] of files) {
      await mkdir(dirname(join(fresh, path)), { recursive: true });
      await writeFile(join(fresh, path), text);
    }
    // Looked at last: another run with the same files may have put them there by now.
    if ((await staleFiles(folder, files)).length > 0) await moveInPlace(fresh, folder);
  } finally {
    await rm(fresh, { recursive: true, force: true });
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

/** Prefix of the names of temporary folders beside `folder`; the time of their making follows. */
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
  files: ReadonlyMap<string, string | Uint8Array>,
): Promise<string[]> {
  const present = await listFiles(folder);
  const stale = present.filter((path) => !files.has(path));
  for (const [path, text] of files) {
    // Another run may have moved it away since.
    const read = await readFile(join(folder, path)).catch(() => undefined);
    if (!present.includes(path) || !read?.equals(Buffer.from(text))) stale.push(path);
  }
  return stale.toSorted();
}

/** Paths of the files below `folder`, with `/`; none where it is not there. */
export async function listFiles(folder: string): Promise<string[]> {
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

/** Texts of the files below `folder` whose paths match `pattern`, by these. */
export async function readFiles(
  folder: string,
  pattern = /(?:)/,
): Promise<ReadonlyMap<string, string>> {
  const paths = (await listFiles(folder)).filter((path) => pattern.test(path));
  const texts = paths.map(async (path): Promise<[string, string]> => {
    return [path, await readFile(join(folder, path), "utf8")];
  });
  return new Map(await Promise.all(texts));
}

/** The result of `use` with an empty folder whose path begins with `prefix`, and which is removed afterwards. */
export async function inTemporaryFolder<Made>(
  prefix: string,
  use: (folder: string) => Promise<Made>,
): Promise<Made> {
  const folder = await mkdtemp(prefix);
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
