import { type JsonObject, textAt } from "../specs/json.ts";
import { refName } from "../specs/named_schemas.ts";
import type { Model, Topic } from "../specs/model/mod.ts";
import { segmentFields } from "./_segment_fields.ts";
import { describeParameter, objectFields } from "./_table_rows.ts";
import { docComment, HEADER, literal, propertyKey, tableText, union } from "./_source_text.ts";

/** The topics at run time, and the protocol of events. */
export function emitTopics({ topics, notificationMethod, closeCodes, schemas }: Model): string {
  const rows = topics.map(({ name, chains, reorgNotice, isLive, identity, payload, filter }) => {
    const filterFields = objectFields(filter, schemas).map((field) => field.name);
    const segment = segmentFields(payload, schemas);
    const live = isLive || undefined; // left out of the table where it is not true
    return [name, { chains, filterFields, reorgNotice, live, identity, segment }] as const;
  });
  const codeMembers = Object.entries(closeCodes).map(
    ([code, { description, resume }]) =>
      `${docComment([String(description)], "  ")}\n  ${code}: { resume: ${resume === true} },`,
  );
  const codesByName = Object.fromEntries(
    Object.entries(closeCodes).map(([code, { name }]) => [name, Number(code)]),
  );
  return `${HEADER}
import type { Chain } from "./segments.gen.ts";
import type { CloseCodeInfo, TopicInfo } from "../tables.ts";

/** Name of a topic. */
export type TopicName = ${union(topics.map(({ name }) => name))};

/** Table of the topics, for use at run time. */
export const TOPICS: Readonly<Record<TopicName, TopicInfo<Chain>>> = ${tableText(rows)};

/** Method of the notifications that carry events. */
export const NOTIFICATION_METHOD = ${literal(notificationMethod)} as const;

/** Codes that the service closes a WebSocket with. */
export const CLOSE_CODES: Readonly<Record<string, CloseCodeInfo>> = {
${codeMembers.join("\n")}
};

/** The same codes by their names. */
export const CLOSE = ${literal(codesByName)} as const;
`;
}

/** Payload and filter of each topic, as clients see them, and their validators. */
export function emitClientTopics({ topics }: Model): string {
  return `${HEADER}
import type { TopicName } from "../topics.gen.ts";
import type * as Types from "../types.gen.ts";
import type { Validator } from "../../validation/mod.ts";
import * as v from "./validators.gen.ts";

/** The topics of subscriptions: payload, filter, chains that have it. */
export interface Topics {
${topics.map(clientMember).join("\n\n")}
}

${topicValidators(topics)}
`;
}

function clientMember({ name, description, payload, filter, reorgNotice, chains }: Topic): string {
  return `${docComment([description], "  ")}
  ${propertyKey(name)}: {
    data: ${typeOf(payload)};
    filter: ${typeOf(filter)};
    reorgNotice: ${reorgNotice};
    chains: ${union(chains)};
  };`;
}

/** The topics for the service: types on the wire, the bounds of filter fields, validators. */
export function emitServiceTopics({ topics, schemas }: Model): string {
  const filterRows = topics.map(({ name, filter }) => {
    const fields = objectFields(filter, schemas).map((field) => [
      field.name,
      describeParameter(field, schemas, "decided"),
    ]);
    return [name, Object.fromEntries(fields)] as const;
  });
  const members = topics.map(({ name, payload, filter }) => {
    const types = `data: Wire<${typeOf(payload)}>; filter: Wire<${typeOf(filter)}>`;
    return `  ${propertyKey(name)}: { ${types} };`;
  });
  return `${HEADER}
import type { ParameterInfo } from "../../tables.ts";
import type { TopicName } from "../topics.gen.ts";
import type { Validator } from "../../validation/mod.ts";
import * as v from "../wire/validators.gen.ts";
import type { Wire } from "../../units/mod.ts";
import type * as Types from "../types.gen.ts";

/** The topics of subscriptions: payload and filter on the wire. */
export interface Topics {
${members.join("\n")}
}

/** Table of the fields of each topic's filter, for use at run time. */
export const TOPIC_FILTERS: Readonly<Record<TopicName, Readonly<Record<string, ParameterInfo>>>> = ${tableText(filterRows)};

${topicValidators(topics)}
`;
}

function typeOf(schema: JsonObject): string {
  return `Types.${refName(textAt(schema, "$ref"))}`;
}

/** Tables of validators, of one text for client and service: each imports validators of its own as `v`. */
function topicValidators(topics: readonly Topic[]): string {
  const payloads = topics.map(
    ({ name, payload }) => `  ${propertyKey(name)}: ${validatorOf(payload)},`,
  );
  const filters = topics.map(
    ({ name, filter }) => `  ${propertyKey(name)}: ${validatorOf(filter)},`,
  );
  return `/** Validators of the payloads of topics. */
export const TOPIC_VALIDATORS: Readonly<Record<TopicName, Validator>> = {
${payloads.join("\n")}
};

/** Validators of the filters of topics. */
export const FILTER_VALIDATORS: Readonly<Record<TopicName, Validator>> = {
${filters.join("\n")}
};`;
}

function validatorOf(schema: JsonObject): string {
  return `v.z${refName(textAt(schema, "$ref"))}`;
}
