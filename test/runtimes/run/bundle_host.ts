import { join } from "node:path";
import { build } from "esbuild";

/** Bundles a host with the suite and the installed package, for where there are no packages. */
export async function bundleHost(folder: string, host: string): Promise<string> {
  const outfile = join(folder, `${host}.js`);
  await build({
    entryPoints: [join(folder, "hosts", `${host}.ts`)],
    outfile,
    bundle: true,
    format: "esm",
    target: "es2022",
    logLevel: "error",
  });
  return outfile;
}
