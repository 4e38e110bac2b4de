import { basename, dirname, join } from "node:path";
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

/** Missing in Node 20, where programs that use the client still run. */
const TOO_NEW = /\bPromise\.withResolvers\b/;

/**
 * Imports that break the rules: of a module that is not allowed, past a module's entry point, or of Node's modules where
 * there may be none; also what Node 20 lacks in modules that run on it.
 */
export function brokenImportRules(sources: Sources): string[] {
  const newer = [...sources].filter(
    ([file, text]) => MODULES[moduleOf(file, MODULES) ?? ""]?.node20 && TOO_NEW.test(text),
  );
  return [
    ...faultsIn("src", sources, faultOf),
    ...newer.map(([file]) => `src/${file}: Node 20 has no Promise.withResolvers`),
  ];
}

/** Files that build the explorer are no part of it. */
const BUILD = "vite.config.ts";

/** Imports of the explorer that break its rules: of what is no public part of the package, or against the order of its folders. */
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

/**
 * Files whose names do not tell whether they are for their folder alone: in a folder with a `mod.ts`, those that it does
 * not name begin with `_`, and no others do.
 *
 * @param sources The files below `folder`.
 * @param modules Files among them that are modules of their own.
 */
export function misnamedFiles(
  folder: string,
  sources: Sources,
  modules: Readonly<Record<string, unknown>> = MODULES,
): string[] {
  return [...sources.keys()].flatMap((file) => {
    const doors = ["mod.ts", "internal.ts"].map((name) => join(dirname(file), name));
    const texts = doors.flatMap((door) => sources.get(door) ?? []);
    if (doors.includes(file) || file in modules || file.endsWith(".gen.ts")) return [];
    const specifiers = texts.flatMap((text) => [...text.matchAll(IMPORT)].map((match) => match[1]));
    const isInner = texts.length > 0 && !specifiers.includes(`./${basename(file)}`);
    if (isInner === basename(file).startsWith("_")) return [];
    return isInner
      ? `${folder}/${file}: its mod.ts does not name it, so its name must begin with _`
      : `${folder}/${file}: it is not for its folder alone, so its name must not begin with _`;
  });
}
