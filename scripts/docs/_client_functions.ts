import { objectAt } from "../specs/json.ts";
import type { Model, Operation } from "../specs/model/mod.ts";
import { variableOf } from "./_code_samples.ts";
import type { PageCall } from "./_page_calls.ts";
import { IN_CODE, typeText } from "./_type_text.ts";

/** Page of the library with the function that subscribes. */
const EVENTS = "interfaces/alphadelta_events.Events.html";

/**
 * A line that names the client's function for a call, and the type of its result; empty for devnet control, which clients lack.
 *
 * @param type Type of the value that the function resolves to; of a list, that of its pages.
 */
export function clientLine(
  { kind, name, segment, request }: PageCall,
  type: string,
  hasLibrary: boolean,
): string {
  if (kind === "dev") return "";
  const client = variableOf(segment);
  // The page has no definition of Amount.
  const value = `Promise<${type.replace(/\bAmount\b/, "bigint")}>`;
  const [call, result, page] = {
    operation: [name, request?.isList ? type : value, `functions/client.${name}.html`],
    method: [`rpc.${name}`, value, `functions/client_rpc.${name}.html`],
    simplified: [`simple.${name}`, value, `functions/client_simple.${name}.html`],
    websocket: ["events.subscribe", "EventStream", EVENTS],
    topic: [`events.subscribe("${name}")`, `EventStream<"${name}">`, `${EVENTS}#subscribe`],
  }[kind] as [string, string, string];
  const code = `\`${client}.${call}\``;
  return `Client: ${hasLibrary ? `[${code}](library/${page})` : code} → \`${result}\``;
}

/** Type of the data of an operation, or of a list's pages. */
export function dataType({ schemas }: Model, { data = "undefined", items }: Operation): string {
  if (items === undefined) return data;
  const list = objectAt(schemas[data], "properties", items);
  return `PagedList<${typeText(list.items, IN_CODE)}>`;
}
