import { textAt } from "../specs/json.ts";
import type { Method, Model } from "../specs/model/mod.ts";
import { refName } from "../specs/layer.ts";
import { HEADER, propertyKey } from "./source_text.ts";
import { methodValidators } from "./method_table.ts";
import { operationValidators } from "./operation_table.ts";

/** Emits the validators of each operation, method, simplified call and topic for the service. */
export function emitValidatorTables({ operations, methods, topics }: Model): string {
  const plain = methods.filter((method) => method.kind !== "simplified");
  const simplified = methods.filter((method) => method.kind === "simplified");
  return `${HEADER}
import type { MethodValidators, OperationValidators, Validator } from "../../validation/mod.ts";
import type { TopicName } from "../topics.gen.ts";
import * as v from "../wire/validators.gen.ts";
import type { ServiceMethods, ServiceSimplifiedCalls, ServiceSocketMethods } from "./methods.gen.ts";
import type { OperationId } from "./operations.gen.ts";

/** Validators of the operations. */
export const OPERATION_VALIDATORS: Readonly<Record<OperationId, OperationValidators>> = {
${operations.map((operation) => `  ${operation.id}: ${operationValidators(operation)},`).join("\n")}
};

/** Validators of the methods. */
export const METHOD_VALIDATORS: Readonly<
  Record<keyof (ServiceMethods & ServiceSocketMethods), MethodValidators>
> = {
${methodRows(plain)}
};

/** Validators of the simplified calls. */
export const SIMPLIFIED_VALIDATORS: Readonly<Record<keyof ServiceSimplifiedCalls, MethodValidators>> = {
${methodRows(simplified)}
};

/** Validators of the payloads of topics. */
export const TOPIC_VALIDATORS: Readonly<Record<TopicName, Validator>> = {
${topics.map(({ name, payload }) => `  ${propertyKey(name)}: v.z${refName(textAt(payload, "$ref"))},`).join("\n")}
};

/** Validators of topics' filters. */
export const FILTER_VALIDATORS: Readonly<Record<TopicName, Validator>> = {
${topics.map(({ name, filter }) => `  ${propertyKey(name)}: v.z${refName(textAt(filter, "$ref"))},`).join("\n")}
};
`;
}

function methodRows(methods: readonly Method[]): string {
  return methods.map((method) => `  ${method.name}: ${methodValidators(method)},`).join("\n");
}
