import {
  MethodCallValidator,
  type MethodNotFoundError,
  type ParameterValidationError,
} from "@open-rpc/schema-utils-js";
import { bundleOpenrpc } from "../../scripts/specs/bundle_openrpc.ts";
import { type Specs, loadSpecs } from "../../scripts/specs/specs.ts";
import {
  arrayAt,
  type Json,
  type JsonObject,
  mapObjects,
  objectAt,
  textAt,
} from "../../scripts/specs/json.ts";
import { type Model, readModel } from "../../scripts/specs/model/mod.ts";
import { refName } from "../../scripts/specs/named_schemas.ts";

type OpenrpcDocument = ConstructorParameters<typeof MethodCallValidator>[0];

/** Facts about responses in the specs, besides those generated from them. */
export interface Contract {
  /** Tells whether a method takes these parameters, by an independent reading of `openrpc.json`. */
  takesParameters(method: string, params: readonly unknown[]): boolean;
  /** Error codes a method may answer with. */
  errorCodesOf(method: string): readonly number[];
  /** Statuses an operation may answer with, by its id. */
  statusesOf(operation: string): readonly number[];
}

/**
 * Reads the specs in `folder`.
 *
 * @throws {Error} If they cannot be read or parsed.
 */
export async function loadContract(folder: string): Promise<Contract> {
  const specs = await loadSpecs(folder);
  const validator = new MethodCallValidator(selfContained(specs));
  const model = readModel(specs);
  const codes = errorCodes(specs, model);
  return {
    takesParameters(method, params) {
      const problems: ParameterValidationError[] | MethodNotFoundError = validator.validate(
        method,
        params,
      );
      return Array.isArray(problems) && problems.length === 0;
    },
    errorCodesOf: (method) => codes.get(method) ?? [],
    statusesOf(id) {
      const operation = model.operations.find((one) => one.id === id);
      return operation ? [operation.status, ...Object.keys(operation.failures).map(Number)] : [];
    },
  };
}

/** The codes of each method: its own, and those that any call may be answered with. */
function errorCodes(
  { openrpc }: Specs,
  { rpcErrors }: Model,
): ReadonlyMap<string, readonly number[]> {
  const codesAt = (value: Json | undefined): number[] =>
    arrayAt(value, "errors").map((error) =>
      Number(rpcErrors[refName(textAt(error, "$ref"))]?.["code"]),
    );
  const common = codesAt(openrpc.at(["x-envelope"]));
  return new Map(
    allMethods(openrpc.value).map((method) => [
      textAt(method, "name"),
      [...codesAt(method), ...common],
    ]),
  );
}

/** The JSON-RPC spec with what was decided in force. Each parameter has the schemas that it may refer to. */
function selfContained(specs: Specs): OpenrpcDocument {
  const bundle = mapObjects(bundleOpenrpc(specs), inForce);
  const components = { schemas: objectAt(objectAt(bundle, "components"), "schemas") };
  const methods = allMethods(bundle).map((method) => ({
    ...(method as JsonObject),
    params: arrayAt(method, "params").map((parameter) => ({
      ...(parameter as JsonObject),
      schema: { ...objectAt(parameter, "schema"), components },
    })),
  }));
  return { ...bundle, methods } as unknown as OpenrpcDocument;
}

/** The methods with those that control the devnet. */
function allMethods(openrpc: Json): Json[] {
  return [...arrayAt(openrpc, "methods"), ...arrayAt(objectAt(openrpc, "x-dev"), "methods")];
}

/** Formats of our own are unknown to the validator, which refuses to compile them; patterns stand beside them. */
function inForce(schema: JsonObject): JsonObject {
  const merged = { ...schema, ...objectAt(schema, "x-decided") };
  delete merged.format;
  return merged;
}
