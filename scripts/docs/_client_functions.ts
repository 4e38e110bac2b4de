import { isObject, type Json, objectAt, textAt } from "../specs/json.ts";
import { refName } from "../specs/named_schemas.ts";
import type { Method, Model, Operation } from "../specs/model/mod.ts";
import { type Subscription, variableOf } from "./_code_samples.ts";
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

/** The function of a REST operation; `client` is the variable of a client. */
export function operationFunction(
  model: Model,
  operation: Operation,
  client: string,
): ClientFunction {
  const { id, data = "" } = operation;
  return {
    name: `${client}.${id}`,
    result: pagedType(model, operation) ?? `Promise<${data}>`,
    page: `functions/client.${id}.html`,
  };
}

/** Type of a list's pages; undefined for what is no list. */
export function pagedType({ schemas }: Model, { data = "", items }: Operation): string | undefined {
  if (items === undefined) return undefined;
  const list = objectAt(objectAt(schemas[data], "properties"), items);
  return `PagedList<${typeOf(list.items)}>`;
}

/** The function of a JSON-RPC method or a simplified call; undefined for those that the client makes by itself. */
export function methodFunction(rpc: RpcDocument, method: Method): ClientFunction | undefined {
  const { name, kind } = method;
  const { segment } = rpc.callOf(method);
  const client = variableOf(segment);
  if (kind === "dev") return undefined;
  if (kind === "websocket") {
    const page = "interfaces/alphadelta_events.Events.html";
    return { name: `${client}.events.subscribe`, result: "EventStream", page };
  }
  const group = kind === "simplified" ? "simple" : "rpc";
  const type = typeOf(method.result);
  return {
    name: `${client}.${group}.${name}`,
    // The page has no reference beside it to say what an amount is.
    result: `Promise<${type.replace(/\bAmount\b/, "bigint")}>`,
    page: `functions/client_${group}.${name}.html`,
  };
}

/** The function of a topic. */
export function topicFunction({ name, segment }: Subscription): ClientFunction {
  return {
    name: `${variableOf(segment)}.events.subscribe("${name}")`,
    result: `EventStream<"${name}">`,
    page: "interfaces/alphadelta_events.Events.html#subscribe",
  };
}

/** The type that a schema has in a program. */
export function typeOf(schema: Json | undefined): string {
  if (!isObject(schema)) return "unknown";
  const known = schema["x-extensible-enum"];
  if (typeof schema.$ref === "string") return refName(schema.$ref);
  for (const keyword of ["anyOf", "oneOf"]) {
    const parts = schema[keyword];
    if (Array.isArray(parts)) return [...new Set(parts.map(typeOf))].join(" | ");
  }
  const literals = (values: readonly Json[]): string =>
    values.map((value) => JSON.stringify(value)).join(" | ");
  if (Array.isArray(schema.enum)) return literals(schema.enum);
  if (Array.isArray(known)) return `${literals(known)} | (string & {})`;
  const type = textAt(schema, "type");
  if (type === "array") return `${typeOf(schema.items)}[]`;
  return type === "integer" ? "number" : type === "" ? "unknown" : type;
}
