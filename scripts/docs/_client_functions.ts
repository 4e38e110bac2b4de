import { objectAt } from "../specs/json.ts";
import type { Method, Model, Operation } from "../specs/model/mod.ts";
import { IN_CODE, typeText } from "./_type_text.ts";

/** The client's function for something of the page: its name in a program, its result, and its page in the library. */
export interface ClientFunction {
  /** As a program writes it: `delta.rpc.account_getBalance`. */
  readonly name: string;
  /** Type of the result. */
  readonly result: string;
  /** Its page below `library`. */
  readonly page: string;
}

/** A line that names the client's function and the type of its result. */
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

/** Type of a list's pages; undefined for an operation that is no list. */
export function pagedType({ schemas }: Model, { data = "", items }: Operation): string | undefined {
  if (items === undefined) return undefined;
  const list = objectAt(schemas[data], "properties", items);
  return `PagedList<${typeText(list.items, IN_CODE)}>`;
}

/** The function of a JSON-RPC method or a simplified call; undefined for calls that the client makes by itself. */
export function methodFunction(
  { name, kind, result }: Method,
  client: string,
): ClientFunction | undefined {
  if (kind === "dev") return undefined;
  if (kind === "websocket") {
    const page = "interfaces/alphadelta_events.Events.html";
    return { name: `${client}.events.subscribe`, result: "EventStream", page };
  }
  const group = kind === "simplified" ? "simple" : "rpc";
  const type = typeText(result, IN_CODE);
  return {
    name: `${client}.${group}.${name}`,
    // The page has no definition of Amount.
    result: `Promise<${type.replace(/\bAmount\b/, "bigint")}>`,
    page: `functions/client_${group}.${name}.html`,
  };
}

export function topicFunction(name: string, client: string): ClientFunction {
  return {
    name: `${client}.events.subscribe("${name}")`,
    result: `EventStream<"${name}">`,
    page: "interfaces/alphadelta_events.Events.html#subscribe",
  };
}
