import { textAt } from "../specs/json.ts";
import type { Model } from "../specs/read_model.ts";
import { refName } from "../specs/strength.ts";
import { HEADER, propertyKey } from "./source_text.ts";

/** What checks the payload of each topic, for clients. */
export function emitTopicChecks({ topics }: Model): string {
  return `${HEADER}
import type { Check } from "../../checks/mod.ts";
import * as v from "./checks.gen.ts";
import type { TopicName } from "./topics.gen.ts";

/** Checks of the payloads of topics. */
export const TOPIC_CHECKS: Readonly<Record<TopicName, Check>> = {
${topics.map(({ name, payload }) => `  ${propertyKey(name)}: v.z${refName(textAt(payload, "$ref"))},`).join("\n")}
};
`;
}
