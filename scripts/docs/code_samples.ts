import { arrayAt, isObject, type Json, type JsonObject, objectAt, textAt } from "../specs/json.ts";

/** Languages of the samples: the renderer shows those that are named, under these labels. */
export const SAMPLE_LANGUAGES = [
  { lang: "bash", label: "curl" },
  { lang: "typescript", label: "alphadelta" },
  { lang: "javascript", label: "fetch" },
] as const;

/** Origin of the service in samples: the default of the specs. */
export const HOST = "127.0.0.1:8645";

/** A request of a REST operation with the examples of its parameters. */
export interface OperationCall {
  readonly id: string;
  readonly verb: string;
  /** URL of its server, the segment filled in. */
  readonly base: string;
  /** Below that URL. */
  readonly path: string;
  readonly parameters: readonly JsonObject[];
  readonly body: Json | undefined;
  readonly isList: boolean;
  /** Segment that the examples are of; undefined for an operation of the host. */
  readonly segment: string | undefined;
}

/** Samples of a REST operation. */
export function operationSamples(call: OperationCall): JsonObject[] {
  const { verb, body, base } = call;
  const url = base + targetOf(call);
  const json = JSON.stringify(body);
  const post = `-X ${verb.toUpperCase()} -H 'Content-Type: application/json' -d '${json}'`;
  const request =
    body === undefined
      ? ""
      : `, {\n  method: "${verb.toUpperCase()}",\n  headers: { "Content-Type": "application/json" },\n  body: JSON.stringify(${literal(body)}),\n}`;
  return samples(
    body === undefined ? curlGet(call) : `curl '${url}' \\\n  ${post}`,
    operationProgram(call),
    `const response = await fetch("${url}"${request});\nconst { data } = await response.json();\nconsole.log(data);`,
  );
}

/** The query a line each. */
function curlGet(call: OperationCall): string {
  const [path = "", search = ""] = targetOf(call).split("?");
  const query = search === "" ? [] : search.split("&").map((one) => `-d ${one}`);
  const options = query.length > 0 ? "-G " : "";
  return [`curl ${options}'${call.base}${path}'`, ...query].join(" \\\n  ");
}

/** A program that calls an operation by the client. */
export function operationProgram(call: OperationCall): string {
  const { id, isList } = call;
  const chain = chainOf(call.segment ?? "delta");
  const called = `${chain}.${id}(${argumentsOf(call).join(", ")})`;
  const lines = isList
    ? [`const { items, pagination } = await ${called};`, "console.log(items, pagination);"]
    : [`console.log(await ${called});`];
  return [...createClient(call.segment ?? "delta"), ...lines].join("\n");
}

/** The call of a method in its first example. */
export interface MethodCall {
  readonly name: string;
  readonly params: readonly Json[];
  readonly kind: "method" | "simplified" | "websocket" | "dev";
  readonly segment: string;
  /** Of a subscription call: the cursor that the client's sample resumes after. */
  readonly after: Json | undefined;
}

/** Samples of a JSON-RPC method. */
export function methodSamples(call: MethodCall): JsonObject[] {
  const { name: method, params, kind, segment } = call;
  const asked: JsonObject = { method, params: [...params] };
  const message = kind === "simplified" ? asked : { jsonrpc: "2.0", id: 1, ...asked };
  if (kind === "websocket") return socketSamples(segment, message, methodProgram(call));
  const url = `http://${HOST}/rpc/${segment}`;
  const token = kind === "dev" ? ` -H "X-Dev-Token: $TOKEN"` : "";
  const headers = kind === "dev" ? `, "X-Dev-Token": token` : "";
  return samples(
    `curl '${url}' \\\n  -H 'Content-Type: application/json'${token} \\\n  -d '${JSON.stringify(message)}'`,
    methodProgram(call),
    `const response = await fetch("${url}", {\n  method: "POST",\n  headers: { "Content-Type": "application/json"${headers} },\n  body: JSON.stringify(${literal(message)}),\n});\nconst { result, error } = await response.json();\nconsole.log(result ?? error);`,
  );
}

/** A program that calls a method by the client; undefined for devnet control, which clients lack. */
export function methodProgram({
  name,
  params,
  kind,
  segment,
  after,
}: MethodCall): string | undefined {
  if (kind === "dev") return undefined;
  if (kind === "websocket") return topicProgram("blocks", after, segment);
  const chain = chainOf(segment);
  const group = kind === "simplified" ? "simple" : "rpc";
  const called = `${chain}.${group}.${name}(${params.map(literal).join(", ")})`;
  return [...createClient(segment), `console.log(await ${called});`].join("\n");
}

/** Samples of a topic, resumed after a cursor. */
export function topicSamples(
  topic: string,
  after: Json | undefined,
  segment: string,
): JsonObject[] {
  const params = [topic, { after: after ?? null }];
  const message = { jsonrpc: "2.0", id: 1, method: "chain_subscribe", params };
  return socketSamples(segment, message, topicProgram(topic, after, segment));
}

/** A program that takes the first event of a topic. */
export function topicProgram(topic: string, after: Json | undefined, segment: string): string {
  const filter = after === undefined ? "" : `, ${literal({ after })}`;
  return [
    ...createClient(segment),
    `for await (const event of ${chainOf(segment)}.events.subscribe("${topic}"${filter})) {`,
    "  console.log(event.data, event.cursor);",
    "  break;",
    "}",
  ].join("\n");
}

function socketSamples(
  segment: string,
  message: JsonObject,
  program: string | undefined,
): JsonObject[] {
  const url = `ws://${HOST}/ws/${segment}`;
  const json = JSON.stringify(message);
  return samples(
    `npx wscat -c '${url}' -w 2 \\\n  -x '${json}'`,
    program,
    `const socket = new WebSocket("${url}");\nsocket.onopen = () => socket.send(JSON.stringify(${literal(message)}));\nsocket.onmessage = ({ data }) => console.log(JSON.parse(data));`,
  );
}

function samples(curl: string, client: string | undefined, plain: string): JsonObject[] {
  const sources = [curl, client, plain];
  return SAMPLE_LANGUAGES.flatMap(({ lang, label }, index) => {
    const source = sources[index];
    return source === undefined ? [] : [{ lang, label, source }];
  });
}

function createClient(segment: string): string[] {
  return [
    `import { createClient } from "alphadelta";`,
    "",
    `const ${chainOf(segment)} = createClient("${segment}", { endpoints: "http://${HOST}" });`,
  ];
}

function chainOf(segment: string): string {
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

/** Path parameters, the body, and what in the query is not its default. */
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

/** The segment that the examples of something are of: mainnet of the first of its chains, delta where it has all. */
export function exampleSegment(holder: JsonObject): string {
  const chains = [...arrayAt(holder, "x-chains"), ...arrayAt(holder["x-decided"], "x-chains")];
  return chains.length === 1 ? String(chains[0]) : "delta";
}
