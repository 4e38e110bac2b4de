import type { Method, Model } from "../specs/read_model.ts";
import { methodRows } from "./method_table.ts";
import { operationRows } from "./operation_table.ts";
import { docComment, HEADER, literal, pascalCase } from "./source_text.ts";

/** Each operation by itself, so that a bundler drops those that a program does not name. */
export function emitOperationCalls(model: Model): string {
  const rows = new Map(operationRows(model, "given"));
  const calls = model.operations.map(({ id, summary, parameters, body, data }) => {
    const checks = parameters.map(({ name, in: place }) => {
      const object = `v.z${pascalCase(id)}${place === "path" ? "Path" : "Query"}`;
      return `${JSON.stringify(name)}: ${fieldOf(object, name)}`;
    });
    const validators = [
      `parameters: { ${checks.join(", ")} }`,
      ...(body ? [`body: v.z${body}`] : []),
      `data: v.z${data}`,
    ];
    return constant(id, `${summary}.`, "OperationCall", rows.get(id), validators);
  });
  return `${HEADER}
import { type Check, field } from "../../checks/mod.ts";
import type { Chain } from "../segments.gen.ts";
import type { OperationInfo } from "../tables.gen.ts";
import * as v from "./checks.gen.ts";

/** What checks an operation. */
export interface OperationValidators {
  /** Of each parameter, by its name. */
  readonly parameters: Readonly<Record<string, Check>>;
  /** Of the body, where it takes one. */
  readonly body?: Check;
  /** Of what it answers. */
  readonly data: Check;
}

/** What is known of an operation, and what checks it. */
export interface OperationCall {
  /** What the spec says of it. */
  readonly info: OperationInfo<Chain>;
  /** Checks of its arguments and its answer. */
  readonly validators: OperationValidators;
}

${calls.join("\n\n")}
`;
}

/** Each method by itself, for the same reason. Those of WebSockets alone are not among them. */
export function emitMethodCalls(model: Model): string {
  return `${HEADER}
import { type Check, field } from "../../checks/mod.ts";
import type { Chain } from "../segments.gen.ts";
import type { MethodInfo } from "../tables.gen.ts";
import * as v from "./checks.gen.ts";

/** What checks a method. */
export interface MethodValidators {
  /** Of each positional parameter. */
  readonly params: readonly Check[];
  /** Of what it answers. */
  readonly result: Check;
}

/** What is known of a method, and what checks it. */
export interface MethodCall {
  /** What the spec says of it. */
  readonly info: MethodInfo<Chain>;
  /** Checks of its parameters and its result. */
  readonly validators: MethodValidators;
}

${callsOf("method", model)}
`;
}

/** Each simplified call by itself; a method may have the same name. */
export function emitSimplifiedCalls(model: Model): string {
  return `${HEADER}
import { field } from "../../checks/mod.ts";
import * as v from "./checks.gen.ts";
import type { MethodCall } from "./method_calls.gen.ts";

${callsOf("simplified", model)}
`;
}

function callsOf(kind: Method["kind"], { methods, schemas }: Model): string {
  const own = methods.filter((method) => method.kind === kind);
  const rows = new Map(methodRows(own, schemas, "given"));
  const calls = own.map(({ name, summary, parameters }) => {
    const type = `v.zRpc${pascalCase(name)}`;
    const checks = parameters.map((each) => fieldOf(`${type}Body`, each.name));
    const validators = [`params: [${checks.join(", ")}]`, `result: ${type}Response`];
    return constant(name, `${summary}.`, "MethodCall", rows.get(name), validators);
  });
  return calls.join("\n\n");
}

function fieldOf(object: string, name: string): string {
  return `/* @__PURE__ */ field(${object}, ${JSON.stringify(name)})`;
}

function constant(
  name: string,
  summary: string,
  type: string,
  info: unknown,
  validators: readonly string[],
): string {
  return `${docComment([summary])}
export const ${name}: ${type} = {
  info: ${literal(info)},
  validators: { ${validators.join(", ")} },
};`;
}
