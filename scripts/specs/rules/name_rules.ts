import type { Segment } from "../../../src/chains/mod.ts";
import type { ClientBase } from "../../../src/client/client.ts";
import type { MethodName } from "../../../src/generated/client/methods.gen.ts";
import { type Element, elementsOf } from "../elements.ts";
import { constantName, pascalCase, RESERVED_WORDS } from "../generated_names.ts";
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

/** No name of the specs is one that generated code, clients or JavaScript need for something else. The form of names: the meta-schemas. */
export const reservedName: Rule = ruleOf(elementsOf, function* ({ kind, name }) {
  const reserved = RESERVED[kind];
  const isWord = name in {} || (reserved !== undefined && RESERVED_WORDS.includes(name));
  const label = `${kind} "${name}" has a name that`;
  if (isWord && kind !== "property")
    yield [[], `${label} is reserved in JavaScript`, "Use another name."];
  else if (reserved?.includes(name))
    yield [[], `${label} clients reserve`, `Use another name than ${reserved.join(", ")}.`];
});
