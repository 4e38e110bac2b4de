import { readArgument } from "../../../src/argument_text.ts";
import type { CommandParameter } from "../../../src/tables.ts";
import type { PageCall } from "../_page_calls.ts";

/** The service and segment that a call is sent to. */
export interface Target {
  readonly address: string;
  readonly segment: string;
}

/** The text of a field for a value; empty for an absent value. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * The value of a field; undefined for an empty field. A text that fits none of the parameter's types stays a string, which
 * the client refuses.
 */
export function valueOf(parameter: CommandParameter, text: string): unknown {
  return text === "" ? undefined : (readArgument(parameter, text) ?? text);
}

/** Moves a call to another address and segment. */
export function movedTo(call: PageCall, target: Target): PageCall {
  const origin = target.address.replace(/\/+$/, "");
  const url = call.url
    .replace(/^(http|ws):\/\/[^/]+/, (_, scheme: string) => origin.replace(/^http/, scheme))
    .replace(new RegExp(`/${call.segment}$`), `/${target.segment}`);
  const topic = call.topic && movedTo(call.topic, target);
  return { ...call, segment: target.segment, url, topic };
}
