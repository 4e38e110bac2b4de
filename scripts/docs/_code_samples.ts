import { isObject, type Json, type JsonObject, objectAt, textAt } from "../specs/json.ts";

/** Languages of the samples: the renderer shows these alone, under these labels. */
export const SAMPLE_LANGUAGES = [
  { lang: "typescript", label: "alphadelta" },
  { lang: "bash", label: "curl" },
  { lang: "javascript", label: "fetch" },
] as const;

/** A call as its samples send it: by it the page writes and sends the same with other values. */
export type SampleCall =
  | { readonly kind: "operation"; readonly call: OperationCall }
  | {
      readonly kind: "method";
      readonly call: MethodCall;
      /** The examples of the method, where it has several; the first one is that of `call`. */
      readonly examples?: readonly CallExample[];
      /** Parameters of a subscription call, which no table of the client has. */
      readonly parameters?: readonly JsonObject[];
    }
  | { readonly kind: "topic"; readonly call: Subscription; readonly subscribe: string };

/** The parameters of a call in one of its examples. */
export interface CallExample {
  readonly name: string;
  readonly params: readonly Json[];
}

export function samplesOf(sample: SampleCall): JsonObject[] {
  if (sample.kind === "operation") return operationSamples(sample.call);
  if (sample.kind === "method") return methodSamples(sample.call);
  return topicSamples(sample.call, sample.subscribe);
}

/** A request of a REST operation with the examples of its parameters. */
export interface OperationCall {
  readonly id: string;
  readonly verb: string;
  /** Below `base`. */
  readonly path: string;
  readonly parameters: readonly JsonObject[];
  readonly body: Json | undefined;
  readonly isList: boolean;
  /** Segment that the examples are of. */
  readonly segment: string;
  /** URL of the segment, or of the host where the operation is one of it. */
  readonly base: string;
}

function operationSamples(call: OperationCall): JsonObject[] {
  const { body, base } = call;
  const verb = call.verb.toUpperCase();
  const url = base + targetOf(call);
  const curl =
    body === undefined
      ? curlGet(call)
      : curlOf(url, `-X ${verb} ${OF_JSON} -d '${JSON.stringify(body)}'`);
  const plain = [
    `const response = await fetch("${url}"${body === undefined ? "" : postOf(verb, body)});`,
    "const { data } = await response.json();",
    "console.log(data);",
  ];
  return samples(curl, operationProgram(call), plain);
}

/** The options of a `fetch` that sends a body. */
function postOf(verb: string, body: Json, headers = ""): string {
  return [
    ", {",
    `  method: "${verb}",`,
    `  headers: { "Content-Type": "application/json"${headers} },`,
    `  body: JSON.stringify(${literal(body)}),`,
    "}",
  ].join("\n");
}

/** The query a line each. */
function curlGet(call: OperationCall): string {
  const [path = "", search = ""] = targetOf(call).split("?");
  if (search === "") return curlOf(call.base + path);
  return curlOf(call.base + path, ...search.split("&").map((one) => `-d ${one}`)).replace(
    " ",
    " -G ",
  );
}

const OF_JSON = "-H 'Content-Type: application/json'";

/** A request as a command of a shell, each part on a line. */
function curlOf(url: string, ...parts: readonly string[]): string {
  return [`curl '${url}'`, ...parts].join(" \\\n  ");
}

/** A program that calls an operation by the client. */
export function operationProgram(call: OperationCall): string {
  const { id, isList, segment, base } = call;
  const called = `${variableOf(segment)}.${id}(${argumentsOf(call).join(", ")})`;
  const lines = isList
    ? [`const { items, pagination } = await ${called};`, "console.log(items, pagination);"]
    : [`console.log(await ${called});`];
  return [...createClient(segment, base), ...lines].join("\n");
}

/** The call of a method in its first example. */
export interface MethodCall {
  readonly name: string;
  readonly params: readonly Json[];
  readonly kind: "method" | "simplified" | "websocket" | "dev";
  readonly segment: string;
  /** URL of the segment: of its WebSocket for a subscription call. */
  readonly url: string;
  /** Header that carries the token of devnet control. */
  readonly tokenHeader: string;
  /** The subscription in the client's sample of a subscription call. */
  readonly topic: Subscription | undefined;
}

/** A topic, and the cursor to resume after. */
export interface Subscription {
  readonly name: string;
  readonly after: Json | undefined;
  /** The other fields of its filter. */
  readonly filter?: JsonObject;
  readonly segment: string;
  /** URL of the segment's WebSocket. */
  readonly url: string;
}

