import { textAt } from "../specs/json.ts";
import { refName } from "../specs/layer.ts";
import type { Model } from "../specs/model/mod.ts";
import { HEADER, propertyKey } from "./source_text.ts";

/** Validators of the payload and the filter of each topic, for clients. */
export function emitTopicValidators({ topics }: Model): string {
  return `${HEADER}
import type { TopicName } from "../topics.gen.ts";
import type { Validator } from "../../validation/mod.ts";
import * as v from "./validators.gen.ts";

/** Validators of the payloads of topics. */
export const TOPIC_VALIDATORS: Readonly<Record<TopicName, Validator>> = {
${topics.map(({ name, payload }) => `  ${propertyKey(name)}: v.z${refName(textAt(payload, "$ref"))},`).join("\n")}
};

/** Validators of the filters of topics. */
export const FILTER_VALIDATORS: Readonly<Record<TopicName, Validator>> = {
${topics.map(({ name, filter }) => `  ${propertyKey(name)}: v.z${refName(textAt(filter, "$ref"))},`).join("\n")}
};
`;
}
