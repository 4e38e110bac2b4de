import { isDeepStrictEqual } from "node:util";
import {
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  stringify,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";

/** Replaces the characters from `start` to `end` of a text. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** An entry of an object or an item of a list, as characters of the text. */
interface Part {
  readonly start: number;
  readonly end: number;
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Edits after which `text` has the values `after` where it has `before`: comments, order and style of all else stay.
 *
 * An alias is left as it is: what it stands for is changed where its anchor is.
 *
 * @param node Root of `text`, YAML or JSON.
 */
export function textEdits(
  text: string,
  node: Node | null,
  before: unknown,
  after: unknown,
): TextEdit[] {
  if (!node || isAlias(node) || isDeepStrictEqual(before, after)) return [];
  if (isMap(node) && isObject(before) && isObject(after))
    return objectEdits(text, node, before, after);
  if (isSeq(node) && Array.isArray(before) && Array.isArray(after))
    return listEdits(text, node, before, after);
  return [whole(text, node, after)];
}

function objectEdits(text: string, node: YAMLMap, before: Values, after: Values): TextEdit[] {
  const pairs = node.items.map((pair) => ({ name: nameOf(pair), pair, part: partOf(text, pair) }));
  const isKept = pairs.map(({ name }) => Object.hasOwn(after, name));
  if (!isKept.includes(true)) return [whole(text, node, after)];
  const added = Object.keys(after).filter((name) => !pairs.some((one) => one.name === name));
  return [
    ...removals(
      pairs.map(({ part }) => part),
      isKept,
    ),
    ...pairs.flatMap(({ name, pair: { value } }, index) =>
      isKept[index] ? textEdits(text, isNode(value) ? value : null, before[name], after[name]) : [],
    ),
    ...added.map((name) =>
      insertion(
        text,
        node,
        pairs.map(({ part }) => part),
        (indent) =>
          node.flow
            ? `${inFlow(text, name, indent)}: ${inFlow(text, after[name], indent)}`
            : indented(stringify({ [name]: after[name] }, { lineWidth: 0 }), indent),
      ),
    ),
  ];
}

/** Items are removed, added at the end, or changed one by one. */
function listEdits(
  text: string,
  node: YAMLSeq,
  before: readonly unknown[],
  after: readonly unknown[],
): TextEdit[] {
  const nodes = node.items as Node[];
  const parts = nodes.map((item) => partOf(text, item));
  const isKept = before.map((item) => after.some((one) => isDeepStrictEqual(one, item)));
  const kept = before.filter((_, index) => isKept[index]);
  if (kept.length > 0 && isDeepStrictEqual(kept, after)) return removals(parts, isKept);
  if (parts.length === 0 || after.length < before.length) return [whole(text, node, after)];
  return [
    ...nodes.flatMap((item, index) => textEdits(text, item, before[index], after[index])),
    ...after
      .slice(before.length)
      .map((item) =>
        insertion(text, node, parts, (indent) =>
          node.flow
            ? inFlow(text, item, indent)
            : indented(stringify([item], { lineWidth: 0 }), indent),
        ),
      ),
  ];
}

/** Removes parts with what separates them from the one before or, of the first ones, from the one after. */
function removals(parts: readonly Part[], isKept: readonly boolean[]): TextEdit[] {
  const first = isKept.indexOf(true);
  return parts.flatMap((part, index) => {
    if (isKept[index]) return [];
    if (index < first) return [{ start: part.start, end: parts[index + 1]?.start ?? 0, text: "" }];
    return [{ start: parts[index - 1]?.end ?? 0, end: part.end, text: "" }];
  });
}

/** Adds a part behind the others, in their style. */
function insertion(
  text: string,
  node: YAMLMap | YAMLSeq,
  parts: readonly Part[],
  partWith: (indent: string | undefined) => string,
): TextEdit {
  const end = parts.at(-1)?.end ?? 0;
  if (node.flow) {
    const before = /\s*$/.exec(text.slice(0, parts.at(-1)?.start))?.[0] ?? "";
    const isOnOwnLine = before.includes("\n");
    const part = partWith(isOnOwnLine ? before.slice(before.lastIndexOf("\n") + 1) : undefined);
    return { start: end, end, text: isOnOwnLine ? `,${before}${part}` : `, ${part}` };
  }
  const [start] = rangeOf(node);
  const indent = " ".repeat(start - text.lastIndexOf("\n", start - 1) - 1);
  return { start: end, end, text: `\n${indent}${partWith(indent)}` };
}

/** Replaces a value, with the white space behind it left. */
function whole(text: string, node: Node, value: unknown): TextEdit {
  const [start, last] = rangeOf(node);
  const old = text.slice(start, last).trimEnd();
  const line = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  const isBlock = isCollection(node) && node.flow !== true;
  const indent = isBlock ? " ".repeat(line.length) : (/^ */.exec(line)?.[0] ?? "");
  const put = isBlock
    ? indented(stringify(value, { lineWidth: 0 }), indent)
    : inFlow(text, value, old.includes("\n") ? indent : undefined);
  return { start, end: start + old.length, text: put };
}

/**
 * A value as it is written within others.
 *
 * @param indent Of its line where it may take several.
 */
function inFlow(text: string, value: unknown, indent: string | undefined): string {
  if (text.startsWith("{"))
    return indent === undefined
      ? JSON.stringify(value)
      : indented(JSON.stringify(value, null, 2), indent);
  const flow = { collectionStyle: "flow", lineWidth: 0, flowCollectionPadding: false } as const;
  // As an item, so that what has a comma is quoted.
  return stringify([value], flow).trimEnd().slice(1, -1);
}

function indented(text: string, indent = ""): string {
  return text.trimEnd().replaceAll("\n", `\n${indent}`);
}

/** From its first character to its last, with a comment that follows on the same line. */
function partOf(text: string, part: Pair | Node): Part {
  const [key, value] = isNode(part) ? [part, part] : [part.key, part.value ?? part.key];
  const [start] = rangeOf(key as Node);
  const [, valueEnd] = rangeOf(value as Node);
  const end = text.slice(0, valueEnd).trimEnd().length;
  const comment = /^[ \t]+#.*/.exec(text.slice(end))?.[0] ?? "";
  return { start, end: end + comment.length };
}

function rangeOf(node: Node): readonly [start: number, end: number] {
  const [start, end] = (isScalar(node) || isCollection(node) || isAlias(node)
    ? node.range
    : undefined) ?? [0, 0];
  return [start, end];
}

function nameOf({ key }: Pair): string {
  return String(isScalar(key) ? key.value : key);
}

function isObject(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