function methodSamples(call: MethodCall): JsonObject[] {
  const { name: method, params, kind, url, tokenHeader } = call;
  const request: JsonObject = { method, params: [...params] };
  const message = kind === "simplified" ? request : { jsonrpc: "2.0", id: 1, ...request };
  if (kind === "websocket") return socketSamples(url, message, methodProgram(call));
  const token = kind === "dev" ? ` -H "${tokenHeader}: $TOKEN"` : "";
  const headers = kind === "dev" ? `, "${tokenHeader}": token` : "";
  const curl = curlOf(url, OF_JSON + token, `-d '${JSON.stringify(message)}'`);
  return samples(curl, methodProgram(call), [
    `const response = await fetch("${url}"${postOf("POST", message, headers)});`,
    "const { result, error } = await response.json();",
    "console.log(result ?? error);",
  ]);
}

/** A program that calls a method by the client; undefined for devnet control, which clients lack. */
export function methodProgram(call: MethodCall): string | undefined {
  const { name, params, kind, segment, url, topic } = call;
  if (kind === "dev") return undefined;
  if (kind === "websocket") return topic && topicProgram(topic);
  const group = kind === "simplified" ? "simple" : "rpc";
  const called = `${variableOf(segment)}.${group}.${name}(${params.map(literal).join(", ")})`;
  return [...createClient(segment, url), `console.log(await ${called});`].join("\n");
}

/** Samples of a topic, resumed after a cursor unless it is live; `subscribe` is the method that subscribes. */
function topicSamples(topic: Subscription, subscribe: string): JsonObject[] {
  const { name, after } = topic;
  const params = after === undefined ? [name] : [name, { ...topic.filter, after }];
  const message = { jsonrpc: "2.0", id: 1, method: subscribe, params };
  return socketSamples(topic.url, message, topicProgram(topic));
}

/** A program that takes the first event of a topic. */
function topicProgram({ name, after, filter: others, segment, url }: Subscription): string {
  const fields = { ...others, ...(after === undefined ? {} : { after }) };
  const filter = Object.keys(fields).length === 0 ? "" : `, ${literal(fields)}`;
  return [
    ...createClient(segment, url),
    `for await (const event of ${variableOf(segment)}.events.subscribe("${name}"${filter})) {`,
    "  console.log(event.data, event.cursor);",
    "  break;",
    "}",
  ].join("\n");
}

function socketSamples(
  url: string,
  message: JsonObject,
  program: string | undefined,
): JsonObject[] {
  const curl = `npx wscat -c '${url}' -w 2 \\\n  -x '${JSON.stringify(message)}'`;
  return samples(curl, program, [
    `const socket = new WebSocket("${url}");`,
    `socket.onopen = () => socket.send(JSON.stringify(${literal(message)}));`,
    "socket.onmessage = ({ data }) => console.log(JSON.parse(data));",
  ]);
}

function samples(curl: string, client: string | undefined, plain: readonly string[]): JsonObject[] {
  const sources = [client, curl, plain.join("\n")];
  return SAMPLE_LANGUAGES.flatMap(({ lang, label }, index) => {
    const source = sources[index];
    return source === undefined ? [] : [{ lang, label, source }];
  });
}

function createClient(segment: string, url: string): string[] {
  const [origin = ""] = /^\w+:\/\/[^/]+/.exec(url.replace(/^ws/, "http")) ?? [];
  return [
    `import { createClient } from "alphadelta";`,
    "",
    `const ${variableOf(segment)} = createClient("${segment}", { endpoints: "${origin}" });`,
  ];
}

/** Name of a client of a segment in programs. */
export function variableOf(segment: string): string {
  return segment.replace(/-.*/, "");
}

/** The path with its parameters, and the query. */
function targetOf({ path, parameters }: OperationCall): string {
  const query = new URLSearchParams();
  let target = path;
  for (const parameter of parameters) {
    const name = textAt(parameter, "name");
    if (parameter.in === "query") query.set(name, String(parameter.example));
    else target = target.replace(`{${name}}`, String(parameter.example));
  }
  return query.size > 0 ? `${target}?${query}` : target;
}

/** The arguments in code: path parameters, the body, and the query without values that are defaults. */
function argumentsOf({ parameters, body }: OperationCall): string[] {
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  const others = parameters.filter(
    (parameter) =>
      parameter.in === "query" && parameter.example !== objectAt(parameter, "schema").default,
  );
  const query = Object.fromEntries(
    others.map((parameter) => [textAt(parameter, "name"), parameter.example]),
  );
  return [
    ...inPath.map(({ example }) => literal(example ?? null)),
    ...(body === undefined ? [] : [literal(body)]),
    ...(others.length === 0 ? [] : [literal(query)]),
  ];
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
