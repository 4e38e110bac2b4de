import { type JsonObject, objectAt, textAt } from "../specs/json.ts";
import { readModel } from "../specs/model/mod.ts";
import type { Specs } from "../specs/specs.ts";
import { clientLine, dataType } from "./_client_functions.ts";
import { samplesOf } from "./_code_samples.ts";
import { operationCall } from "./_page_calls.ts";

/** The paths of the REST document; each operation names the client's function and has samples. */
export function restPaths(specs: Specs, hasLibrary: boolean): JsonObject {
  const model = readModel(specs);
  const paths = { ...objectAt(specs.openapi.value, "paths") };
  for (const operation of model.operations) {
    const { template, verb, value } = operation;
    const call = operationCall(specs, operation);
    paths[template] = {
      ...objectAt(paths, template),
      [verb]: {
        ...value,
        description: textAt(value, "description"),
        "x-client": clientLine(call, dataType(model, operation), hasLibrary),
        "x-codeSamples": samplesOf(call),
        "x-run": call as unknown as JsonObject,
      },
    };
  }
  return paths;
}
