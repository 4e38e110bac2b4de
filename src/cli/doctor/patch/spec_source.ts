import { isDeepStrictEqual } from "node:util";
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";
import { diff3Merge, diffIndices } from "node-diff3";
import { type Document, isAlias, parseDocument } from "yaml";
import { isObject } from "../../../validation/mod.ts";
import type { Fields } from "./locate_schema.ts";

/** What stands twice in a value is written twice. */
const AS_WRITTEN = { aliasDuplicateObjects: false } as const;

/** A key of a map, or the index of an item. */
type Key = string | number;

/** A spec as text, with its values to make changes in. */
export class SpecSource {
  readonly name: string;
  /** To be changed; an alias and what it stands for are one object. */
  readonly values: Fields;
  readonly #text: string;

  constructor(name: string, text: string) {
    this.name = name;
    this.#text = text;
    this.values = valuesOf(parse(text));
  }

  /** The changes of the values as a unified diff for `git apply` and `patch -p1`; empty where there are none. */
  patch(): string {
    const document = parse(this.#text);
    const before = valuesOf(document);
    if (isDeepStrictEqual(before, this.values)) return "";
    const isJson = this.#text.startsWith("{");
    const printedBefore = isJson ? printJson(before) : print(document);
    if (!isJson) change(document, [], before, this.values);
    const printedAfter = isJson ? printJson(this.values) : print(document);
    return createTwoFilesPatch(
      `a/${this.name}`,
      `b/${this.name}`,
      this.#text,
      merge(this.#text, printedBefore, printedAfter),
      undefined,
      undefined,
      { headerOptions: FILE_HEADERS_ONLY, context: 3 },
    );
  }
}

/** Keys such as a status are strings, whether they are quoted or not. */
function parse(text: string): Document {
  return parseDocument(text, { stringKeys: true });
}

/** However often an alias stands: the limit is one for files of others. */
function valuesOf(document: Document): Fields {
  return document.toJS({ maxAliasCount: -1 }) as Fields;
}

function print(document: Document): string {
  return document.toString({ lineWidth: 0, flowCollectionPadding: false, verifyAliasOrder: false });
}

function printJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/**
 * Makes the changes between two printed forms of a text in the text itself. Where it has a value in more lines than they,
 * the lines beside a change take the printed form.
 */
function merge(text: string, before: string, after: string): string {
  const lines = text.split("\n");
  const own = new Map(lines.map((line) => [withoutStyle(line), line]));
  const asOwn = (printed: string): string[] =>
    printed.split("\n").map((line) => own.get(withoutStyle(line)) ?? line);
  const from = asOwn(before);
  const to = asOwn(after);
  for (const { buffer1Content, buffer2, buffer2Content } of diffIndices(from, to))
    to.splice(buffer2[0], buffer2[1], ...withPadding(buffer2Content, buffer1Content));
  const regions = diff3Merge(lines, from, to);
  return regions.flatMap(({ ok, conflict }) => ok ?? conflict?.b ?? []).join("\n");
}

/** A line without the padding of its values and the quotes of its key, which authors set as they like. */
function withoutStyle(line: string): string {
  return line.replaceAll(/(?<=[[{:,-]) +|(?<=\S) +(?=[\]}#])|(?<=^ *)"|"(?=:)/g, "");
}

/** Gives lines the padding behind their keys that the lines have which they replace. */
function withPadding(lines: readonly string[], replaced: readonly string[]): string[] {
  const heads = replaced.flatMap((line) => /^ *(?:- )*[^ :]+: +/.exec(line)?.[0] ?? []);
  return lines.map((line) => {
    const head = heads.find((one) => line.startsWith(`${one.trimEnd()} `));
    return head === undefined ? line : head + line.slice(head.trimEnd().length + 1);
  });
}

/**
 * Changes the value at a path of a document: comments, order and style of all else stay.
 *
 * An alias is left as it is: what it stands for is changed where its anchor is.
 */
function change(document: Document, path: readonly Key[], before: unknown, after: unknown): void {
  if (isDeepStrictEqual(before, after) || isAlias(document.getIn(path, true))) return;
  if (Array.isArray(before) && Array.isArray(after))
    return changeList(document, path, before, after);
  if (!isObject(before) || !isObject(after))
    return document.setIn(path, document.createNode(after, AS_WRITTEN));
  for (const key of Object.keys({ ...before, ...after }))
    if (Object.hasOwn(after, key)) change(document, [...path, key], before[key], after[key]);
    else document.deleteIn([...path, key]);
}

/** Items are removed, or changed one by one and added at the end. */
function changeList(
  document: Document,
  path: readonly Key[],
  before: readonly unknown[],
  after: readonly unknown[],
): void {
  const isKept = before.map((item) => after.some((one) => isDeepStrictEqual(one, item)));
  const kept = before.filter((_, index) => isKept[index]);
  const isShorter = isDeepStrictEqual(kept, after);
  if (!isShorter)
    for (const [index, item] of after.entries())
      change(document, [...path, index], before[index], item);
  for (const index of [...before.keys()].toReversed())
    if (isShorter ? !isKept[index] : index >= after.length) document.deleteIn([...path, index]);
}
