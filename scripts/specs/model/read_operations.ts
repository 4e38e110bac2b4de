import { arrayAt, isObject, type JsonObject, objectAt, objectsAt, textAt } from "../json.ts";
import { isRefusalStatus } from "../is_refusal_status.ts";
import { refName } from "../layer.ts";
import type { Specs } from "../specs.ts";
import { bodySchema, chainsOf, deref, heightOf, readParameter, sourceOf } from "./_parts.ts";
import type { Growth, Operation } from "./model.ts";

/** The REST operations. */
export function readOperations(specs: Specs, chains: readonly string[]): Operation[] {
  return Object.entries(objectsAt(specs.openapi.value, "paths")).flatMap(([path, item]) =>
    ["get", "post"]
      .filter((verb) => isObject(item[verb]))
      .map((verb) => readOperation(specs, path, verb, objectAt(item, verb), item, chains)),
  );
}

function readOperation(
  specs: Specs,
  path: string,
  verb: string,
  operation: JsonObject,
  item: JsonObject,
  chains: readonly string[],
): Operation {
  const [status, response] = successOf(specs, operation);
  const data = objectAt(objectAt(bodySchema(response), "properties"), "data");
  const body = bodySchema(deref(specs, specs.openapi, operation.requestBody));
  const list = objectAt(operation, "x-pagination");
  const parameters = [...arrayAt(item, "parameters"), ...arrayAt(operation, "parameters")];
  return {
    id: textAt(operation, "operationId"),
    verb,
    path,
    server: item.servers ? "keys" : "rest",
    summary: textAt(operation, "summary"),
    description: textAt(operation, "description"),
    source: sourceOf(operation),
    parameters: parameters.map((parameter) => {
      const value = deref(specs, specs.openapi, parameter);
      return readParameter(value, textAt(value, "in") === "path" ? "path" : "query");
    }),
    body: body.$ref ? refName(textAt(body, "$ref")) : undefined,
    data: refName(textAt(data, "$ref")),
    status,
    envelope: bodySchema(response),
    failures: failuresOf(specs, operation),
    items: textAt(list, "items") || undefined,
    key: textAt(list, "key") || undefined,
    grows: list.grows as Growth | undefined,
    height: heightOf(operation),
    safe: operation["x-safe"] === true,
    chains: chainsOf(operation, chains),
  };
}

function successOf(specs: Specs, operation: JsonObject): [number, JsonObject] {
  const responses = objectAt(operation, "responses");
  const status = Object.keys(responses).find((key) => key.startsWith("2")) ?? "200";
  return [Number(status), deref(specs, specs.openapi, responses[status])];
}

function failuresOf(specs: Specs, operation: JsonObject): Record<string, string> {
  const failures = Object.entries(objectAt(operation, "responses")).filter(([key]) =>
    isRefusalStatus(key),
  );
  return Object.fromEntries(
    failures.map(([status, response]) => {
      const schema = bodySchema(deref(specs, specs.openapi, response));
      return [status, refName(textAt(schema, "$ref"))];
    }),
  );
}
