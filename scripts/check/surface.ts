import { dirname, join } from "node:path";
import ts from "typescript";
import type { Entry } from "./entries.ts";

const HEADER = `# What programs can import, by entry, and where it is declared.
# Written by: npm run check -- --update
`;

/** The names that programs can import, as a text; `read` reads a file by its path below `src`. */
export function describeSurface(
  read: (file: string) => string,
  entries: readonly Pick<Entry, "key" | "entryPoint">[],
): string {
  const roots = entries.map(({ entryPoint }) => entryPoint);
  const program = ts.createProgram(roots, OPTIONS, hostOf(read));
  const sections = entries.map(({ key, entryPoint }) => {
    const rows = exportsOf(program, entryPoint).map(([name, { file, name: own }]) => {
      const renamed = own === name ? "" : ` = ${own}`;
      return `  ${name}${renamed} (${file.replace(/\.ts$/, "")})`;
    });
    return `${key}\n${rows.toSorted().join("\n")}\n`;
  });
  return [HEADER, ...sections].join("\n");
}

/** A declaration: its file below `src`, and its name there. */
interface Declaration {
  readonly file: string;
  readonly name: string;
}

/** The exports of a file by name, and where each is declared. */
function exportsOf(
  program: ts.Program,
  file: string,
): (readonly [name: string, at: Declaration])[] {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  return (module ? checker.getExportsOfModule(module) : []).map((symbol) => {
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    const { name, declarations } = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
    // A name of a package is one of the file that exports it.
    const [declaration] = declarations ?? symbol.declarations ?? [];
    const at = declaration?.getSourceFile().fileName ?? file;
    return [symbol.name, { file: at, name: declarations ? name : symbol.name }];
  });
}

/** Names alone are read: no types are computed, so that the library and packages need not be there. */
const OPTIONS: ts.CompilerOptions = { noLib: true, types: [], allowImportingTsExtensions: true };

function hostOf(read: (file: string) => string): ts.CompilerHost {
  return {
    ...ts.createCompilerHost(OPTIONS),
    getCurrentDirectory: () => "",
    fileExists: () => true,
    readFile: read,
    getSourceFile: (file, target) => ts.createSourceFile(file, read(file), target),
    resolveModuleNameLiterals: (literals, from) =>
      literals.map(({ text }) => ({
        resolvedModule: text.startsWith(".")
          ? { resolvedFileName: join(dirname(from), text), extension: ts.Extension.Ts }
          : undefined,
      })),
  };
}

/** The first lines in which two surfaces differ, for a message; empty if they are the same. */
export function surfaceFaults(committed: string, present: string): string[] {
  if (committed === present) return [];
  const [old, now] = [committed, present].map((text) => new Set(text.split("\n")));
  const gone = [...(old ?? [])].filter((line) => !now?.has(line)).map((line) => `- ${line.trim()}`);
  const added = [...(now ?? [])]
    .filter((line) => !old?.has(line))
    .map((line) => `+ ${line.trim()}`);
  const shown = [...gone, ...added].slice(0, SHOWN);
  return ["surface.txt: the public surface differs from it:", ...shown];
}

/** Most lines of a message. */
const SHOWN = 20;
