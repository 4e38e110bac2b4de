import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder with those above it, where there is none. Node's own recursion never ends below a folder in which the
 * system takes no further ones, such as `/proc`.
 *
 * @throws {Error} If it cannot be made, or is something else than a folder.
 */
export async function makeFolder(path: string): Promise<void> {
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
