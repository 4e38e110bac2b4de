import type { Method, Model, Operation, Parameter } from "../specs/model/mod.ts";
import { isObject, type Json, type JsonObject, objectAt, textAt } from "../specs/json.ts";
import { refName } from "../specs/layer.ts";
import type { Specs } from "../specs/specs.ts";
import { methodProgram, operationProgram } from "./_code_samples.ts";
import { operationCall } from "./_rest_paths.ts";
import { RpcDocument } from "./_rpc_document.ts";

/** Errors of every call, beside the one for an error that the service answers with. */
const THROWS: readonly (readonly [name: string, when: string])[] = [
  ["TypeError", "If an argument is of the wrong type; nothing is sent."],
  ["RangeError", "If an argument is out of range; nothing is sent."],
  ["TransportError", "If no usable response arrived."],
  ["ContractError", "If the response differs from the specs."],
  ["QuotaExhaustedError", "If the daily quota is spent; nothing is sent."],
];

/**
 * Declarations of the client's functions, by the module that the reference shows them in. Each becomes a page; the mapped
 * types of `Client` would have none.
 */
export function clientPages(specs: Specs, model: Model): ReadonlyMap<string, string> {
  const methods = (kind: Method["kind"]): Method[] =>
    model.methods.filter((method) => method.kind === kind);
  return new Map([
    [
      "client",
      pageModule(
        model,
        "The REST operations as functions of a client, by their ids.",
        model.operations.map((operation) => operationFunction(specs, model, operation)),
      ),
    ],
    [
      "client/rpc",
      pageModule(
        model,
        "The JSON-RPC methods as functions of a client, below its `rpc`.",
        methods("method").map((method) => methodFunction(specs, method)),
      ),
    ],
    [
      "client/simple",
      pageModule(
        model,
        "The simplified calls as functions of a client, below its `simple`.",
        methods("simplified").map((method) => methodFunction(specs, method)),
      ),
    ],
  ]);
}

function pageModule(model: Model, text: string, functions: readonly string[]): string {
  const body = functions.join("\n\n");
  const named = Object.keys(model.schemas).filter((name) => new RegExp(`\\b${name}\\b`).test(body));
  return `/**
 * ${text}
 *
 * @module
 */
import type { CallOptions, CallPromise } from "../src/transport/mod.ts";
import type { ${named.join(", ")} } from "../src/mod.ts";
import type { ListOptions, PagedList } from "../src/pagination/mod.ts";

${body}
`;
}

function operationFunction(specs: Specs, model: Model, operation: Operation): string {
  const { id, parameters, body, data, items } = operation;
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  const others = parameters.filter(
    (parameter) => parameter.in !== "path" && parameter.in !== "body",
  );
  const args = [
    ...inPath.map(({ name, schema }) => `${name}: ${typeOf(schema)}`),
    ...(body ? [`body: ${typeOf(body.schema)}`] : []),
    ...(others.length > 0 ? [`query?: ${objectType(others)}`] : []),
    items === undefined ? "options?: CallOptions" : "options?: ListOptions",
  ];
  const result =
    items === undefined
      ? `CallPromise<${data ?? "undefined"}>`
      : `PagedList<${itemType(model, data ?? "", items)}>`;
  const path = ["paths", operation.template];
  const item = specs.openapi.at(path);
  const holder = isObject(item) ? item : {};
  const call = operationCall(specs.openapi.value, {
    path: operation.template,
    verb: operation.verb,
    item: holder,
  });
  const tag = String(objectAt(holder, operation.verb).tags ?? "");
  return declaration({
    name: id,
    args,
    result,
    summary: `${operation.summary}.`,
    description: operation.description,
    parameters: [
      ...inPath.map(({ name, description }) => `@param ${name} ${description}`),
      ...(body ? [`@param body ${body.description}`] : []),
      ...(others.length > 0 ? ["@param query Query and header parameters."] : []),
      "@param options Options of this call alone.",
    ],
    returns:
      items === undefined
        ? "The `data` of the response, validated."
        : "The first page if it is awaited, every item if it is iterated.",
    refusal: "RestError",
    chains: operation.chains.length < model.chains.length ? operation.chains : [],
    program: operationProgram(call),
    place: `${tag.toLowerCase()}/${id.toLowerCase()}`,
  });
}

