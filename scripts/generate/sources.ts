import { readdir, readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

/** Texts of sources that are written by hand, by paths such as `src/mod.ts`. */
export type Sources = ReadonlyMap<string, string>;

/** The sources beside `output`, the folder of the generated ones. */
export async function readSources(output: string): Promise<Sources> {
  const folder = dirname(output);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.endsWith(".gen.ts"));
  const texts = paths.toSorted().map(async (path): Promise<[string, string]> => {
    return [relative(dirname(folder), path), await readFile(path, "utf8")];
  });
  return new Map(await Promise.all(texts));
}
