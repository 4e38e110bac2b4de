import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
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
  // Packages that the package bundles are named for the sources.
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

const FAULT = /error\[([\w-]+)\]: (.*)\n\s+--> (.*):(\d+):\d+/g;

/** Types of the packages that the library leans on: whoever names one imports it from there. */
const OF_PACKAGES = ["ZodMiniType", "$ZodIssue", "FetchClient", "Client"];

/** Types of members that are marked `@internal`, which the declarations leave out. */
const OF_INTERNALS = ["Adapter", "AnsweredRequest", "Gatherer"];

/** The faults that `deno doc --lint` printed, a line for each, without those that types of others make. */
export function lintFaults(output: string, root: string): string[] {
  const found = [...output.matchAll(FAULT)];
  if (found.length === 0 && /\berror\b/.test(output)) return [output];
  return found.flatMap(([, code, message = "", file = "", line]) => {
    const path = relative(root, file);
    const isOfOthers = path.startsWith("src/generated/") || namesOne(message);
    return code === "private-type-ref" && isOfOthers ? [] : [`${path}:${line}: ${message}`];
  });
}

function namesOne(message: string): boolean {
  return [...OF_PACKAGES, ...OF_INTERNALS].some((name) =>
    message.endsWith(`private type '${name}'`),
  );
}
