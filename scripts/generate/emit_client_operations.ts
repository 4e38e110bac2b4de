import type { Model, Operation } from "../specs/model/mod.ts";
import { isDecided } from "../specs/layer.ts";
import { PARTS } from "./merge.ts";
import { itemSchema } from "./item_schema.ts";
import {
  callRows,
  deprecatedArguments,
  deprecatedTag,
  docComment,
  extensionIf,
  HEADER,
  label,
  literal,
  pascalCase,
  union,
} from "./source_text.ts";

/** Emits the operations for clients: arguments and decoded results as types, and a table of the calls. */
export function emitClientOperations(model: Model): string {
  const members = model.operations.map((operation) => member(model, operation));
  return `${HEADER}
import type { OperationCall } from "../../parameters/mod.ts";
import type { Undocumented } from "../../units/mod.ts";
import type * as Types from "../types.gen.ts";
import * as calls from "./operation_calls.gen.ts";

/** The REST operations: arguments, decoded \`data\`, item of a list, chains that have it. */
export interface Operations {
${members.join("\n\n")}
}

/** Name of a REST operation. */
export type OperationId = keyof Operations;

/** Every operation: its row of the specs, and its validators. */
export const OPERATION_CALLS: Readonly<Record<OperationId, OperationCall>> = {
${callRows(model.operations.map(({ id }) => id))}
};
`;
}

function member(model: Model, operation: Operation): string {
  const { id, summary, description, source, chains } = operation;
  const item = itemSchema(model, operation);
  const comment = [
    ...[`${summary}.`, description, defaultsOf(operation), source],
    ...[deprecatedArguments(operation.parameters), deprecatedTag(operation.deprecation)],
  ];
  return `${docComment(comment, "  ")}
  ${id}: {
    args: [${argumentsOf(operation).join(", ")}];
    data: ${dataType(model, operation)};
    item: ${item ? `Types.${item}` : "never"};
    chains: ${union(chains)};
  };`;
}

function dataType({ schemas }: Model, { data }: Operation): string {
  if (data === undefined) return "undefined";
  return extensionIf(isDecided(schemas[data]), `Types.${data}`);
}

/** Parameters that the page itself shows as they were in effect. */
const SHOWN = ["page", "limit"];

/** Says of a list which values select and order its items where the caller does not. */
function defaultsOf({ items, parameters }: Operation): string {
  if (items === undefined) return "";
  const values = parameters
    .filter(({ name, schema }) => schema.default !== undefined && !SHOWN.includes(name))
    .map(({ name, schema }) => `\`${name}\` is \`${String(schema.default)}\``);
  return values.length > 0 ? `Unless given, ${values.join(" and ")}.` : "";
}

/** Path parameters in the path's order, then the body, then an object of all in the query and the headers. */
function argumentsOf({ id, parameters, body }: Operation): string[] {
  const type = `Types.${pascalCase(id)}`;
  const args = parameters
    .filter((parameter) => parameter.in === "path")
    .map(({ name }) => `${label(name)}: ${type}Path[${literal(name)}]`);
  const named = (["query", "header"] as const).flatMap((place) => {
    const own = parameters.filter((each) => each.in === place);
    return own.length > 0 ? [{ part: type + PARTS[place], own }] : [];
  });
  const isRequired = named.some(({ own }) => own.some(({ required }) => required));
  if (body) {
    const value = `${type}Body${body.required ? "" : " | undefined"}`;
    args.push(`body${body.required || isRequired ? "" : "?"}: ${value}`);
  }
  if (named.length === 0) return args;
  const types = named.map(({ part }) => part).join(" & ");
  return [
    ...args,
    `${named.length > 1 ? "parameters" : "query"}${isRequired ? "" : "?"}: ${types}`,
  ];
}
