import { readdir, readFile } from "node:fs/promises";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";

/** File with the licences of the packages that a built folder holds. */
export const LICENCES = "LICENCES.txt";

/** Every name stands above its licence, between two lines of these. */
const RULE = "-".repeat(80);

/** Names of the packages that files are of, given by their paths. */
export function packagesOf(paths: Iterable<string>): string[] {
  const names = [...paths].flatMap(
    (path) => /.*(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
  );
  return [...new Set(names)].toSorted();
}

/** The licences of packages, as one text. */
export async function licencesOf(packages: readonly string[]): Promise<string> {
  const texts = packages.map(async (name) => `${name}\n\n${(await licenceOf(name)).trim()}\n`);
  return (await Promise.all(texts)).join(`\n${RULE}\n\n`);
}

/** The text of its licence; the name where a package has no text. */
async function licenceOf(name: string): Promise<string> {
  // It may be installed in a folder above.
  const folder = dirname(findPackageJSON(name, import.meta.url) ?? "");
  const file = (await readdir(folder)).find((one) => /^licen[cs]e/i.test(one));
  if (file !== undefined) return readFile(join(folder, file), "utf8");
  const manifest = await readFile(join(folder, "package.json"), "utf8");
  const { license } = JSON.parse(manifest) as { readonly license?: string };
  if (license === undefined) throw new Error(`Cannot bundle ${name}: it names no licence`);
  return license;
}

/** Names of the packages whose licences a text has. */
export function namesIn(licences: string): string[] {
  return licences.split(`\n${RULE}\n\n`).map((part) => part.slice(0, part.indexOf("\n")));
}
