import { arrayAt, type JsonObject, objectAt, textAt } from "../specs/json.ts";
import { refName } from "../specs/layer.ts";
import type { RpcDocument } from "./_rpc_document.ts";

/** The client's function for something of the page: its name in a program, its result, and its page in the library. */
export interface ClientFunction {
  /** As a program writes it: `delta.rpc.account_getBalance`. */
  readonly name: string;
  /** Type of what comes back. */
  readonly result: string;
  /** Its page below `library`. */
  readonly page: string;
}

/** A line that names the client's function and the type of what comes back. */
export function clientLine({ name, result, page }: ClientFunction, hasLibrary: boolean): string {
  const shown = hasLibrary ? `[\`${name}\`](library/${page})` : `\`${name}\``;
  return `Client: ${shown} → \`${result}\``;
}

/** The function of a REST operation; `client` is the variable of a client, `schemas` are the named ones. */
export function operationFunction(
  operation: JsonObject,
  client: string,
  schemas: JsonObject,
): ClientFunction {
  const id = textAt(operation, "operationId");
  const schema = objectAt(successSchema(operation), "properties");
  const data = refName(textAt(objectAt(schema, "data"), "$ref"));
  const items = textAt(objectAt(operation, "x-pagination"), "items");
  const list = objectAt(objectAt(objectAt(schemas, data), "properties"), items);
  const item = refName(textAt(objectAt(list, "items"), "$ref"));
  return {
    name: `${client}.${id}`,
    result: item === "" ? `Promise<${data}>` : `PagedList<${item}>`,
    page: `functions/client.${id}.html`,
  };
}

function successSchema(operation: JsonObject): JsonObject {
  const responses = objectAt(operation, "responses");
  const success = objectAt(responses, "200").content ? "200" : "201";
  const content = objectAt(objectAt(responses, success), "content");
  return objectAt(objectAt(content, "application/json"), "schema");
}

/** The function of a JSON-RPC method or a simplified call; undefined for those that the client makes by itself. */
export function methodFunction(
  rpc: RpcDocument,
  method: JsonObject,
  client: string,
): ClientFunction | undefined {
  const name = textAt(method, "name");
  if (method["x-websocket"] === true) {
    return {
      name: `${client}.events.subscribe`,
      result: "EventStream",
      page: "interfaces/alphadelta_events.Events.html",
    };
  }
  if (rpc.isDev(method)) return undefined;
  const group = method["x-simplified"] === true ? "simple" : "rpc";
  return {
    name: `${client}.${group}.${name}`,
    result: `Promise<${resultType(rpc, method)}>`,
    page: `functions/client_${group}.${name}.html`,
  };
}

function resultType(rpc: RpcDocument, method: JsonObject): string {
  const schema = objectAt(rpc.resolve(method.result), "schema");
  const parts = [schema, ...arrayAt(schema, "anyOf")].flatMap((part) => {
    const ref = textAt(part, "$ref");
    if (ref !== "") return [TYPES[refName(ref)] ?? refName(ref)];
    const type = textAt(part, "type");
    return type === "" ? [] : [type];
  });
  return parts.join(" | ");
}

/** Types that a schema of a value has in a program. */
const TYPES: Readonly<Record<string, string | undefined>> = { Amount: "bigint" };

/** The function of a topic. */
export function topicFunction(topic: string, client: string): ClientFunction {
  return {
    name: `${client}.events.subscribe("${topic}")`,
    result: `EventStream<"${topic}">`,
    page: "interfaces/alphadelta_events.Events.html#subscribe",
  };
}
