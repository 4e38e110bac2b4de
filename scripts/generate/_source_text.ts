import { RESERVED_WORDS } from "../specs/generated_names.ts";
import type { Call, Deprecation } from "../specs/model/mod.ts";

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
export function docComment(
  paragraphs: readonly string[],
  indent = "",
  deprecation?: Deprecation,
): string {
  const lines = [...paragraphs.map(plainText), deprecatedTag(deprecation)]
    .filter((paragraph) => paragraph.trim() !== "")
    .flatMap((paragraph, index) => [...(index > 0 ? [""] : []), ...paragraph.trim().split("\n")])
    .map((line) => `${indent} * ${line.replaceAll("*/", "*\\/")}`.trimEnd());
  return [`${indent}/**`, ...lines, `${indent} */`].join("\n");
}

/** Words of the specs as they stand in a comment, without the tags that comments may have: `{@link Block}`, `@deprecated`. */
export function plainText(words: string): string {
  return words.replaceAll(/\{@|^[ \t]*@/gm, (start) => start.replace("@", "\\@"));
}

/** The `@deprecated` of a comment; empty where nothing is deprecated. */
export function deprecatedTag(deprecation: Deprecation | undefined): string {
  if (!deprecation) return "";
  const { reason, since, sunset } = deprecation;
  const days = since && sunset ? ` Since ${since}, served until ${sunset}.` : "";
  return `@deprecated ${plainText(reason) || "It will go."}${days}`;
}

/** The doc comment of a call: its words, with `more` before its source, and its deprecated arguments. */
export function callComment(call: Call, more: readonly string[]): string {
  const { summary, description, source, parameters, deprecation } = call;
  const ofArguments = parameters.flatMap(({ name, deprecation: own }) =>
    own ? [`\`${name}\` is deprecated. ${own.reason}`.trim()] : [],
  );
  const paragraphs = [`${summary}.`, description, ...more, source, ofArguments.join("\n")];
  return docComment(paragraphs, "  ", deprecation);
}

/** A member of a table or an interface, behind its comment. */
export function member(comment: string, name: string, value: string, end = ","): string {
  return `${docComment([comment], "  ")}\n  ${propertyKey(name)}: ${value}${end}`;
}

/** A union of text literals; `never` for none. */
export function union(values: readonly string[]): string {
  return values.length > 0 ? values.map((value) => JSON.stringify(value)).join(" | ") : "never";
}

/** A property key: bare where TypeScript allows it. */
export function propertyKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** A tuple label: `name` without characters that no identifier has; `new?` would be read as a type. */
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
