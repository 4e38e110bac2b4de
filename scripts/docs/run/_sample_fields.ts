import { readArgument } from "../../../src/argument_text.ts";
import {
  DEV_COMMANDS,
  METHOD_COMMANDS,
  OPERATION_COMMANDS,
  SIMPLIFIED_COMMANDS,
  WATCH_TOPICS,
} from "../../../src/generated/commands.gen.ts";
import { type Chain, type Segment, SEGMENTS } from "../../../src/generated/segments.gen.ts";
import type { CommandInfo, CommandParameter } from "../../../src/tables.ts";
import type { Json, JsonObject } from "../../specs/json.ts";
import type { SampleCall } from "../_code_samples.ts";

/** A parameter of a call, and the initial text of its field. */
export interface Field {
  readonly info: CommandParameter;
  readonly text: string;
}

/** A call that the page can send, as its form needs it. */
export interface CallForm {
  readonly name: string;
  readonly fields: readonly Field[];
  /** The values of the fields in each example of the call, by its name; none where there is only one. */
  readonly examples: ReadonlyMap<string, readonly string[]>;
  /** Segments of the chains that have it. */
  readonly segments: readonly Segment[];
  /** The summary of a call that changes something: it is asked for first. */
  readonly asks: string | undefined;
}

/** Where a call is sent. */
export interface Target {
  readonly address: string;
  readonly segment: string;
}

const METHODS: Readonly<Record<string, Readonly<Record<string, CommandInfo<Chain>>> | undefined>> =
  {
    method: METHOD_COMMANDS,
    simplified: SIMPLIFIED_COMMANDS,
    dev: DEV_COMMANDS,
  };

/** A call in the tables of the client. */
export function callForm(sample: SampleCall): CallForm {
  const { name, parameters, chains, asks } = rowOf(sample);
  const names = Object.keys(SEGMENTS) as Segment[];
  const fields = parameters.map((info, index) => ({
    info,
    text: textOf(exampleOf(sample, info, index)),
  }));
  const { examples = [] } = sample.kind === "method" ? sample : {};
  const texts = examples.map(({ name: example, params }) => {
    return [example, parameters.map((_, index) => textOf(params[index]))] as const;
  });
  const segments = names.filter((segment) => chains?.includes(SEGMENTS[segment].chain) ?? true);
  return { name, fields, examples: new Map(texts), segments, asks };
}

interface Row {
  readonly name: string;
  readonly parameters: readonly CommandParameter[];
  readonly chains?: readonly Chain[];
  readonly asks?: string | undefined;
}

function rowOf(sample: SampleCall): Row {
  if (sample.kind === "topic") {
    const { name } = sample.call;
    const topic = known(WATCH_TOPICS[name], name);
    return { name, parameters: topic.filters, chains: topic.chains };
  }
  if (sample.kind === "operation") return commandRow(sample.call.id, OPERATION_COMMANDS);
  const { name, kind } = sample.call;
  if (kind !== "websocket") return commandRow(name, METHODS[kind] ?? {}, kind === "dev");
  return { name, parameters: (sample.parameters ?? []) as unknown as CommandParameter[] };
}

function commandRow(
  name: string,
  table: Readonly<Record<string, CommandInfo<Chain>>>,
  isControl = false,
): Row {
  const { parameters, chains, safe, summary } = known(table[name], name);
  return { name, parameters, chains, asks: isControl || !safe ? summary : undefined };
}

function known<T>(row: T | undefined, name: string): T {
  if (row) return row;
  throw new TypeError(`Cannot run ${name}: the client of this page does not have it`);
}

function exampleOf(sample: SampleCall, info: CommandParameter, index: number): unknown {
  const { call, kind } = sample;
  if (kind === "method") return call.params[index];
  if (kind === "topic") return info.name === "after" ? call.after : undefined;
  if (info.in === "body") return (call.body as JsonObject | undefined)?.[info.name];
  return call.parameters.find((one) => one.name === info.name && one.in === info.in)?.example;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * The value that a field stands for; undefined for an empty one. A text of none of the parameter's types stays a string,
 * for the client to refuse.
 */
export function valueOf(parameter: CommandParameter, text: string): unknown {
  return text === "" ? undefined : (readArgument(parameter, text) ?? text);
}

/** The call of a sample with other values, at another target. */
export function withValues(
  sample: SampleCall,
  { fields }: CallForm,
  values: readonly unknown[],
  target: Target,
): SampleCall {
  const { segment } = target;
  const moved = (url: string): string => moveTo(url, sample.call.segment, target);
  const given = fields
    .map(({ info }, index) => ({ info, value: jsonOf(values[index]) }))
    .filter((one): one is { info: CommandParameter; value: Json } => one.value !== undefined);
  const inBody = given.filter(({ info }) => info.in === "body");
  const body = Object.fromEntries(inBody.map(({ info, value }) => [info.name, value]));
  if (sample.kind === "topic") {
    const { after, ...filter } = body;
    const call = { ...sample.call, segment, url: moved(sample.call.url), after, filter };
    return { ...sample, call };
  }
  if (sample.kind === "method") {
    const params = trimmed(values).map((value) => jsonOf(value) ?? null);
    const { topic } = sample.call;
    const call = { ...sample.call, params, segment, url: moved(sample.call.url) };
    return {
      ...sample,
      call: { ...call, topic: topic && { ...topic, segment, url: moved(topic.url) } },
    };
  }
  const parameters = sample.call.parameters.flatMap((parameter) => {
    const found = given.find(
      ({ info }) => info.name === parameter.name && info.in === parameter.in,
    );
    return found ? [{ ...parameter, example: found.value }] : [];
  });
  const { base, body: old } = sample.call;
  const call = { ...sample.call, parameters, segment, base: moved(base) };
  return { ...sample, call: { ...call, body: old === undefined ? undefined : body } };
}

/** Positional values up to the last one given. */
export function trimmed(values: readonly unknown[]): readonly unknown[] {
  return values.slice(0, values.findLastIndex((value) => value !== undefined) + 1);
}

/** A URL of a segment at another address, and of another segment. */
function moveTo(url: string, before: string, { address, segment }: Target): string {
  const origin = address.replace(/\/+$/, "");
  return url
    .replace(/^(http|ws):\/\/[^/]+/, (_, scheme: string) => origin.replace(/^http/, scheme))
    .replace(new RegExp(`/${before}$`), `/${segment}`);
}

/** A value as JSON has it: an amount is a string. */
function jsonOf(value: unknown): Json | undefined {
  return typeof value === "bigint" ? String(value) : (value as Json | undefined);
}
