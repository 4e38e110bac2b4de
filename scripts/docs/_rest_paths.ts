import { arrayAt, type JsonObject, objectAt, textAt } from "../specs/json.ts";
import { type Operation, readModel } from "../specs/model/mod.ts";
import type { Specs } from "../specs/specs.ts";
import { clientLine, operationFunction } from "./_client_functions.ts";
import { type OperationCall, type SampleCall, samplesOf, variableOf } from "./_code_samples.ts";
import { exampleSegment, serverUrl } from "./_servers.ts";

/** The paths of the REST document; each operation names the client's function and has samples. */
export function restPaths(specs: Specs, hasLibrary: boolean): JsonObject {
  const model = readModel(specs);
  const paths = { ...objectAt(specs.openapi.value, "paths") };
  for (const operation of model.operations) {
    const { template, verb, value } = operation;
    const call = operationCall(specs, operation);
    const sample: SampleCall = { kind: "operation", call };
    const client = operationFunction(model, operation, variableOf(call.segment));
    paths[template] = {
      ...objectAt(paths, template),
      [verb]: {
        ...value,
        description: textAt(value, "description"),
        "x-client": clientLine(client, hasLibrary),
        "x-codeSamples": samplesOf(sample),
        "x-run": sample as unknown as JsonObject,
      },
    };
  }
  return paths;
}

/** An operation with the examples of its parameters, as samples send it. */
export function operationCall(specs: Specs, operation: Operation): OperationCall {
  const { id, verb, path, template, server: name, parameters, items, value } = operation;
  const openapi = specs.openapi.value;
  const content = objectAt(value, "requestBody", "content");
  const segment = exampleSegment(operation, openapi, objectAt(openapi, "x-segments"));
  const item = objectAt(openapi, "paths", template);
  const [server] = [...arrayAt(item, "servers"), ...arrayAt(openapi, "servers")];
  const url = readModel(specs).servers[name];
  const base = serverUrl({ ...objectAt(server), url }, segment);
  return {
    ...{ id, verb, path, segment, base: base.replace("{segment}", segment) },
    parameters: parameters.map(({ name: own, in: place, schema, value: written }) => ({
      ...{ name: own, in: place, example: written.example, schema: { default: schema.default } },
    })),
    body: objectAt(content, "application/json").example,
    isList: items !== undefined,
  };
}