function itemType({ schemas }: Model, data: string, items: string): string {
  const list = objectAt(objectAt(schemas[data], "properties"), items);
  return refName(textAt(objectAt(list, "items"), "$ref"));
}

function methodFunction(specs: Specs, method: Method): string {
  const { name, kind, parameters } = method;
  const found = arrayOf(specs.openrpc.value.methods).find((one) => one.name === name) ?? {};
  const rpc = new RpcDocument(specs.openrpc.value, objectAt(specs.openapi.value, "x-segments"));
  const [example] = arrayOf(found.examples);
  const params = arrayOf(example?.params).map(({ value }) => value ?? null);
  const tag = textAt(arrayOf(found.tags)[0], "name") || tagOf(specs, found);
  return declaration({
    name,
    args: [
      ...parameters.map((parameter) => {
        return `${parameter.name}${parameter.required ? "" : "?"}: ${typeOf(parameter.schema)}`;
      }),
      "options?: CallOptions",
    ],
    result: `CallPromise<${typeOf(method.result)}>`,
    summary: `${method.summary}.`,
    description: method.description,
    parameters: [
      ...parameters.map((parameter) => `@param ${parameter.name} ${parameter.description}`),
      "@param options Options of this call alone.",
    ],
    returns: "The `result` of the response, validated.",
    refusal: "RpcError",
    chains: method.chains.length < 2 ? method.chains : [],
    program:
      methodProgram({
        name,
        params,
        kind: kind === "simplified" ? kind : "method",
        ...rpc.exampleOf(found, "http"),
        topic: undefined,
      }) ?? "",
    place: `json-rpc-${tag.toLowerCase()}/${name.toLowerCase()}`,
  });
}

/** The name of a method's tag, which may be a reference. */
function tagOf(specs: Specs, method: JsonObject): string {
  const [tag] = arrayOf(method.tags);
  const ref = refName(textAt(tag, "$ref"));
  return textAt(objectAt(objectAt(specs.openrpc.at(["components"]), "tags"), ref), "name");
}

/** A function of a page. */
interface Declaration {
  readonly name: string;
  readonly args: readonly string[];
  readonly result: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly string[];
  readonly returns: string;
  readonly refusal: string;
  /** The chains that have it; empty if all have it. */
  readonly chains: readonly string[];
  readonly program: string;
  /** Fragment of the operation on the page of both specs. */
  readonly place: string;
}

function declaration(about: Declaration): string {
  const { name, args, result, chains, program, refusal } = about;
  const only = chains.length > 0 ? [`Only clients of ${chains.join(" and ")} have it.`, ""] : [];
  const lines = [
    ...[about.summary, "", about.description, "", ...only],
    `[This call in the API reference](site:index.html#/${about.place})`,
    "",
    ...about.parameters,
    `@returns ${about.returns}`,
    `@throws {${refusal}} If the service answers with an error.`,
    ...THROWS.map(([error, when]) => `@throws {${error}} ${when}`),
    ...["@example", "```ts", ...program.split("\n"), "```"],
  ];
  const comment = lines
    .flatMap((line) => line.split("\n"))
    .map((line) => ` * ${line.replaceAll("*/", "*\\/")}`);
  return `/**\n${comment.join("\n")}\n */\nexport declare function ${name}(${args.join(", ")}): ${result};`;
}

function objectType(parameters: readonly Parameter[]): string {
  const members = parameters.map(({ name, description, required, schema }) => {
    return `  /** ${description.replaceAll("*/", "")} */\n  ${name}${required ? "" : "?"}: ${typeOf(schema)};`;
  });
  return `{\n${members.join("\n")}\n}`;
}

/** The type that a schema has in a program. */
function typeOf(schema: Json | undefined): string {
  if (!isObject(schema)) return "unknown";
  const known = schema["x-extensible-enum"];
  if (typeof schema.$ref === "string") return refName(schema.$ref);
  for (const keyword of ["anyOf", "oneOf"]) {
    const parts = schema[keyword];
    if (Array.isArray(parts)) return [...new Set(parts.map(typeOf))].join(" | ");
  }
  if (Array.isArray(schema.enum))
    return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (Array.isArray(known))
    return `${known.map((value) => JSON.stringify(value)).join(" | ")} | (string & {})`;
  const type = textAt(schema, "type");
  if (type === "array") return `${typeOf(schema.items)}[]`;
  return type === "integer" ? "number" : type === "" ? "unknown" : type;
}

function arrayOf(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
