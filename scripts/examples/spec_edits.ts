import { isDeepStrictEqual } from "node:util";
import {
  type Alias,
  type Document,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  stringify,
  visit,
} from "yaml";
import { isObject, type Json, type Path } from "../specs/json.ts";

/** A stretch of the text that becomes another one. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Sets values in a spec, and keeps the rest of its text: comments, order, anchors and values that stay. The value of an
 * alias is set at its anchor; where two aliases get different values, the later one is written out.
 */
export class SpecEdits {
  readonly #text: string;
  readonly #document: Document;
  readonly #lines = new LineCounter();
  readonly #edits: Edit[] = [];
  /** New value of each node with an anchor. */
  readonly #anchored = new Map<Node, Json>();
  /** The node of each alias: the last one before it with the anchor. */
  readonly #targets = new Map<Alias, Node>();

  constructor(text: string) {
    this.#text = text;
    this.#document = parseDocument(text, { lineCounter: this.#lines });
    const anchors = new Map<string, Node>();
    visit(this.#document, {
      Value: (_, node) => void (node.anchor && anchors.set(node.anchor, node)),
      Alias: (_, alias) => {
        const target = anchors.get(alias.source);
        if (target) this.#targets.set(alias, target);
      },
    });
  }

  /** The values that differ from those that were set. */
  get count(): number {
    return this.#edits.length;
  }

  /** The lines that differ, from 1. */
  get lineNumbers(): number[] {
    return this.#edits.map(({ start }) => this.#lines.linePos(start).line);
  }

  /** Sets the value at `path`; nothing where there is no such place. */
  set(path: Path, value: Json): void {
    const node = this.#document.getIn(path, true) as Node | undefined;
    if (node) this.#put(node, value, false);
  }

  /** The text with every value set. */
  apply(): string {
    const edits = this.#outermost().toSorted((left, right) => right.start - left.start);
    return edits.reduce(
      (text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end),
      this.#text,
    );
  }

  /** Without edits within others, and each once. */
  #outermost(): Edit[] {
    const isWithin = (one: Edit, other: Edit): boolean =>
      one.start >= other.start && one.end <= other.end;
    return this.#edits.filter(
      (edit, index) =>
        !this.#edits.some((other, at) => {
          const isSame = other.start === edit.start && other.end === edit.end;
          return at !== index && isWithin(edit, other) && (!isSame || at < index);
        }),
    );
  }

  #put(node: Node, value: Json, isFlow: boolean): void {
    if (isAlias(node)) return this.#putAlias(node, value);
    if (this.#anchored.has(node) && !isDeepStrictEqual(this.#anchored.get(node), value)) return;
    if ((isScalar(node) || isCollection(node)) && node.anchor) this.#anchored.set(node, value);
    if (isScalar(node) && node.value === value) return;
    const flow = isFlow || (isCollection(node) && node.flow === true);
    if (isMap(node) && isObject(value)) {
      const keys = node.items.map(({ key }) => String(isScalar(key) ? key.value : key));
      if (isDeepStrictEqual(keys.toSorted(), Object.keys(value).toSorted())) {
        node.items.forEach(({ value: child }, index) =>
          this.#put(child as Node, value[keys[index] ?? ""] ?? null, flow),
        );
        return;
      }
    }
    if (isSeq(node) && Array.isArray(value) && node.items.length === value.length) {
      node.items.forEach((child, index) => this.#put(child as Node, value[index] ?? null, flow));
      return;
    }
    this.#replace(node, value, flow);
  }

  #putAlias(alias: Alias, value: Json): void {
    const target = this.#targets.get(alias);
    if (!target) return;
    if (!this.#anchored.has(target)) {
      this.#anchored.set(target, value);
      return this.#put(target, value, false);
    }
    if (!isDeepStrictEqual(this.#anchored.get(target), value)) this.#replace(alias, value, true);
  }

  #replace(node: Node, value: Json, isFlow: boolean): void {
    const [start = 0, end = 0] = node.range ?? [];
    const old = this.#text.slice(start, end);
    const trailing = /\s*$/.exec(old)?.[0] ?? "";
    const isQuoted = isScalar(node) && node.type === "QUOTE_DOUBLE";
    const isJson = this.#text.startsWith("{");
    const text = isFlow || isQuoted || isJson ? JSON.stringify(value) : this.#block(start, value);
    this.#edits.push({ start, end, text: text + trailing });
  }

  #block(start: number, value: Json): string {
    const indent = " ".repeat(this.#lines.linePos(start).col - 1);
    return stringify(value, { lineWidth: 0 }).trimEnd().replaceAll("\n", `\n${indent}`);
  }
}
