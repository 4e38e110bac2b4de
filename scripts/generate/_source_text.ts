import { RESERVED_WORDS } from "../specs/generated_names.ts";
import type { Deprecation, Parameter } from "../specs/model/mod.ts";

/** First line of every generated file. */
export const HEADER =
  "// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.\n";

/** `value` as a TypeScript literal. */
export function literal(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}

/** A table by name, a row on each line. */
export function tableText(rows: readonly (readonly [name: string, row: unknown])[]): string {
  const lines = rows.map(([name, row]) => `  ${propertyKey(name)}: ${JSON.stringify(row)},`);
  return `{\n${lines.join("\n")}\n}`;
}

/** A doc comment of `paragraphs`, each line behind `indent`. */
export function docComment(paragraphs: readonly string[], indent = ""): string {
  const lines = paragraphs
    .filter((paragraph) => paragraph.trim() !== "")
    .flatMap((paragraph, index) => [...(index > 0 ? [""] : []), ...paragraph.trim().split("\n")])
    .map((line) => `${indent} * ${line.replaceAll("*/", "*\\/")}`.trimEnd());
  return [`${indent}/**`, ...lines, `${indent} */`].join("\n");
}

/** The `@deprecated` of a doc comment; empty for what is not deprecated. */
export function deprecatedTag(deprecation: Deprecation | undefined): string {
  if (!deprecation) return "";
  const { reason, since, sunset } = deprecation;
  const days = since && sunset ? ` Since ${since}, served until ${sunset}.` : "";
  return `@deprecated ${reason || "It will go."}${days}`;
}

/** Part of a function's doc comment about its deprecated arguments. */
export function deprecatedArguments(parameters: readonly Parameter[]): string {
  return parameters
    .filter(({ deprecation }) => deprecation)
    .map(({ name, deprecation }) =>
      `\`${name}\` is deprecated. ${deprecation?.reason ?? ""}`.trim(),
    )
    .join("\n");
}

/** A union of text literals; `never` for none. */
export function union(values: readonly string[]): string {
  return values.length > 0 ? values.map((value) => JSON.stringify(value)).join(" | ") : "never";
}

/** A property key: bare where TypeScript allows it. */
export function propertyKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** A tuple label: `name` without what an identifier cannot have; `new?` would be read as a type. */
export function label(name: string): string {
  if (RESERVED_WORDS.includes(name)) return `${name}_`;
  return name.replace(/[^\w$]+(.)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? "");
}

/** Rows of a table that takes each call by its name from the module imported as `from`. */
export function callRows(names: readonly string[], from = "calls"): string {
  return names.map((name) => `  ${name}: ${from}.${name},`).join("\n");
}

/** The type that clients have of a part of a call, such as the `Query` of `ListBlocks`. */
export function callType(call: string, part: string): string {
  return `Types.calls["${call}${part}"]`;
}
