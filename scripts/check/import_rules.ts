import { dirname, join } from "node:path";
import { readFiles } from "../tree.ts";
import { EXPLORER, moduleOf, MODULES } from "./modules.ts";

/** Text of a source file, by its path below `src`. */
export type Sources = ReadonlyMap<string, string>;

/** The specifier of an import, static or dynamic, or of an `export … from`. */
const IMPORT = /(?:from|import)\s*\(?\s*"([^"]+)"/g;

/** Reads every source file below `folder`. */
export function readSources(folder: string): Promise<Sources> {
  return readFiles(folder, /\.tsx?$/);
}

/** Imports below `src` that break its rules: of a module not allowed, past an entry point, or of Node's where it does not run. */
export function brokenImportRules(sources: Sources): string[] {
  return faultsIn("src", sources, packageFault);
}

/** The build of the explorer, which is no part of it. */
const BUILD_CONFIG = "vite.config.ts";

/** Imports of the explorer that break its rules: of private modules of the package, or against the order of its folders. */
export function brokenExplorerImports(sources: Sources): string[] {
  const files = new Map([...sources].filter(([file]) => file !== BUILD_CONFIG));
  return faultsIn("explorer", files, explorerFault);
}

function faultsIn(
  folder: string,
  sources: Sources,
  faultOf: (file: string, specifier: string) => string | undefined,
): string[] {
  return [...sources].flatMap(([file, text]) =>
    [...text.matchAll(IMPORT)].flatMap(([, specifier = ""]) => {
      const fault = faultOf(file, specifier);
      return fault === undefined ? [] : [`${folder}/${file}: imports "${specifier}": ${fault}`];
    }),
  );
}

function packageFault(file: string, specifier: string): string | undefined {
  const own = moduleOf(file, MODULES);
  if (own === undefined) return "its folder is not a module of scripts/check/modules.ts";
  if (specifier.startsWith("node:")) {
    return MODULES[own]?.node ? undefined : `${own} runs where Node's modules do not exist`;
  }
  if (!specifier.startsWith(".")) return undefined;
  const target = join(dirname(file), specifier);
  const imported = moduleOf(target, MODULES);
  if (imported === undefined || imported === own) return undefined;
  if (!MODULES[own]?.imports.includes(imported)) return `${own} must not import ${imported}`;
  const entryPoints = [imported, `${imported}/mod.ts`, `${imported}/internal.ts`];
  // A generated module has none: each file is one.
  if (entryPoints.includes(target) || imported.startsWith("generated")) return undefined;
  return `import ${imported} through its mod.ts or internal.ts`;
}

/** Packages of the explorer: this one as its users have it, and two libraries. */
const PACKAGES = /^(?:alphadelta(?:\/\w+)?|preact(?:\/hooks)?|lean-qr)$/;

function explorerFault(file: string, specifier: string): string | undefined {
  if (!specifier.startsWith(".")) {
    const isAllowed = PACKAGES.test(specifier);
    return isAllowed ? undefined : "it may import alphadelta, preact and lean-qr alone";
  }
  const own = explorerPart(file);
  const imported = explorerPart(join(dirname(file), specifier));
  const rule = EXPLORER[own];
  if (!rule) return `${own} is not a part of the explorer in scripts/check/modules.ts`;
  const isAllowed = imported === own || rule.imports.includes(imported);
  return isAllowed ? undefined : `${own} must not import ${imported}`;
}

/** The folder or file right below `explorer`. */
function explorerPart(path: string): string {
  return path.split("/")[0] ?? "";
}
