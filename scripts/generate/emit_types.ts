import ts from "typescript";
import { type JsonObject, textAt } from "../specs/json.ts";
import { isDecided, type Schemas } from "../specs/named_schemas.ts";
import { UNDOCUMENTED } from "../specs/layer.ts";
import type { Model } from "../specs/model/mod.ts";
import { namesBelow } from "../specs/named_schemas.ts";
import { docComment, HEADER, propertyKey } from "./_source_text.ts";

/**
 * The types of clients: those of schemas by their names, and in one interface those of calls, since what a user's
 * declarations say of a call may name only what the package exports.
 */
export function emitTypes(ofClient: string, { schemas }: Model): string {
  const file = ts.createSourceFile("types.ts", ofClient, ts.ScriptTarget.Latest);
  const [imports, aliases] = [
    file.statements.filter(ts.isImportDeclaration),
    file.statements.filter(ts.isTypeAliasDeclaration),
  ];
  const named = aliases.filter(({ name }) => schemas[name.text]);
  const calls = aliases.filter(({ name }) => isOfCall(name.text, schemas));
  const members = calls.map(({ name, type }) => `${name.text}: ${type.getText(file)};`);
  return `${[...imports, ...named].map((one) => one.getFullText(file)).join("")}

/** Parts of the arguments of calls, and their answers. */
export interface calls {
${members.join("\n").replaceAll(/^(?=.)/gm, "    ")}
}
`;
}

/** A name beside those of schemas, but for that of options which hey-api writes always. */
function isOfCall(name: string, schemas: Schemas): boolean {
  return !schemas[name] && name !== "ClientOptions";
}

/**
 * The types of the service, by what differs from those of the client: amounts are strings, extensions are there, sets are
 * closed.
 *
 * @param ofClient Text of the client's types.
 * @param ofWire Text of the types of everything that the specs say, of which the result has the names.
 */
export function emitServiceTypes(ofClient: string, ofWire: string, { schemas }: Model): string {
  const known = readTypes(ofClient);
  const types = readTypes(ofWire);
  const different = differentTypes(known, types);
  const rows = [...types].flatMap(([name, type]) => {
    if (!schemas[name] && !isOfCall(name, schemas)) return [];
    const client = schemas[name] ? `client.${name}` : `client.calls["${name}"]`;
    const text = different.has(name)
      ? servedType(client, known.get(name), type, different)
      : `${type.members ? "tables.Served" : "units.Wire"}<${client}>`;
    return [`export type ${name} = ${text};`];
  });
  return `${HEADER}
import type * as tables from "../../tables.ts";
import type * as units from "../../units/mod.ts";
import type * as client from "../types.gen.ts";

${rows.join("\n")}
`;
}

/** A type as its text, the types that it mentions, and the members of what is an object and nothing else. */
interface Type {
  readonly text: string;
  readonly mentions: readonly string[];
  readonly members?: ReadonlyMap<string, Type & { readonly isOptional: boolean }>;
}

type Types = ReadonlyMap<string, Type>;

/** Names of `types` that are not `known` as they are, or mention another one that is not. */
function differentTypes(known: Types, types: Types): ReadonlySet<string> {
  const different = new Set<string>();
  for (let before = -1; before < different.size;) {
    before = different.size;
    for (const [name, type] of types)
      if (differs(known.get(name), type, different)) different.add(name);
  }
  return different;
}

function differs(known: Type | undefined, type: Type, different: ReadonlySet<string>): boolean {
  return known?.text !== type.text || type.mentions.some((name) => different.has(name));
}

function servedType(
  client: string,
  known: Type | undefined,
  { text, members }: Type,
  different: ReadonlySet<string>,
): string {
  const same = known?.members;
  if (!same || !members) return text;
  const rows = [...members].flatMap(([key, member]) => {
    const { isOptional } = member;
    const own = same.get(key);
    if (own?.isOptional === isOptional && !differs(own, member, different)) return [];
    return [`  ${propertyKey(key)}${isOptional ? "?" : ""}: ${member.text};`];
  });
  return `tables.ServedWith<${client}, {\n${rows.join("\n")}\n}>`;
}

