import type { ChainSelection } from "../../../chains/mod.ts";
import { TOPIC_FILTERS } from "../../../generated/service/topics.gen.ts";
import { FILTER_VALIDATORS } from "../../../generated/service/validator_tables.gen.ts";
import type { ParameterInfo } from "../../../generated/tables.gen.ts";
import type { Validator } from "../../../validation/mod.ts";
import { type TopicName, topicsOf } from "../events/mod.ts";
import { faultOfValue, faultText } from "../context/mod.ts";
import { isObject } from "./read_call.ts";
import { RpcFault } from "./rpc_fault.ts";

/**
 * Checks a topic by the chain, and a filter by its topic.
 *
 * @throws {RpcFault} Invalid params, naming what is wrong, its value and what is allowed.
 */
export function checkSubscription(params: unknown, selection: ChainSelection): void {
  if (!Array.isArray(params)) return;
  const [topic, filter = {}] = params as unknown[];
  const topics = topicsOf(selection.chain);
  const known = topics.find((one) => one === topic);
  if (known === undefined) {
    const expected = `one of ${topics.join(", ")} on ${selection.chain}`;
    throw invalid(faultText({ name: "topic" }, topic, expected));
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
    throw invalid(faultText({ name: `filter.${unknown}` }, filter[unknown], expected));
  }
  const validators: Readonly<Record<string, Validator>> = FILTER_VALIDATORS[topic];
  for (const [name, info] of Object.entries(fields)) {
    const fault = faultOfField(info, validators[name], filter[name], selection);
    if (fault) throw invalid(fault);
  }
}

function faultOfField(
  info: ParameterInfo,
  validator: Validator | undefined,
  value: unknown,
  selection: ChainSelection,
): string | undefined {
  const named = { ...info, name: `filter.${info.name}` };
  if (value === undefined)
    return info.required ? faultText(named, value, info.expected) : undefined;
  return validator && faultOfValue(named, validator, value, selection);
}

function invalid(text: string): RpcFault {
  return new RpcFault("InvalidParams", text);
}
