import { isDeepStrictEqual } from "node:util";
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";
import { diff3Merge } from "node-diff3";
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  parseDocument,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { isObject } from "../../../validation/mod.ts";
import type { Fields } from "./locate_schema.ts";

/** What stands twice in a value is written twice. */
const AS_WRITTEN = { aliasDuplicateObjects: false } as const;

/** A spec as text, with its values to make changes in. */
export class SpecSource {
  readonly name: string;
  /** To be changed; an alias and what it stands for are one object. */
  readonly values: Fields;
  readonly #text: string;

  constructor(name: string, text: string) {
    this.name = name;
    this.#text = text;
    this.values = valuesOf(parseDocument(text));
  }

  /** The changes of the values as a unified diff for `git apply` and `patch -p1`; empty where there are none. */
  patch(): string {
    const document = parseDocument(this.#text);
    const before = valuesOf(document);
    if (isDeepStrictEqual(before, this.values)) return "";
    const isJson = this.#text.startsWith("{");
    const printedBefore = isJson ? printJson(before) : print(document);
    if (!isJson) changeNode(document, document.contents, before, this.values);
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
  const own = new Map(lines.map((line) => [withoutPadding(line), line]));
  const [from, to] = [before, after].map((printed) =>
    printed.split("\n").map((line) => own.get(withoutPadding(line)) ?? line),
  );
  const regions = diff3Merge(lines, from ?? [], to ?? []);
  return regions.flatMap(({ ok, conflict }) => ok ?? conflict?.b ?? []).join("\n");
}

/** A line without the spaces within brackets, which authors and printers set as they like. */
function withoutPadding(line: string): string {
  return line.replaceAll(/(?<=[[{]) +|(?<=\S) +(?=[\]}])/g, "");
}

/**
 * Gives a node the value `after` where it has `before`: comments, order and style of all else stay.
 *
 * An alias is left as it is: what it stands for is changed where its anchor is.
 *
 * @returns The node, or a new one where a value of another kind takes its place.
 */
function changeNode(document: Document, node: unknown, before: unknown, after: unknown): unknown {
  if (isAlias(node) || isDeepStrictEqual(before, after)) return node;
  if (isMap(node) && isObject(before) && isObject(after))
    return changeMap(document, node, before, after);
  if (isSeq(node) && Array.isArray(before) && Array.isArray(after))
    return changeList(document, node, before, after);
  return document.createNode(after, AS_WRITTEN);
}

function changeMap(document: Document, map: YAMLMap, before: Fields, after: Fields): YAMLMap {
  const nameOf = ({ key }: Pair): string => String(isScalar(key) ? key.value : key);
  map.items = map.items.filter((pair) => Object.hasOwn(after, nameOf(pair)));
  for (const pair of map.items) {
    const name = nameOf(pair);
    pair.value = changeNode(document, pair.value, before[name], after[name]);
  }
  for (const name of Object.keys(after))
    if (!Object.hasOwn(before, name)) map.add(document.createPair(name, after[name], AS_WRITTEN));
  return map;
}

/** Items are removed, added at the end, or changed one by one. */
function changeList(
  document: Document,
  list: YAMLSeq,
  before: readonly unknown[],
  after: readonly unknown[],
): YAMLSeq {
  const isKept = before.map((item) => after.some((one) => isDeepStrictEqual(one, item)));
  const kept = before.filter((_, index) => isKept[index]);
  if (isDeepStrictEqual(kept, after)) {
    list.items = list.items.filter((_, index) => isKept[index]);
    return list;
  }
  list.items = after.map((item, index) =>
    index < before.length
      ? changeNode(document, list.items[index], before[index], item)
      : document.createNode(item, AS_WRITTEN),
  );
  return list;
}
