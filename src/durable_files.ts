/**
 * Files and folders that a loss of power leaves whole: either as they were, or as they were written. What has returned is
 * on the disk.
 *
 * @module
 */
import { closeSync, fsyncSync, mkdirSync, openSync, statSync } from "node:fs";
import { open, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder with those above it, where there is none. Node's own recursion never ends below a folder in which the
 * system takes no further ones, such as `/proc`.
 *
 * @param mode Rights of those that are made.
 * @throws {Error} If it cannot be made, or is something else than a folder.
 */
export function makeFolder(path: string, mode = 0o777): void {
  const parent = dirname(path);
  try {
    makeOne(path, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || parent === path) throw error;
    makeFolder(parent, mode);
    makeOne(path, mode);
  }
  // Also of one that was there: who made it may have been killed before this.
  syncFolder(parent);
}

/** Another process may make it at the same moment. */
function makeOne(path: string, mode: number): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EEXIST" || !statSync(path).isDirectory()) throw error;
  }
}

/**
 * The path that a file of this name is written at: through a link, where that leads to. Undefined where something else than a
 * file is there, such as a device or a folder, which no file may take the place of.
 */
export async function placeOfFile(path: string): Promise<string | undefined> {
  const place = await realpath(path).catch(() => path);
  const existing = await stat(place).catch(() => undefined);
  return existing === undefined || existing.isFile() ? place : undefined;
}

/**
 * Writes a file as a whole.
 *
 * @param mode Rights of the file.
 * @throws {Error} If it cannot be written; it is then as it was.
 */
export async function replaceFile(path: string, text: string, mode = 0o666): Promise<void> {
  const place = await placeOfFile(path);
  if (place === undefined) throw new Error(`Cannot write ${path}: it is not a file`);
  const part = `${place}.${process.pid}`;
  try {
    await rm(part, { force: true });
    await writeFile(part, text, { mode, flag: "wx" });
    await putInPlace(part, place);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
}

/**
 * Gives a file that is written another name in its folder, in the place of the file of that name.
 *
 * @throws {Error} If there is no such file, or the disk does not take it.
 */
export async function putInPlace(part: string, path: string): Promise<void> {
  const file = await open(part, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, path);
  syncFolder(dirname(path));
}

/** Errors of systems and of folders that cannot be synchronised: of Windows, of some network drives, without the right to read. */
const UNABLE: ReadonlySet<string | undefined> = new Set([
  ...["EACCES", "EINVAL", "EISDIR", "ENOTSUP", "EPERM"],
]);

/** Puts on the disk which files a folder has, where the system can. */
export function syncFolder(path: string): void {
  try {
    const folder = openSync(path, "r");
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch (error) {
    if (!UNABLE.has((error as NodeJS.ErrnoException).code)) throw error;
  }
}
