import type { Model } from "../documents/read_model.ts";
import { methodRows } from "./method_table.ts";
import { operationRows } from "./operation_table.ts";
import { docComment, HEADER, literal, pascalCase } from "./source_text.ts";

/** Each operation by itself, so that a bundler drops those that a program does not name. */
export function emitOperationCalls(model: Model): string {
  const rows = new Map(operationRows(model, "given"));
  const calls = model.operations.map(({ id, summary, parameters, body, data }) => {
    const checks = parameters.map(({ name, in: place }) => {
      const object = `v.z${pascalCase(id)}${place === "path" ? "Path" : "Query"}`;
      return `${JSON.stringify(name)}: /* @__PURE__ */ field(${object}, ${JSON.stringify(name)})`;
    });
    const validators = [
      `parameters: { ${checks.join(", ")} }`,
      ...(body ? [`body: v.z${body}`] : []),
      `data: v.z${data}`,
    ];
    return constant(id, `${summary}.`, "OperationCall", rows.get(id), validators);
  });
  return `${head("OperationInfo", "OperationValidators")}
/** What is known of an operation, and what checks it. */
export interface OperationCall {
  /** What the document says of it. */
  readonly info: OperationInfo<Chain>;
  /** Checks of its arguments and its answer. */
  readonly validators: OperationValidators;
}

${calls.join("\n\n")}
`;
}

/** Each method by itself, for the same reason. Those of WebSockets alone are not among them. */
export function emitMethodCalls({ methods, schemas }: Model): string {
  const plain = methods.filter(({ kind }) => kind === "method");
  const rows = new Map(methodRows(plain, schemas, "given"));
  const calls = plain.map(({ name, summary, parameters }) => {
    const type = `v.zRpc${pascalCase(name)}`;
    const checks = parameters.map(
      (each) => `/* @__PURE__ */ field(${type}Body, ${JSON.stringify(each.name)})`,
    );
    const validators = [`params: [${checks.join(", ")}]`, `result: ${type}Response`];
    return constant(name, `${summary}.`, "MethodCall", rows.get(name), validators);
  });
  return `${head("MethodInfo", "MethodValidators")}
/** What is known of a method, and what checks it. */
export interface MethodCall {
  /** What the document says of it. */
  readonly info: MethodInfo<Chain>;
  /** Checks of its parameters and its result. */
  readonly validators: MethodValidators;
}

${calls.join("\n\n")}
`;
}

function head(info: string, validators: string): string {
  return `${HEADER}
import { field } from "../../checks/mod.ts";
import type { Chain } from "../segments.gen.ts";
import type { ${info} } from "../tables.gen.ts";
import * as v from "./checks.gen.ts";
import type { ${validators} } from "./validator_tables.gen.ts";
`;
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
