import type { Deprecation, Method, Model } from "../specs/model/mod.ts";
import { methodRows } from "./method_table.ts";
import { operationRows } from "./operation_table.ts";
import { deprecatedTag, docComment, HEADER, pascalCase } from "./source_text.ts";

/** Each operation by itself, so that a bundler drops those that a program does not name. */
export function emitOperationCalls(model: Model): string {
  const rows = new Map(operationRows(model, "given"));
  const calls = model.operations.map(({ id, summary, parameters, body, data, deprecation }) => {
    const type = `v.z${pascalCase(id)}`;
    const has = (place: string): boolean => parameters.some((each) => each.in === place);
    const validators = [
      ...(has("path") ? [`path: ${type}Path`] : []),
      ...(has("query") ? [`query: ${type}Query`] : []),
      ...(has("header") ? [`headers: ${type}Headers`] : []),
      ...(body ? [`body: ${type}Body`] : []),
      ...(data === undefined ? [] : [`data: v.z${data}`]),
    ];
    return constant(
      { name: id, summary: `${summary}.`, deprecation },
      "OperationCall",
      rows.get(id),
      validators,
    );
  });
  return `${HEADER}
import type { Chain } from "../segments.gen.ts";
import type { OperationInfo } from "../tables.gen.ts";
import type { Validator } from "../../validation/mod.ts";
import * as v from "./validators.gen.ts";

/** Validators of an operation. */
export interface OperationValidators {
  /** Of the path parameters, by name. */
  readonly path?: Validator;
  /** Of the query parameters, by name. */
  readonly query?: Validator;
  /** Of the header parameters, by name. */
  readonly headers?: Validator;
  /** Of the request body. */
  readonly body?: Validator;
  /** Of the data of a response; absent where it has none. */
  readonly data?: Validator;
}

/** An operation: its row of the specs and its validators. */
export interface OperationCall {
  /** Its row of the specs. */
  readonly info: OperationInfo<Chain>;
  /** Validators of its arguments and its data. */
  readonly validators: OperationValidators;
}

${calls.join("\n\n")}
`;
}

/** Each method by itself, for the same reason. Those of WebSockets alone are not among them. */
export function emitMethodCalls(model: Model): string {
  return `${HEADER}
import type { Chain } from "../segments.gen.ts";
import type { MethodInfo } from "../tables.gen.ts";
import type { Validator } from "../../validation/mod.ts";
import * as v from "./validators.gen.ts";

/** Validators of a method. */
export interface MethodValidators {
  /** Of the parameters, by name. */
  readonly params?: Validator;
  /** Of the result. */
  readonly result: Validator;
}

/** A method: its row of the specs and its validators. */
export interface MethodCall {
  /** Its row of the specs. */
  readonly info: MethodInfo<Chain>;
  /** Validators of its parameters and its result. */
  readonly validators: MethodValidators;
}

${callsOf("method", model)}
`;
}

/** Each simplified call by itself; a method may have the same name. */
export function emitSimplifiedCalls(model: Model): string {
  return `${HEADER}
import type { MethodCall } from "./method_calls.gen.ts";
import * as v from "./validators.gen.ts";

${callsOf("simplified", model)}
`;
}

function callsOf(kind: Method["kind"], { methods, schemas }: Model): string {
  const own = methods.filter((method) => method.kind === kind);
  const rows = new Map(methodRows(own, schemas, "given"));
  const calls = own.map(({ name, summary, parameters, deprecation }) => {
    const type = `v.zRpc${pascalCase(name)}`;
    const params = parameters.length > 0 ? [`params: ${type}Body`] : [];
    const validators = [...params, `result: ${type}Response`];
    return constant(
      { name, summary: `${summary}.`, deprecation },
      "MethodCall",
      rows.get(name),
      validators,
    );
  });
  return calls.join("\n\n");
}

/** What a constant is called, and what is said of it. */
interface Named {
  readonly name: string;
  readonly summary: string;
  readonly deprecation: Deprecation | undefined;
}

function constant(
  { name, summary, deprecation }: Named,
  type: string,
  info: unknown,
  validators: readonly string[],
): string {
  return `${docComment([summary, deprecatedTag(deprecation)])}
export const ${name}: ${type} = {
  info: ${JSON.stringify(info)},
  validators: { ${validators.join(", ")} },
};`;
}
