import { existsSync } from "node:fs";

/**
 * A folder of this package, below the nearest folder with a manifest: this module is not as deep in the package where it is
 * part of a bundle.
 *
 * @param name Its path in the package, with a slash at the end.
 */
export function packageFolder(name: string): URL {
  const above = new URL("../", import.meta.url);
  let folder = above;
  while (!existsSync(new URL("package.json", folder))) {
    const next = new URL("../", folder);
    // The root of the file system: the package has no such folder.
    if (next.href === folder.href) return new URL(name, above);
    folder = next;
  }
  return new URL(name, folder);
}
