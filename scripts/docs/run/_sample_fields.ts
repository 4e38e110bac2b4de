import { readArgument } from "../../../src/argument_text.ts";
import type { CommandParameter } from "../../../src/tables.ts";
import type { PageCall } from "../_page_calls.ts";

/** Where a call is sent. */
export interface Target {
  readonly address: string;
  readonly segment: string;
}

/** The text of a field for a value; empty for one that is left out. */
export function textOf(value: unknown): string {
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

/** A call at another address, and of another segment. */
export function movedTo(call: PageCall, target: Target): PageCall {
  const origin = target.address.replace(/\/+$/, "");
  const url = call.url
    .replace(/^(http|ws):\/\/[^/]+/, (_, scheme: string) => origin.replace(/^http/, scheme))
    .replace(new RegExp(`/${call.segment}$`), `/${target.segment}`);
  const topic = call.topic && movedTo(call.topic, target);
  return { ...call, segment: target.segment, url, topic };
}
