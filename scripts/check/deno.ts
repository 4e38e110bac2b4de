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

/** Types of dependencies: a program imports them from their packages. */
const OF_PACKAGES = ["ZodMiniType", "$ZodIssue", "FetchClient", "Client"];

/** Types of members that are marked `@internal`, which the declarations leave out. */
const OF_INTERNALS = ["Adapter", "AnsweredRequest", "Gatherer"];

/** The faults in the output of `deno doc --lint`, a line for each, without faults of the types of dependencies. */
export function lintFaults(output: string, root: string): string[] {
  const matches = [...output.matchAll(FAULT)];
  if (matches.length === 0 && /\berror\b/.test(output)) return [output];
  return matches.flatMap(([, code, message = "", file = "", line]) => {
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
