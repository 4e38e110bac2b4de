import { dirname, join } from "node:path";
import { readFiles } from "../tree.ts";
import { EXPLORER, moduleOf, MODULES } from "./modules.ts";

/** Text of a source file, by its path below `src`. */
export type Sources = ReadonlyMap<string, string>;

/** The specifier of an import. */
const IMPORT = /(?:from|import)\s*\(?\s*"([^"]+)"/g;

/** Reads every source file below `folder`. */
export function readSources(folder: string): Promise<Sources> {
  return readFiles(folder, /\.tsx?$/);
}

/**
 * Imports that break the rules: of a module that is not allowed, past a module's entry point, or of Node's modules where
 * there may be none.
 */
export function brokenImportRules(sources: Sources): string[] {
  return faultsIn("src", sources, faultOf);
}

/** Files that build the explorer are no part of it. */
const BUILD = "vite.config.ts";

/** Imports of the explorer that break its rules: of private modules of the package, or against the order of its folders. */
export function brokenExplorerImports(sources: Sources): string[] {
  const files = new Map([...sources].filter(([file]) => file !== BUILD));
  return faultsIn("explorer", files, explorerFaultOf);
}

function faultsIn(
  folder: string,
  sources: Sources,
  faultAt: (file: string, specifier: string) => string | undefined,
): string[] {
  return [...sources].flatMap(([file, text]) =>
    [...text.matchAll(IMPORT)].flatMap(([, specifier = ""]) => {
      const fault = faultAt(file, specifier);
      return fault === undefined ? [] : [`${folder}/${file}: imports "${specifier}": ${fault}`];
    }),
  );
}

function faultOf(file: string, specifier: string): string | undefined {
  const own = moduleOf(file, MODULES);
  if (own === undefined) return "its folder is not a module of scripts/check/modules.ts";
  if (specifier.startsWith("node:")) {
    return MODULES[own]?.node ? undefined : `${own} runs where Node's modules do not exist`;
  }
  if (!specifier.startsWith(".")) return undefined;
  const target = join(dirname(file), specifier);
  const other = moduleOf(target, MODULES);
  if (other === undefined || other === own) return undefined;
  if (!MODULES[own]?.imports.includes(other)) return `${own} must not import ${other}`;
  const doors = [other, `${other}/mod.ts`, `${other}/internal.ts`];
  if (doors.includes(target) || other.startsWith("generated")) return undefined;
  return `import ${other} through its mod.ts or internal.ts`;
}

/** Packages of the explorer: this one as its users have it, and two libraries. */
const PACKAGES = /^(?:alphadelta(?:\/\w+)?|preact(?:\/hooks)?|lean-qr)$/;

function explorerFaultOf(file: string, specifier: string): string | undefined {
  if (!specifier.startsWith(".")) {
    const isAllowed = PACKAGES.test(specifier);
    return isAllowed ? undefined : "it may import alphadelta, preact and lean-qr alone";
  }
  const [own = "", other = ""] = [file, join(dirname(file), specifier)].map(
    (path) => path.split("/")[0],
  );
  const rule = EXPLORER[own];
  if (!rule) return `${own} is not a part of the explorer in scripts/check/modules.ts`;
  const isAllowed = other === own || rule.imports.includes(other);
  return isAllowed ? undefined : `${own} must not import ${other}`;
}
