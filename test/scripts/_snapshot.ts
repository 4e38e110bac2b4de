import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative } from "node:path";

/** Text of each file below `folder`, by its path there. */
export async function readTree(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).toSorted();
  const texts = await Promise.all(paths.map((path) => readFile(path, "utf8")));
  return new Map(paths.map((path, index) => [relative(folder, path), texts[index] ?? ""]));
}

/** Text and time of the last change of each file: a file written again with the same text differs. */
export async function snapshot(folder: string): Promise<unknown> {
  const files = await readTree(folder);
  return Promise.all(
    [...files].map(async ([path, text]) => ({
      path,
      text,
      changed: (await stat(join(folder, path), { bigint: true })).mtimeNs,
    })),
  );
}
