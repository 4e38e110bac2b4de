import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { folderOf } from "../artifacts.ts";

/** Most libraries in the cache, of 10 MB each. */
const MOST_CACHED = 4;

/**
 * The files of the library with the hash `hash`: from the cache, else from `build`.
 *
 * Site and package have the same library, and rendering it takes most of their time.
 */
export async function cachedLibrary(
  hash: string,
  build: () => Promise<ReadonlyMap<string, string>>,
): Promise<ReadonlyMap<string, string>> {
  const folder = folderOf("library");
  const file = join(folder, `${hash}.json`);
  const cached = await readFile(file, "utf8").catch(() => undefined);
  if (cached !== undefined) return new Map(JSON.parse(cached) as [string, string][]);
  const files = await build();
  await mkdir(folder, { recursive: true });
  await removeOldest(folder);
  const fresh = `${file}.new-${randomUUID()}`;
  await writeFile(fresh, JSON.stringify([...files]));
  await rename(fresh, file);
  return files;
}

/** Leaves room for one more. */
async function removeOldest(folder: string): Promise<void> {
  const paths = (await readdir(folder)).map((name) => join(folder, name));
  const aged = await Promise.all(
    paths.map(async (path) => [(await stat(path)).mtimeMs, path] as const),
  );
  const newest = aged.toSorted(([one], [other]) => other - one);
  for (const [, path] of newest.slice(MOST_CACHED - 1)) await rm(path, { force: true });
}
