import { arrayAt } from "../specs/json.ts";
import { type Method, type Model, type Operation, type Parameter } from "../specs/model/mod.ts";
import type { Specs } from "../specs/specs.ts";
import { dataType } from "./_client_functions.ts";
import { clientProgram } from "./_code_samples.ts";
import { methodCall, operationCall } from "./_page_calls.ts";
import { RpcDocument } from "./_rpc_document.ts";
import { IN_CODE, typeText } from "./_type_text.ts";

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
export function clientPages(specs: Specs): ReadonlyMap<string, string> {
  const rpc = new RpcDocument(specs);
  const { model } = rpc;
  const operations = model.operations.map((each) => operationFunction(specs, model, each));
  const methods = (kind: Method["kind"]): string[] =>
    model.methods
      .filter((method) => method.kind === kind)
      .map((method) => methodFunction(rpc, model, method));
  const page = (text: string, functions: string[]): string => pageModule(model, text, functions);
  return new Map([
    ["client", page("The REST operations as functions of a client, by their ids.", operations)],
    [
      "client/rpc",
      page("The JSON-RPC methods as functions of a client, below its `rpc`.", methods("method")),
    ],
    [
      "client/simple",
      page(
        "The simplified calls as functions of a client, below its `simple`.",
        methods("simplified"),
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
  const { id, parameters, body, items } = operation;
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  const others = parameters.filter(
    (parameter) => parameter.in !== "path" && parameter.in !== "body",
  );
  const type = dataType(model, operation);
  const [tag] = arrayAt(operation.value, "tags");
  return declaration(model, operation, {
    name: id,
    args: [
      ...inPath.map(({ name, schema }) => `${name}: ${typeText(schema, IN_CODE)}`),
      ...(body ? [`body: ${typeText(body.schema, IN_CODE)}`] : []),
      ...(others.length > 0 ? [`query?: ${objectType(others)}`] : []),
      items === undefined ? "options?: CallOptions" : "options?: ListOptions",
    ],
    result: items === undefined ? `CallPromise<${type}>` : type,
    parameters: [
      ...inPath.map(({ name, description }) => `@param ${name} ${description}`),
      ...(body ? [`@param body ${body.description}`] : []),
      ...(others.length > 0 ? ["@param query Query and header parameters."] : []),
    ],
    returns:
      items === undefined
        ? "The `data` of the response, validated."
        : "The first page if it is awaited, every item if it is iterated.",
    refusal: "RestError",
    program: clientProgram(operationCall(specs, operation)) ?? "",
    section: String(tag ?? ""),
  });
}

function methodFunction(rpc: RpcDocument, model: Model, method: Method): string {
  const { name, parameters } = method;
  return declaration(model, method, {
    name,
    args: [
      ...parameters.map((parameter) => {
        return `${parameter.name}${parameter.required ? "" : "?"}: ${typeText(parameter.schema, IN_CODE)}`;
      }),
      "options?: CallOptions",
    ],
    result: `CallPromise<${typeText(method.result, IN_CODE)}>`,
    parameters: parameters.map(({ name: own, description }) => `@param ${own} ${description}`),
    returns: "The `result` of the response, validated.",
    refusal: "RpcError",
    program: clientProgram(methodCall(rpc, method)) ?? "",
    section: `json-rpc-${rpc.tagOf(method)}`,
  });
}

/** A function of a page. */
interface Declaration {
  readonly name: string;
  readonly args: readonly string[];
  readonly result: string;
  readonly parameters: readonly string[];
  readonly returns: string;
  readonly refusal: string;
  readonly program: string;
  /** Section of the page of both specs that it stands in. */
  readonly section: string;
}

function declaration(model: Model, call: Operation | Method, shown: Declaration): string {
  const { name, args, result, program, refusal } = shown;
  const isEverywhere = call.chains.length === model.chains.length;
  const only = isEverywhere ? [] : [`Only clients of ${call.chains.join(" and ")} have it.`, ""];
  const place = `${shown.section}/${name}`.toLowerCase();
  const lines = [
    ...[`${call.summary}.`, "", call.description, "", ...only],
    `[This call in the API reference](site:index.html#/${place})`,
    "",
    ...shown.parameters,
    "@param options Options of this call alone.",
    `@returns ${shown.returns}`,
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
    return `  /** ${description.replaceAll("*/", "")} */\n  ${name}${required ? "" : "?"}: ${typeText(schema, IN_CODE)};`;
  });
  return `{\n${members.join("\n")}\n}`;
}
