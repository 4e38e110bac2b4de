import { dirname, join } from "node:path";
import ts from "typescript";

/** A declaration: the file below the folder, and its name there. */
export interface DeclarationName {
  readonly file: string;
  readonly name: string;
  /** True where it is exported as a type alone. Of such a class the constructor is left out: programs cannot call it. */
  readonly isType?: boolean;
}

/** Declarations of a folder of sources, or of the `.d.ts` files that the compiler made of them. */
export interface Declarations {
  /** The exports of a file by name, and where each is declared; a name twice if two whole modules export it. */
  exportsOf(file: string): [name: string, at: DeclarationName][];
  /** Names that a file declares twice, or both declares and imports. */
  repeatedIn(file: string): string[];
  /** The text of a declaration, without comments. */
  textOf(at: DeclarationName): string;
  /** Declarations of the folder that one speaks of. */
  mentionedBy(at: DeclarationName): DeclarationName[];
}

/** A file, read by its syntax alone: no types are computed. */
interface Module {
  readonly source: ts.SourceFile;
  readonly declared: ReadonlyMap<string, readonly ts.Node[]>;
  /** Names from other files; `*` stands for the whole file. */
  readonly imported: ReadonlyMap<string, DeclarationName>;
  readonly exported: ReadonlyMap<string, DeclarationName>;
  /** Files of which everything is exported. */
  readonly stars: readonly Star[];
}

/** An export of everything that a file exports. */
interface Star {
  readonly file: string;
  readonly isType: boolean;
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
    const others = stars
      .flatMap((star) =>
        exportsOf(star.file).map(([name, at]): [string, DeclarationName] => [
          name,
          asType(at, star),
        ]),
      )
      .filter(([name]) => !exported.has(name));
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
    return next ? origin(asType(next, at)) : at;
  };
  return {
    exportsOf,
    repeatedIn(file) {
      const { declared, imported } = moduleAt(file);
      return [...declared].flatMap(([name, nodes]) =>
        nodes.length > 1 || imported.has(name) ? [name] : [],
      );
    },
    textOf: (at) => {
      const { source } = moduleAt(at.file);
      const printed = nodesOf(moduleAt(at.file), at).map((node) =>
        PRINTER.printNode(ts.EmitHint.Unspecified, node, source),
      );
      return printed.join("\n");
    },
    mentionedBy: (at) => {
      const { file } = at;
      const module = moduleAt(file);
      const names = new Set(nodesOf(module, at).flatMap(identifiers));
      return [...names].flatMap((mention) => {
        if (module.declared.has(mention)) return [{ file, name: mention }];
        const imported = module.imported.get(mention);
        return imported ? [origin(imported)] : [];
      });
    },
  };
}

const PRINTER = ts.createPrinter({ removeComments: true });

function asType(
  at: DeclarationName,
  { isType = false }: { readonly isType?: boolean },
): DeclarationName {
  return isType ? { ...at, isType } : at;
}

function nodesOf({ declared }: Module, { name, isType }: DeclarationName): readonly ts.Node[] {
  const nodes = declared.get(name) ?? [];
  return isType ? nodes.map(withoutConstructor) : nodes;
}

function withoutConstructor(node: ts.Node): ts.Node {
  if (!ts.isClassDeclaration(node)) return node;
  const { modifiers, name, typeParameters, heritageClauses, members } = node;
  const others = members.filter((member) => !ts.isConstructorDeclaration(member));
  const { factory } = ts;
  return factory.updateClassDeclaration(
    node,
    modifiers,
    name,
    typeParameters,
    heritageClauses,
    others,
  );
}

function identifiers(node: ts.Node): string[] {
  const own = ts.isIdentifier(node) ? [node.text] : [];
  const below: string[] = [];
  ts.forEachChild(node, (child) => void below.push(...identifiers(child)));
  return [...own, ...below];
}

function parseModule(file: string, text: string): Module {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const declared = new Map<string, ts.Node[]>();
  const [imported, exported] = [
    new Map<string, DeclarationName>(),
    new Map<string, DeclarationName>(),
  ];
  const stars: Star[] = [];
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) addImports(file, statement, imported);
    else if (ts.isExportDeclaration(statement)) addExports(file, statement, exported, stars);
    else addDeclared(file, statement, declared, exported);
  }
  return { source, declared, imported, exported, stars };
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
  { moduleSpecifier, exportClause, isTypeOnly }: ts.ExportDeclaration,
  exported: Map<string, DeclarationName>,
  stars: Star[],
): void {
  const from = targetOf(file, moduleSpecifier);
  if (exportClause === undefined) {
    if (from !== undefined) stars.push({ file: from, isType: isTypeOnly });
  } else if (ts.isNamedExports(exportClause)) {
    for (const each of exportClause.elements) {
      const { name, propertyName } = each;
      const isType = isTypeOnly || each.isTypeOnly;
      exported.set(name.text, { file: from ?? file, name: (propertyName ?? name).text, isType });
    }
  } else if (from !== undefined) exported.set(exportClause.name.text, { file: from, name: "*" });
}

function addDeclared(
  file: string,
  statement: ts.Statement,
  declared: Map<string, ts.Node[]>,
  exported: Map<string, DeclarationName>,
): void {
  const isExported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  for (const name of namesOf(statement)) {
    declared.set(name, [...(declared.get(name) ?? []), statement]);
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
  const ending = file.endsWith(".d.ts") ? ".d.ts" : ".ts";
  return join(dirname(file), specifier.text.replace(/\.[jt]s$/, ending));
}
