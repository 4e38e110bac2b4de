import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { moduleOf, MODULES, type ModuleRule } from "./modules.ts";

/** Text of a source file, by its path below `src`. */
export type Sources = ReadonlyMap<string, string>;

/** The specifier of an import. */
export const IMPORT = /(?:from|import)\s*\(?\s*"([^"]+)"/g;

/** Reads every source file below `folder`. */
export async function readSources(folder: string): Promise<Sources> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name));
  const texts = files.map(async (entry): Promise<[string, string]> => {
    const path = join(entry.parentPath, entry.name);
    return [relative(folder, path), await readFile(path, "utf8")];
  });
  return new Map(await Promise.all(texts));
}

/** Missing in Node 20, where programs that use the client still run. */
const TOO_NEW = /\bPromise\.withResolvers\b/;

/**
 * Imports that break the rules: of a module that is not allowed, past a module's entry point, or of Node's modules where
 * there may be none; also what Node 20 lacks in modules that run on it.
 */
export function brokenImportRules(
  sources: Sources,
  modules: Readonly<Record<string, ModuleRule>> = MODULES,
): string[] {
  const ruleOf = (file: string): ModuleRule | undefined => modules[moduleOf(file, modules) ?? ""];
  const newer = [...sources].filter(([file, text]) => ruleOf(file)?.node20 && TOO_NEW.test(text));
  const faults = [...sources].flatMap(([file, text]) => {
    const specifiers = [...text.matchAll(IMPORT)].map((match) => match[1] ?? "");
    return specifiers.flatMap((specifier) => {
      const fault = faultOf(file, specifier, modules);
      return fault ? [`src/${file}: imports "${specifier}": ${fault}`] : [];
    });
  });
  return [...faults, ...newer.map(([file]) => `src/${file}: Node 20 has no Promise.withResolvers`)];
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

function faultOf(
  file: string,
  specifier: string,
  modules: Readonly<Record<string, ModuleRule>>,
): string | undefined {
  const own = moduleOf(file, modules);
  if (own === undefined) return "its folder is not a module of scripts/check/modules.ts";
  const rule = modules[own];
  if (specifier.startsWith("node:")) {
    return rule?.node ? undefined : `${own} runs where Node's modules do not exist`;
  }
  if (!specifier.startsWith(".")) return undefined;
  const target = join(dirname(file), specifier);
  const other = moduleOf(target, modules);
  if (other === undefined || other === own) return undefined;
  if (!rule?.imports.includes(other)) return `${own} must not import ${other}`;
  const doors = [other, `${other}/mod.ts`, `${other}/internal.ts`];
  if (doors.includes(target) || other.startsWith("generated")) return undefined;
  return `import ${other} through its mod.ts or internal.ts`;
}
