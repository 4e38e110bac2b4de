import { dirname, join } from "node:path";
import ts from "typescript";

/** A declaration: the file below the folder, and its name there. */
export interface DeclarationName {
  readonly file: string;
  readonly name: string;
}

/** Declarations of a folder of sources. */
export interface Declarations {
  /** The exports of a file by name, and where each is declared; a name twice if two whole modules export it. */
  exportsOf(file: string): [name: string, at: DeclarationName][];
  /** Names that a file declares twice, or both declares and imports. */
  repeatedIn(file: string): string[];
}

/** A file, read by its syntax alone: no types are computed. */
interface Module {
  /** Names of its declarations, and how many each has. */
  readonly declared: ReadonlyMap<string, number>;
  /** Names from other files; `*` stands for the whole file. */
  readonly imported: ReadonlyMap<string, DeclarationName>;
  readonly exported: ReadonlyMap<string, DeclarationName>;
  /** Files of which everything is exported. */
  readonly stars: readonly string[];
}

/** Reads files by `read`, which takes their path below the folder, each when it is asked for. */
export function readDeclarations(read: (file: string) => string): Declarations {
  const modules = new Map<string, Module>();
  const moduleAt = (file: string): Module => {
    const known = modules.get(file) ?? parseModule(file, read(file));
    modules.set(file, known);
    return known;
  };
  const exportsOf = (file: string): [string, DeclarationName][] => {
    const { exported, stars } = moduleAt(file);
    const own = [...exported].map(([name, at]): [string, DeclarationName] => [name, origin(at)]);
    const others = stars.flatMap(exportsOf).filter(([name]) => !exported.has(name));
    // By where it is declared: what two modules export of one file is one export.
    const all = [...others, ...own].map(
      (one) => [`${one[0]} ${one[1].file} ${one[1].name}`, one] as const,
    );
    return [...new Map(all).values()];
  };
  const origin = (at: DeclarationName): DeclarationName => {
    const module = moduleAt(at.file);
    if (module.declared.has(at.name) || at.name === "*") return at;
    const next = module.imported.get(at.name) ?? new Map(exportsOf(at.file)).get(at.name);
    return next ? origin(next) : at;
  };
  return {
    exportsOf,
    repeatedIn(file) {
      const { declared, imported } = moduleAt(file);
      return [...declared].flatMap(([name, count]) =>
        count > 1 || imported.has(name) ? [name] : [],
      );
    },
  };
}

function parseModule(file: string, text: string): Module {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const declared = new Map<string, number>();
  const [imported, exported] = [
    new Map<string, DeclarationName>(),
    new Map<string, DeclarationName>(),
  ];
  const stars: string[] = [];
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) addImports(file, statement, imported);
    else if (ts.isExportDeclaration(statement)) addExports(file, statement, exported, stars);
    else addDeclared(file, statement, declared, exported);
  }
  return { declared, imported, exported, stars };
}

function addImports(
  file: string,
  { moduleSpecifier, importClause }: ts.ImportDeclaration,
  imported: Map<string, DeclarationName>,
): void {
  const from = targetOf(file, moduleSpecifier);
  const bindings = importClause?.namedBindings;
  if (from === undefined || bindings === undefined) return;
  if (ts.isNamespaceImport(bindings)) imported.set(bindings.name.text, { file: from, name: "*" });
  else {
    for (const { name, propertyName } of bindings.elements)
      imported.set(name.text, { file: from, name: (propertyName ?? name).text });
  }
}

function addExports(
  file: string,
  { moduleSpecifier, exportClause }: ts.ExportDeclaration,
  exported: Map<string, DeclarationName>,
  stars: string[],
): void {
  const from = targetOf(file, moduleSpecifier);
  if (exportClause === undefined) {
    if (from !== undefined) stars.push(from);
  } else if (ts.isNamedExports(exportClause)) {
    for (const { name, propertyName } of exportClause.elements)
      exported.set(name.text, { file: from ?? file, name: (propertyName ?? name).text });
  } else if (from !== undefined) exported.set(exportClause.name.text, { file: from, name: "*" });
}

function addDeclared(
  file: string,
  statement: ts.Statement,
  declared: Map<string, number>,
  exported: Map<string, DeclarationName>,
): void {
  const isExported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  for (const name of namesOf(statement)) {
    declared.set(name, (declared.get(name) ?? 0) + 1);
    if (isExported) exported.set(name, { file, name });
  }
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  }
  const { name } = statement as { name?: ts.Node };
  return name && ts.isIdentifier(name) ? [name.text] : [];
}

/** The file below the folder that a relative specifier names. */
function targetOf(file: string, specifier: ts.Expression | undefined): string | undefined {
  if (!specifier || !ts.isStringLiteral(specifier) || !specifier.text.startsWith("."))
    return undefined;
  return join(dirname(file), specifier.text.replace(/\.[jt]s$/, ".ts"));
}
