/**
 * Arguments that people write as text: in a command line, or in a field of a page.
 *
 * @module
 */
import type { ParameterInfo, ParameterType } from "./tables.ts";

type Reader = (text: string, parameter: ParameterInfo) => unknown;

/** Readers of each type; they return undefined for a string of another type. */
const READERS: Readonly<Record<ParameterType, Reader>> = {
  integer: (text) => (/^-?\d+$/.test(text) ? Number(text) : undefined),
  number: (text) =>
    text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : undefined,
  bigint: (text) => (/^-?\d+$/.test(text) ? BigInt(text) : undefined),
  boolean: (text) => text === "true" || (text === "false" ? false : undefined),
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

/** Items with commas in between; undefined where one of them is of no type that items have. */
function listOf(text: string, parameter: ParameterInfo): unknown {
  const item: ParameterInfo = { ...parameter, types: parameter.items ?? ["string"] };
  if (item.types.includes("object")) return undefined;
  const items = text.split(",").map((one) => readArgument(item, one.trim()));
  return items.includes(undefined) ? undefined : items;
}

/** The value of JSON; `otherwise` where it is none. */
export function parseJson(text: string, otherwise?: unknown): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return otherwise;
  }
}
