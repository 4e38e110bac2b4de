import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { INLINED } from "../build_dist.ts";
import { readEntries, readManifest } from "./entries.ts";

/** Differences of `deno.json`, which publishes the sources, from `package.json`. */
export async function denoJsonFaults(root: string): Promise<string[]> {
  const deno = JSON.parse(await readFile(join(root, "deno.json"), "utf8")) as Record<
    string,
    unknown
  >;
  const { version, license, dependencies, devDependencies } = await readManifest(root);
  const entries = await readEntries(root);
  // What the package holds of others is named for the sources.
  const inlined = INLINED.map((name) => [name, devDependencies[name]] as const);
  const packages = [...Object.entries(dependencies), ...inlined];
  const exports = Object.fromEntries(
    entries.map(({ key, entryPoint }) => [key, `./src/${entryPoint}`]),
  );
  const imports = Object.fromEntries(
    packages
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([name, range]) => [
        [name, `npm:${name}@${range}`],
        [`${name}/`, `npm:/${name}@${range}/`],
      ]),
  );
  const expected = { version, license, exports, imports };
  return Object.entries(expected).flatMap(([key, value]) =>
    JSON.stringify(deno[key]) === JSON.stringify(value)
      ? []
      : [`deno.json: "${key}" differs from package.json; expected ${JSON.stringify(value)}`],
  );
}
