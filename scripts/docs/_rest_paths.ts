import { arrayAt, isObject, type Json, type JsonObject, objectAt, textAt } from "../specs/json.ts";
import { refName } from "../specs/layer.ts";
import { servedPath, VERBS } from "../specs/calls.ts";
import { clientLine, operationFunction } from "./_client_functions.ts";
import { type OperationCall, operationSamples, variableOf } from "./_code_samples.ts";
import { exampleSegment, serverUrl } from "./_expand_servers.ts";

/** The paths of the REST document; each operation names the client's function and has samples. */
export function restPaths(openapi: JsonObject, hasLibrary: boolean): JsonObject {
  const paths = Object.entries(objectAt(openapi, "paths")).map(([path, item]): [string, Json] => {
    const operations = VERBS.filter((verb) => isObject(objectAt({ item }, "item")[verb]));
    const shown = operations.map((verb) => [
      verb,
      showOperation(openapi, { path, verb, item: objectAt({ item }, "item") }, hasLibrary),
    ]);
    return [path, { ...objectAt({ item }, "item"), ...(Object.fromEntries(shown) as JsonObject) }];
  });
  return Object.fromEntries(paths);
}

/** Place of an operation. */
interface Place {
  readonly path: string;
  readonly verb: string;
  readonly item: JsonObject;
}

function showOperation(openapi: JsonObject, place: Place, hasLibrary: boolean): JsonObject {
  const operation = objectAt(place.item, place.verb);
  const schemas = objectAt(objectAt(openapi, "components"), "schemas");
  const call = operationCall(openapi, place);
  const client = operationFunction(operation, variableOf(call.segment), schemas);
  return {
    ...operation,
    description: textAt(operation, "description"),
    "x-client": clientLine(client, hasLibrary),
    "x-codeSamples": operationSamples(call),
  };
}

/** An operation with the examples of its parameters, as samples send it. */
export function operationCall(openapi: JsonObject, place: Place): OperationCall {
  const { verb, item } = place;
  const operation = objectAt(item, verb);
  const { url, path } = servedPath(openapi, place.path);
  const parameters = [...arrayAt(item, "parameters"), ...arrayAt(operation, "parameters")];
  const content = objectAt(objectAt(operation, "requestBody"), "content");
  const segment = exampleSegment(operation, openapi, objectAt(openapi, "x-segments"));
  const [server] = [...arrayAt(item, "servers"), ...arrayAt(openapi, "servers")];
  return {
    id: textAt(operation, "operationId"),
    verb,
    base: serverUrl({ ...objectAt({ server }, "server"), url }, segment).replace(
      "{segment}",
      segment,
    ),
    path,
    parameters: parameters
      .map((parameter) => parameterOf(openapi, parameter))
      .filter((each) => each.in !== "path" || path.includes(`{${textAt(each, "name")}}`)),
    body: objectAt(content, "application/json").example,
    isList: operation["x-pagination"] !== undefined,
    segment,
  };
}

function parameterOf(openapi: JsonObject, parameter: Json): JsonObject {
  const ref = textAt(parameter, "$ref");
  const shared = objectAt(objectAt(openapi, "components"), "parameters");
  if (ref !== "") return objectAt(shared, refName(ref));
  return isObject(parameter) ? parameter : {};
}
