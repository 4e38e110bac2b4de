import type { ZodMiniType as Validator } from "zod/mini";
import type { ChainSelection } from "../../../chains/mod.ts";
import { TOPIC_FILTERS } from "../../../generated/service/topics.gen.ts";
import { FILTER_VALIDATORS } from "../../../generated/service/validator_tables.gen.ts";
import type { ParameterInfo } from "../../../generated/tables.gen.ts";
import { type TopicName, topicsOf } from "../events/mod.ts";
import { issueOfValue, issueText } from "../context/mod.ts";
import { isObject } from "./read_call.ts";
import { RpcServiceError } from "./rpc_service_error.ts";

/**
 * Validates that the chain has a topic, and the topic a filter.
 *
 * @throws {RpcServiceError} Invalid params, with the parameter, its value and the allowed values.
 */
export function checkSubscription(params: unknown, selection: ChainSelection): void {
  if (!Array.isArray(params)) return;
  const [topic, filter = {}] = params as unknown[];
  const topics = topicsOf(selection.chain);
  const known = topics.find((one) => one === topic);
  if (known === undefined) {
    const expected = `one of ${topics.join(", ")} on ${selection.chain}`;
    throw invalid(issueText({ name: "topic" }, topic, expected));
  }
  if (isObject(filter)) checkFilter(known, filter, selection);
}

function checkFilter(
  topic: TopicName,
  filter: Readonly<Record<string, unknown>>,
  selection: ChainSelection,
): void {
  const fields = TOPIC_FILTERS[topic];
  const names = Object.keys(fields);
  const unknown = Object.keys(filter).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const expected = `left out: a filter of the topic ${topic} has ${names.join(", ")}`;
    throw invalid(issueText({ name: `filter.${unknown}` }, filter[unknown], expected));
  }
  const validators: Readonly<Record<string, Validator>> = FILTER_VALIDATORS[topic];
  for (const [name, info] of Object.entries(fields)) {
    const issue = issueOfField(info, validators[name], filter[name], selection);
    if (issue) throw invalid(issue);
  }
}

function issueOfField(
  info: ParameterInfo,
  validator: Validator | undefined,
  value: unknown,
  selection: ChainSelection,
): string | undefined {
  const named = { ...info, name: `filter.${info.name}` };
  if (value === undefined)
    return info.required ? issueText(named, value, info.expected) : undefined;
  return validator && issueOfValue(named, validator, value, selection);
}

function invalid(text: string): RpcServiceError {
  return new RpcServiceError("InvalidParams", text);
}
