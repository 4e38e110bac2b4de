import { join } from "node:path";
import { makeFolder } from "./make_folder.ts";

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