const PRINTER = ts.createPrinter({ removeComments: true });

/** The types that a module declares, by name; with amounts as strings, and extensions as what they are. */
function readTypes(text: string): Types {
  const file = ts.createSourceFile("types.ts", text, ts.ScriptTarget.Latest);
  const declared = file.statements.filter(ts.isTypeAliasDeclaration);
  return new Map(declared.map(({ name, type }) => [name.text, readType(type, file)]));
}

function readType(node: ts.TypeNode, file: ts.SourceFile): Type {
  const { transformed } = ts.transform(node, [() => (root) => onWire(root) as ts.TypeNode]);
  const text = PRINTER.printNode(ts.EmitHint.Unspecified, transformed[0] ?? node, file);
  const mentions = namesIn(node);
  const properties = ts.isTypeLiteralNode(node) ? node.members.filter(isPlainProperty) : [];
  if (!ts.isTypeLiteralNode(node) || properties.length < node.members.length)
    return { text, mentions };
  const members = properties.map(({ name, questionToken, type }) => {
    return [name.text, { ...readType(type, file), isOptional: Boolean(questionToken) }] as const;
  });
  return { text, mentions, members: new Map(members) };
}

interface PlainProperty extends ts.PropertySignature {
  readonly name: ts.Identifier | ts.StringLiteral;
  readonly type: ts.TypeNode;
}

function isPlainProperty(node: ts.TypeElement): node is PlainProperty {
  if (!ts.isPropertySignature(node) || !node.type) return false;
  return ts.isIdentifier(node.name) || ts.isStringLiteral(node.name);
}

function onWire(node: ts.Node): ts.Node {
  if (node.kind === ts.SyntaxKind.BigIntKeyword)
    return ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword);
  const [extension] =
    nameOf(node) === "Undocumented" ? ((node as ts.TypeReferenceNode).typeArguments ?? []) : [];
  return extension ? onWire(extension) : ts.visitEachChild(node, onWire, undefined);
}

function namesIn(node: ts.Node): string[] {
  const below: string[] = [];
  ts.forEachChild(node, (child) => void below.push(...namesIn(child)));
  return [nameOf(node) ?? [], below].flat();
}

function nameOf(node: ts.Node): string | undefined {
  const isName = ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName);
  return isName ? node.typeName.text : undefined;
}

/** The validators of the specs' schemas, `BlockSchema` of the schema `Block`, each with a written type. */
export function emitPublicSchemas(model: Model): string {
  const { schemas } = model;
  return `${HEADER}
import type { Wire } from "../../units/mod.ts";
import { type Schema, schemaOf } from "../../zod/mod.ts";
import type * as Types from "../types.gen.ts";
import * as v from "./validators.gen.ts";

${publicNames(model)
  .map((name) => row(name, schemas[name] ?? {}))
  .join("\n\n")}
`;
}

/** The types of the specs' schemas under the specs' own names, for the main entry. */
export function emitSchemaTypes(model: Model): string {
  return `${HEADER}
export type {
${publicNames(model)
  .map((name) => `  ${name},`)
  .join("\n")}
} from "../types.gen.ts";
`;
}

/**
 * Schemas of what calls take and return and events carry, errors of REST among them: no envelopes of JSON-RPC, nor what
 * the devnet's control alone has.
 */
function publicNames({ methods, operations, schemas, topics }: Model): string[] {
  const ofOperations = operations.map(({ parameters, body, data, failures }) => [
    parameters,
    body,
    [data, ...Object.values(failures)].map((name) => ({ $ref: `#/components/schemas/${name}` })),
  ]);
  const names = namesBelow([methods, ofOperations, topics], schemas);
  return Object.keys(schemas).filter((name) => names.has(name));
}

function row(name: string, schema: JsonObject): string {
  const text = schema.description === undefined ? `${name}.` : textAt(schema, "description");
  const comment = docComment([isDecided(schema) ? `${text} ${UNDOCUMENTED}` : text]);
  return `${comment}
export const ${name}Schema: Schema<Types.${name}, Wire<Types.${name}>> = /* @__PURE__ */ schemaOf(v.z${name});`;
}
