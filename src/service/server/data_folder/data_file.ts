import { mkdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Path of a file in the data folder, which is made where there is none; SQLite's name for memory without a folder.
 *
 * @throws {Error} If the folder cannot be used; the message names it.
 */
export async function dataFile(folder: string | undefined, name: string): Promise<string> {
  if (folder === undefined) return ":memory:";
  try {
    await makeFolder(folder);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Cannot use data folder ${folder}: ${reason}`, { cause });
  }
  return join(folder, name);
}

/**
 * Makes a folder with those above it, where there is none. Node's own recursion never ends below a folder in which the
 * system takes no further ones, such as `/proc`.
 *
 * @throws {Error} If it cannot be made, or is something else than a folder.
 */
async function makeFolder(path: string): Promise<void> {
  const parent = dirname(path);
  try {
    await makeOne(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || parent === path) throw error;
    await makeFolder(parent);
    await makeOne(path);
  }
}

/** Another process may make it at the same moment. */
async function makeOne(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EEXIST" || !(await stat(path)).isDirectory()) throw error;
  }
}
