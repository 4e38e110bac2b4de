import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { MODULES } from "./modules.ts";

/** A program's way into the package: `alphadelta/units`. */
export interface Entry {
  /** Key in `exports`: `./units`. */
  readonly key: string;
  /** The entry point below `src`: `units/mod.ts`. */
  readonly entryPoint: string;
  /** The module, as `scripts/check/modules.ts` names it: `units`. */
  readonly module: string;
  /** Modules that it may reach, itself among them. */
  readonly reach: readonly string[];
  /** True if it runs where Node's modules do not exist. */
  readonly anywhere: boolean;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly exports: Readonly<Record<string, string | { readonly types?: string }>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** Reads `package.json` of the folder `root`. */
export async function readManifest(root: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(root, "package.json"), "utf8")) as Manifest;
}

/** The entries that `exports` of `package.json` names, other than plain files. */
export async function readEntries(root: string): Promise<Entry[]> {
  const { exports } = await readManifest(root);
  return Object.entries(exports).flatMap(([key, target]) => {
    const types = typeof target === "string" ? undefined : target.types;
    const entryPoint = types?.replace("./dist/", "").replace(/\.d\.ts$/, ".ts");
    return entryPoint === undefined ? [] : [entryOf(key, entryPoint)];
  });
}

function entryOf(key: string, entryPoint: string): Entry {
  const module = entryPoint.replace(/\/mod\.ts$/, "");
  const reach = reachOf(module);
  const anywhere = !reach.some((name) => MODULES[name]?.node === true);
  return { key, entryPoint, module, reach, anywhere };
}

function reachOf(module: string): string[] {
  const reached = new Set([module]);
  for (const name of reached) for (const next of MODULES[name]?.imports ?? []) reached.add(next);
  return [...reached];
}
