import { type Call, operationsOf, servedPath } from "../specs/calls.ts";
import { arrayAt, type JsonObject, objectAt, textAt } from "../specs/json.ts";
import { type Model, type Operation, readModel } from "../specs/model/mod.ts";
import type { Specs } from "../specs/specs.ts";
import { clientLine, operationFunction } from "./_client_functions.ts";
import { type OperationCall, type SampleCall, samplesOf, variableOf } from "./_code_samples.ts";
import { exampleSegment, serverUrl } from "./_servers.ts";

/** The paths of the REST document; each operation names the client's function and has samples. */
export function restPaths(specs: Specs, hasLibrary: boolean): JsonObject {
  const model = readModel(specs);
  const paths = { ...objectAt(specs.openapi.value, "paths") };
  for (const call of operationsOf(specs)) {
    const [, path = "", verb = ""] = call.path.map(String);
    const asked = operationCall(specs, call);
    const sample: SampleCall = { kind: "operation", call: asked };
    const client = operationFunction(model, operationOf(model, call), variableOf(asked.segment));
    paths[path] = {
      ...objectAt(paths, path),
      [verb]: {
        ...call.value,
        description: textAt(call.value, "description"),
        "x-client": clientLine(client, hasLibrary),
        "x-codeSamples": samplesOf(sample),
        "x-run": sample as unknown as JsonObject,
      },
    };
  }
  return paths;
}

/** The model's operation of a call. */
export function operationOf(model: Model, { name, path }: Call): Operation {
  const found = model.operations.find(({ id }) => id === name);
  if (!found) throw new TypeError(`Cannot show ${path.join(" ")}: the model lacks it`);
  return found;
}

/** An operation with the examples of its parameters, as samples send it. */
export function operationCall({ openapi }: Specs, call: Call): OperationCall {
  const [, template = "", verb = ""] = call.path.map(String);
  const { url, path } = servedPath(openapi.value, template);
  const content = objectAt(objectAt(call.value, "requestBody"), "content");
  const segment = exampleSegment(call.value, openapi.value, objectAt(openapi.value, "x-segments"));
  const item = objectAt(objectAt(openapi.value, "paths"), template);
  const [server] = [...arrayAt(item, "servers"), ...arrayAt(openapi.value, "servers")];
  return {
    id: call.name,
    verb,
    base: serverUrl({ ...objectAt({ server }, "server"), url }, segment).replace(
      "{segment}",
      segment,
    ),
    path,
    parameters: call.parameters
      .map(({ value }) => value)
      .filter((each) => each.in !== "path" || path.includes(`{${textAt(each, "name")}}`))
      .map(({ name, in: place, example, schema }) => {
        return {
          name,
          in: place,
          example,
          schema: { default: objectAt({ schema }, "schema").default },
        };
      }),
    body: objectAt(content, "application/json").example,
    isList: call.value["x-pagination"] !== undefined,
    segment,
  };
}
