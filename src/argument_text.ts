/**
 * Arguments that people write as text: in a command line, or in a field of a page.
 *
 * @module
 */
import type { ParameterInfo, ParameterType } from "./tables.ts";

/** Reads a text as a value of one type; undefined if it has another form. */
type Reader = (text: string, parameter: ParameterInfo) => unknown;

const READERS: Readonly<Record<ParameterType, Reader>> = {
  integer: (text) => (/^-?\d+$/.test(text) ? Number(text) : undefined),
  number: (text) =>
    text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : undefined,
  bigint: (text) => (/^-?\d+$/.test(text) ? BigInt(text) : undefined),
  boolean: (text) => (text === "true" ? true : text === "false" ? false : undefined),
  null: (text) => (text === "null" ? null : undefined),
  string: (text) => text,
  array: (text, parameter) => (/^\s*\[/.test(text) ? parseJson(text) : listOf(text, parameter)),
  object: (text) => (/^\s*\{/.test(text) ? parseJson(text) : undefined),
};

/**
 * The value that a text stands for, as the first type of its parameter whose form it has; undefined where it has none.
 * Bounds and formats are left to the client.
 */
export function readArgument(parameter: ParameterInfo, text: string): unknown {
  for (const type of parameter.types) {
    const value = READERS[type](text, parameter);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Reads items separated by commas; undefined if one fits no type of the items. Objects have commas: they are given as JSON. */
function listOf(text: string, parameter: ParameterInfo): unknown {
  const item: ParameterInfo = { ...parameter, types: parameter.items ?? ["string"] };
  if (item.types.includes("object")) return undefined;
  const items = text.split(",").map((one) => readArgument(item, one.trim()));
  return items.includes(undefined) ? undefined : items;
}

/** Parses JSON; returns `otherwise` if the text is none. */
export function parseJson(text: string, otherwise?: unknown): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return otherwise;
  }
}
