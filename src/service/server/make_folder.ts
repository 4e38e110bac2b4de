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
    await mkdir(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" && parent !== path) {
      await makeFolder(parent);
      await mkdir(path);
    } else if (code !== "EEXIST" || !(await stat(path)).isDirectory()) {
      throw error;
    }
  }
}
