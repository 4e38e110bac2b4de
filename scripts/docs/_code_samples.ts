import { isObject, type Json, type JsonObject } from "../specs/json.ts";
import type { OperationRequest, PageCall, Values } from "./_page_calls.ts";

/** Languages of the samples: the renderer shows these alone, under these labels. */
export const SAMPLE_LANGUAGES = [
  { lang: "typescript", label: "alphadelta" },
  { lang: "bash", label: "curl" },
  { lang: "javascript", label: "fetch" },
] as const;

/** The values of the first example of a call. */
export function exampleValues({ fields }: PageCall): Values {
  return fields.map(({ value }) => value);
}

/** Samples of a call in each language, with the values of its first example or others. */
export function samplesOf(call: PageCall, values: Values = exampleValues(call)): JsonObject[] {
  const isSocket = call.kind === "websocket" || call.kind === "topic";
  const sources = isSocket ? socketSources(call, values) : httpSources(call, values);
  const all = [clientProgram(call, values), ...sources];
  return SAMPLE_LANGUAGES.flatMap(({ lang, label }, index) => {
    const source = all[index];
    return source === undefined ? [] : [{ lang, label, source }];
  });
}

/** A program that makes a call by the client; undefined for devnet control, which clients lack. */
export function clientProgram(
  call: PageCall,
  values: Values = exampleValues(call),
): string | undefined {
  const { kind, name, segment, url, request, topic } = call;
  if (kind === "dev") return undefined;
  if (kind === "websocket") return topic && clientProgram(topic);
  const client = variableOf(segment);
  const [origin = ""] = /^\w+:\/\/[^/]+/.exec(url.replace(/^ws/, "http")) ?? [];
  const lines = (): string[] => {
    if (kind === "topic") return topicLines(client, call, values);
    if (request) return operationLines(client, call, request, values);
    const group = kind === "simplified" ? "simple" : "rpc";
    const args = trimmed(values).map((value) => literal(jsonOf(value)));
    return [`console.log(await ${client}.${group}.${name}(${args.join(", ")}));`];
  };
  return [
    `import { createClient } from "alphadelta";`,
    "",
    `const ${client} = createClient("${segment}", { endpoints: "${origin}" });`,
    ...lines(),
  ].join("\n");
}

/** Takes the first event of a topic. */
function topicLines(client: string, call: PageCall, values: Values): string[] {
  const filter = valuesIn(call, values, "body");
  const text = Object.keys(filter).length === 0 ? "" : `, ${literal(filter)}`;
  return [
    `for await (const event of ${client}.events.subscribe("${call.name}"${text})) {`,
    "  console.log(event.data, event.cursor);",
    "  break;",
    "}",
  ];
}

/** Calls the function of an operation: path parameters, the body, and the query without values that are defaults. */
function operationLines(
  client: string,
  call: PageCall,
  request: OperationRequest,
  values: Values,
): string[] {
  const body = bodyOf(call, request, values);
  const defaults = new Map(call.fields.map(({ info }) => [info.name, info.default]));
  const query = Object.entries(valuesIn(call, values, "query")).filter(
    ([name, value]) => value !== defaults.get(name),
  );
  const args = [
    ...Object.values(valuesIn(call, values, "path")),
    ...(body === undefined ? [] : [body]),
    ...(query.length === 0 ? [] : [Object.fromEntries(query)]),
  ];
  const called = `${client}.${call.name}(${args.map(literal).join(", ")})`;
  return request.isList
    ? [`const { items, pagination } = await ${called};`, "console.log(items, pagination);"]
    : [`console.log(await ${called});`];
}

