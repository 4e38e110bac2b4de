import type { Segment } from "../../../src/chains/mod.ts";
import type { ClientBase } from "../../../src/client/client.ts";
import type { MethodName } from "../../../src/generated/client/methods.gen.ts";
import { type Element, elementsOf } from "../elements.ts";
import { constantName, isRewritten, pascalCase, RESERVED_WORDS } from "../generated_names.ts";
import { textAt } from "../json.ts";
import type { Problem } from "../spec_file.ts";
import type { Specs } from "../specs.ts";

/** Suffixes of a call's name in the names of its types and validators. */
const PARTS = [
  "Data",
  "Error",
  "Errors",
  "Response",
  "Responses",
  "Path",
  "Query",
  "Headers",
  "Body",
];

/** No two names of the specs give one name in generated code, and no code of an error stands twice. */
export function collidingName(specs: Specs): Problem[] {
  const seen = new Map<string, Element>();
  return elementsOf(specs).flatMap((element) => {
    const name = generatedNames(element).find((each) => seen.has(each));
    const first = seen.get(name ?? "");
    for (const each of generatedNames(element)) if (!seen.has(each)) seen.set(each, element);
    if (name === undefined || !first) return [];
    const where = `${first.label} at ${first.spec.file}:${first.spec.lineOf(first.path)}`;
    const message = `${element.label} gives the same generated name as ${where}: ${name}`;
    return [element.spec.problem(element.path, message, "Rename one of the two.")];
  });
}

function generatedNames({ kind, label, path, value, spec }: Element): string[] {
  const name = String(path.at(-1));
  if (kind === "operation") return partsOf(pascalCase(textAt(value, "operationId")));
  if (kind === "method") return partsOf(`Rpc${pascalCase(textAt(value, "name"))}`);
  if (kind === "schema") return [name, `${name}Schema`];
  if (kind === "parameter") return spec.file === "openrpc.json" ? [label] : [];
  if (kind !== "error" || value.code === undefined) return [];
  const constant = constantName(name);
  return [constant, `${constant}_ROW`, `code ${String(value.code)}`];
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
const OF_TYPES = [...["Array", "ClientOptions", "NonNullable", "Partial", "Readonly", "Record"]];

/** No name of the specs is one that generated code, clients or JavaScript need for something else. Properties: `incoherentSchema`. */
export function reservedName(specs: Specs): Problem[] {
  const elements = elementsOf(specs).filter(({ kind }) => kind !== "property");
  return elements.flatMap((element) => {
    const { name, reserved } = namesOf(element);
    const isWord = reserved !== undefined && RESERVED_WORDS.includes(name);
    const { spec, path, kind } = element;
    if (name in {} || isWord) {
      const message = `${kind} "${name}" has a name that is reserved in JavaScript`;
      return [spec.problem(path, message, "Use another name.")];
    }
    if (!reserved?.includes(name)) return [];
    const message = `${kind} "${name}" has a name that clients reserve`;
    return [spec.problem(path, message, `Use another name than ${reserved.join(", ")}.`)];
  });
}

/** The name of an element, and those that are reserved where it becomes a name in generated code. */
function namesOf({ kind, path, value }: Element): {
  name: string;
  reserved?: readonly string[];
} {
  if (kind === "operation") {
    return { name: textAt(value, "operationId"), reserved: Object.keys(OF_CLIENT) };
  }
  if (kind === "method") return { name: textAt(value, "name"), reserved: Object.keys(OF_RPC) };
  if (kind === "schema") return { name: String(path.at(-1)), reserved: OF_TYPES };
  if (kind === "parameter" || kind === "result") return { name: textAt(value, "name") };
  return { name: String(path.at(-1)) };
}

/** A form that names take. */
interface Form {
  readonly pattern: Pick<RegExp, "test">;
  readonly fix: string;
}

/** A word of a name. Digits end it: what follows them is another word to the generators of code. */
const LOWER = "[a-z]+[0-9]*";
const UPPER = "[A-Z](?:[a-z]+[0-9]*|[0-9]+)";
const METHOD_PART = `[a-z](?:[a-z]+[0-9]*|[0-9]+)(?:${UPPER})*`;

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
export function unsupportedName(specs: Specs): Problem[] {
  return elementsOf(specs).flatMap((element) => {
    const { name, form } = nameOf(element) ?? {};
    if (name === undefined || form === undefined || form.pattern.test(name)) return [];
    const { spec, path, kind } = element;
    return [
      spec.problem(path, `${kind} "${name}" has a name that the generator cannot use`, form.fix),
    ];
  });
}

const QUERY: Form = {
  pattern: { test: (name) => !isRewritten(name) },
  fix: "Use a name that is no number.",
};

/** Name of an element in generated code, and its form. */
function nameOf({ kind, path, value }: Element): { name: string; form: Form } | undefined {
  if (kind === "operation") return { name: textAt(value, "operationId"), form: ID };
  if (kind === "method") return { name: textAt(value, "name"), form: METHOD };
  const isRpcError = kind === "error" && value.code !== undefined;
  if (kind === "schema" || isRpcError) return { name: String(path.at(-1)), form: SCHEMA };
  if (kind !== "parameter") return undefined;
  if (value.in === "query") return { name: textAt(value, "name"), form: QUERY };
  if (value.in === "header") return { name: textAt(value, "name"), form: HEADER };
  return { name: textAt(value, "name"), form: ID };
}
