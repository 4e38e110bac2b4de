import type { Segment } from "../../../src/chains/mod.ts";
import type { ClientBase } from "../../../src/client/client.ts";
import type { MethodName } from "../../../src/generated/client/methods.gen.ts";
import { type Element, elementsOf } from "../elements.ts";
import { constantName, isRewritten, pascalCase, RESERVED_WORDS } from "../generated_names.ts";
import { readModel } from "../model/mod.ts";
import type { Problem } from "../spec_file.ts";
import type { Specs } from "../specs.ts";
import { type Rule, ruleOf } from "./_rule.ts";

/** Suffixes of a call's name in the names of its types and validators. */
const PARTS = [
  ...["Data", "Error", "Errors", "Response", "Responses", "Path", "Query", "Headers", "Body"],
];

/** No two names of the specs give one name in generated code, and no code of an error stands twice. */
export function collidingName(specs: Specs): Problem[] {
  const seen = new Map<string, Element>();
  return elementsOf(readModel(specs)).flatMap((element) => {
    const name = generatedNames(element).find((each) => seen.has(each));
    const first = seen.get(name ?? "");
    for (const each of generatedNames(element)) if (!seen.has(each)) seen.set(each, element);
    if (name === undefined || !first) return [];
    const where = `${first.label} at ${first.spec.file}:${first.spec.lineOf(first.at)}`;
    const message = `${element.label} gives the same generated name as ${where}: ${name}`;
    return [element.spec.problem(element.at, message, "Rename one of the two.")];
  });
}

function generatedNames({ kind, name, label, value, spec }: Element): string[] {
  if (kind === "operation") return partsOf(pascalCase(name));
  if (kind === "method") return partsOf(`Rpc${pascalCase(name)}`);
  if (kind === "schema") return [name, `${name}Schema`];
  if (kind === "parameter") return spec.file === "openrpc.json" ? [label] : [];
  if (!isRpcError({ kind, value })) return [];
  const constant = constantName(name);
  return [constant, `${constant}_ROW`, `code ${String(value.code)}`];
}

function isRpcError({ kind, value }: Pick<Element, "kind" | "value">): boolean {
  return kind === "error" && value.code !== undefined;
}

function partsOf(name: string): string[] {
  return PARTS.map((part) => name + part);
}

type Names<Name extends string> = Readonly<Record<Name, true>>;

/** Members of every client besides its operations; a value with `then` would be taken for a promise. */
const OF_CLIENT: Names<(keyof ClientBase<Segment> & string) | "then"> = {
  segment: true,
  chain: true,
  network: true,
  rpc: true,
  simple: true,
  rest: true,
  events: true,
  fetch: true,
  sendRawTransaction: true,
  waitForReceipt: true,
  createNonces: true,
  getLatestBlock: true,
  budget: true,
  close: true,
  // oxlint-disable-next-line unicorn/no-thenable
  then: true,
};

/** Members beside the methods under `rpc`. */
const OF_RPC: Names<Exclude<keyof ClientBase<Segment>["rpc"], MethodName> | "then"> = {
  call: true,
  batch: true,
  // oxlint-disable-next-line unicorn/no-thenable
  then: true,
};

/** Names of types that the generated types and validators are written with. */
const OF_TYPES = ["Array", "ClientOptions", "NonNullable", "Partial", "Readonly", "Record"];

/** Names that are reserved where an element becomes a name in generated code. */
const RESERVED: { readonly [Kind in Element["kind"]]?: readonly string[] } = {
  operation: Object.keys(OF_CLIENT),
  method: Object.keys(OF_RPC),
  schema: OF_TYPES,
};

/** No name of the specs is one that generated code, clients or JavaScript need for something else. Properties: `incoherentSchema`. */
export const reservedName: Rule = ruleOf(elementsOf, function* ({ kind, name }) {
  const reserved = RESERVED[kind];
  const isWord = name in {} || (reserved !== undefined && RESERVED_WORDS.includes(name));
  const label = `${kind} "${name}" has a name that`;
  if (isWord && kind !== "property")
    yield [[], `${label} is reserved in JavaScript`, "Use another name."];
  else if (reserved?.includes(name))
    yield [[], `${label} clients reserve`, `Use another name than ${reserved.join(", ")}.`];
});

/** A word of a name. Digits end it: generators of code begin another word after them. */
const LOWER = "[a-z]+[0-9]*";
const UPPER = "[A-Z](?:[a-z]+[0-9]*|[0-9]+)";
const METHOD_PART = `[a-z](?:[a-z]+[0-9]*|[0-9]+)(?:${UPPER})*`;

/** A form that names take. */
interface Form {
  readonly pattern: RegExp;
  readonly fix: string;
}

const ID: Form = {
  pattern: new RegExp(`^${LOWER}(?:${UPPER})*$`),
  fix: "Write it in camel case, acronyms as words, a capital after digits, no capital alone: `getUrlInfo`, `getV2Info`.",
};
const METHOD: Form = {
  pattern: new RegExp(`^${METHOD_PART}(?:_${METHOD_PART})*$`),
  fix: "Write its parts in camel case of two letters or more, acronyms as words, a capital after digits, no capital alone, with `_` between them: `chain_getUrlInfo`.",
};
const HEADER: Form = {
  pattern: /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/,
  fix: "Write the name of an HTTP header: letters, digits and hyphens.",
};
const SCHEMA: Form = {
  pattern: new RegExp(`^(?:${UPPER})+$`),
  fix: "Write it in Pascal case, acronyms as words, a capital after digits, no capital alone: `UrlInfo`, `V2Info`.",
};

/** Names become names of types and functions as they are written, so they take the forms that stay so. */
export const unsupportedName: Rule = ruleOf(elementsOf, function* (element) {
  const { kind, name, value } = element;
  const message = `${kind} "${name}" has a name that the generator cannot use`;
  if (kind === "parameter" && value.in === "query") {
    if (isRewritten(name)) yield [[], message, "Use a name that is no number."];
    return;
  }
  const form = formOf(element);
  if (form?.pattern.test(name) === false) yield [[], message, form.fix];
});

/** The form of an element's name; undefined where it becomes none in generated code. */
function formOf({ kind, value }: Element): Form | undefined {
  if (kind === "operation") return ID;
  if (kind === "method") return METHOD;
  if (kind === "schema" || isRpcError({ kind, value })) return SCHEMA;
  if (kind !== "parameter") return undefined;
  return value.in === "header" ? HEADER : ID;
}