/** Samples of an HTTP request by curl and by `fetch`. */
function httpSources(call: PageCall, values: Values): string[] {
  const { kind, request, tokenHeader } = call;
  const url = call.url + (request ? targetOf(call, request, values) : "");
  const verb = request?.verb.toUpperCase() ?? "POST";
  const body = request ? bodyOf(call, request, values) : messageOf(call, values);
  const [token, header] =
    kind === "dev" ? [` -H "${tokenHeader}: $TOKEN"`, `, "${tokenHeader}": token`] : ["", ""];
  const data = `-d '${JSON.stringify(body)}'`;
  const ofBody = request ? [`-X ${verb} ${OF_JSON} ${data}`] : [OF_JSON + token, data];
  const options = [
    ", {",
    `  method: "${verb}",`,
    `  headers: { "Content-Type": "application/json"${header} },`,
    `  body: JSON.stringify(${literal(body)}),`,
    "}",
  ];
  const lines = [
    `const response = await fetch("${url}"${body === undefined ? "" : options.join("\n")});`,
    `const { ${request ? "data" : "result, error"} } = await response.json();`,
    `console.log(${request ? "data" : "result ?? error"});`,
  ];
  return [body === undefined ? curlGet(url) : curlOf(url, ...ofBody), lines.join("\n")];
}

/** Samples of a message on a WebSocket. */
function socketSources(call: PageCall, values: Values): string[] {
  const message = messageOf(call, values);
  return [
    `npx wscat -c '${call.url}' -w 2 \\\n  -x '${JSON.stringify(message)}'`,
    [
      `const socket = new WebSocket("${call.url}");`,
      `socket.onopen = () => socket.send(JSON.stringify(${literal(message)}));`,
      "socket.onmessage = ({ data }) => console.log(JSON.parse(data));",
    ].join("\n"),
  ];
}

const OF_JSON = "-H 'Content-Type: application/json'";

/** The query a line each. */
function curlGet(url: string): string {
  const [path = "", search] = url.split("?");
  if (search === undefined) return curlOf(path);
  return curlOf(path, ...search.split("&").map((one) => `-d ${one}`)).replace(" ", " -G ");
}

/** A request as a command of a shell, each part on a line. */
function curlOf(url: string, ...parts: readonly string[]): string {
  return [`curl '${url}'`, ...parts].join(" \\\n  ");
}

/** The message that a method is called by, or that subscribes to a topic. */
export function messageOf(call: PageCall, values: Values): JsonObject {
  const { kind, name, subscribe = name, isByName } = call;
  if (kind === "topic") {
    const filter = valuesIn(call, values, "body");
    const params = Object.keys(filter).length === 0 ? [name] : [name, filter];
    return { jsonrpc: "2.0", id: 1, method: subscribe, params };
  }
  const params = isByName
    ? valuesIn(call, values, "positional")
    : trimmed(values).map((value) => jsonOf(value) ?? null);
  const request = { method: name, params };
  return kind === "simplified" ? request : { jsonrpc: "2.0", id: 1, ...request };
}

/** The path with its parameters, and the query. */
function targetOf(call: PageCall, { path }: OperationRequest, values: Values): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(valuesIn(call, values, "query")))
    query.set(name, String(value));
  const target = Object.entries(valuesIn(call, values, "path")).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, String(value)),
    path,
  );
  return query.size > 0 ? `${target}?${query}` : target;
}

/** The body of an operation, from its fields or its example; undefined without a body. */
function bodyOf(call: PageCall, { body }: OperationRequest, values: Values): Json | undefined {
  const hasFields = call.fields.some(({ info }) => info.in === "body");
  return body !== undefined && hasFields ? valuesIn(call, values, "body") : body;
}

/** Values of the fields in `place`, as JSON by name, without absent ones. */
function valuesIn({ fields }: PageCall, values: Values, place: string): JsonObject {
  const entries = fields.flatMap(({ info }, index) => {
    const value = jsonOf(values[index]);
    return info.in === place && value !== undefined ? [[info.name, value] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** Positional values without trailing undefined ones. */
export function trimmed(values: Values): Values {
  return values.slice(0, values.findLastIndex((value) => value !== undefined) + 1);
}

/** A value as JSON has it: an amount is a string. */
function jsonOf(value: unknown): Json | undefined {
  return typeof value === "bigint" ? String(value) : (value as Json | undefined);
}

/** Name of a client of a segment in programs. */
export function variableOf(segment: string): string {
  return segment.replace(/-.*/, "");
}

/** A value as a program writes it, on one line. */
function literal(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, child]) => {
    return `${/^[a-zA-Z_]\w*$/.test(name) ? name : JSON.stringify(name)}: ${literal(child)}`;
  });
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}
