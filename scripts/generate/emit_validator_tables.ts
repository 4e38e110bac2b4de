import { textAt } from "../specs/json.ts";
import type { Model, Operation, Topic } from "../specs/model/mod.ts";
import { refName, type Schemas } from "../specs/layer.ts";
import { objectFields } from "./describe_parameter.ts";
import { HEADER, pascalCase, propertyKey } from "./source_text.ts";
import { validatorRow } from "./method_table.ts";

/** Emits the validators of each operation, method, simplified call and topic for the service. */
export function emitValidatorTables({ operations, methods, schemas, topics }: Model): string {
  const plain = methods.filter((method) => method.kind !== "simplified");
  const simplified = methods.filter((method) => method.kind === "simplified");
  return `${HEADER}
import type { ZodMiniType as Validator } from "zod/mini";
import * as v from "./validators.gen.ts";

/** Validators of an operation: one for each parameter by its name, of the body where it takes one, and of \`data\`. */
export interface OperationValidators {
  readonly parameters: Readonly<Record<string, Validator>>;
  readonly body?: Validator;
  readonly data?: Validator;
}

/** Validators of a method: one for each positional parameter, and of the result. */
export interface MethodValidators {
  readonly params: readonly Validator[];
  readonly result: Validator;
}

/** Validators of the operations. */
export const OPERATION_VALIDATORS = {
${operations.map(operationRow).join("\n")}
} as const satisfies Record<string, OperationValidators>;

/** Validators of the methods. */
export const METHOD_VALIDATORS = {
${plain.map(validatorRow).join("\n")}
} as const satisfies Record<string, MethodValidators>;

/** Validators of the simplified calls. */
export const SIMPLIFIED_VALIDATORS = {
${simplified.map(validatorRow).join("\n")}
} as const satisfies Record<string, MethodValidators>;

/** Validators of the payloads of topics. */
export const TOPIC_VALIDATORS = {
${topics.map(({ name, payload }) => `  ${propertyKey(name)}: v.z${refName(textAt(payload, "$ref"))},`).join("\n")}
} as const satisfies Record<string, Validator>;

/** Validators of the fields of topics' filters. */
export const FILTER_VALIDATORS = {
${topics.map((topic) => filterRow(topic, schemas)).join("\n")}
} as const satisfies Record<string, Readonly<Record<string, Validator>>>;
`;
}

function filterRow({ name, filter }: Topic, schemas: Schemas): string {
  const object = `v.z${refName(textAt(filter, "$ref"))}`;
  const rows = objectFields(filter, schemas).map(
    (field) => `${propertyKey(field.name)}: ${object}.shape[${JSON.stringify(field.name)}]`,
  );
  return `  ${propertyKey(name)}: { ${rows.join(", ")} },`;
}

/** Validators of parameters, by where these are. */
const PARTS = {
  path: "Path",
  query: "Query",
  header: "Headers",
  body: "Body",
  positional: "Body",
} as const;

function operationRow({ id, parameters, body, data }: Operation): string {
  const rows = parameters.map(({ name, in: place }) => {
    const object = `v.z${pascalCase(id)}${PARTS[place]}`;
    return `${propertyKey(name)}: ${object}.shape[${JSON.stringify(name)}]`;
  });
  const fields = [
    `parameters: { ${rows.join(", ")} }`,
    ...(body ? [`body: v.z${pascalCase(id)}Body`] : []),
    ...(data === undefined ? [] : [`data: v.z${data}`]),
  ];
  return `  ${id}: { ${fields.join(", ")} },`;
}
