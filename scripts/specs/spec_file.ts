import { type ParseError, parseTree } from "jsonc-parser";
import {
  type Alias,
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Scalar,
  visit,
} from "yaml";
import { inheritMarks } from "./inherit_marks.ts";
import { isObject, type Json, type JsonObject, type Path, valueAt } from "./json.ts";

/** A fault of a spec: its place, the message, and the remedy. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly message: string;
  readonly fix: string;
}

/** The specs cannot be used; `problems` says why. */
export class SpecError extends Error {
  override readonly name = "SpecError";
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(formatProblem).join("\n"));
    this.problems = problems;
  }
}

function formatProblem({ file, line, message, fix }: Problem): string {
  return `${file}:${line}: ${message}\n    ${fix}`;
}

/** Remedy where a path stands twice. */
const REPEATED_PATH =
  "Write the operations of both into one path; another version is `/v2/{segment}/…` on the server `{apiHost}`.";

/** A spec as its author wrote it, and the line of each value. Marks of origin are written out where they are inherited. */
export class SpecFile {
  /** File name, as messages show it. */
  readonly file: string;
  readonly text: string;
  readonly value: JsonObject;
  readonly #syntax: Document;
  readonly #lines: LineCounter;

  /** @throws {SpecError} If `text` is not well-formed YAML or JSON, or holds no object. */
  constructor(file: string, text: string) {
    this.file = file;
    this.text = text;
    this.#lines = new LineCounter();
    this.#syntax = parseDocument(text, { lineCounter: this.#lines, prettyErrors: false });
    this.#requireParsed();
    if (file.endsWith(".json")) this.#requireJson();
    this.#requirePlainSyntax();
    // No limit on aliases: the parser's is a defence against files of strangers.
    const value: unknown = this.#syntax.toJS({ maxAliasCount: -1 });
    if (!isObject(value)) throw this.#syntaxError(0, "the root is not an object");
    this.value = inheritMarks(file, value);
  }

  /** The value at `path`. */
  at(path: Path): Json | undefined {
    return valueAt(this.value, path);
  }

  /** The line of the key or item at `path`; of its nearest ancestor where there is none. */
  lineOf(path: Path): number {
    let node: unknown = this.#syntax.contents;
    let offset = 0;
    for (const key of path) {
      const next = child(node, key);
      if (!next) break;
      node = next.node;
      offset = next.offset;
    }
    return this.#lines.linePos(offset).line;
  }

  problem(path: Path, message: string, fix: string): Problem {
    return { file: this.file, line: this.lineOf(path), message, fix };
  }

  #error(offset: number, message: string, fix: string): SpecError {
    const { line } = this.#lines.linePos(offset);
    return new SpecError([{ file: this.file, line, message, fix }]);
  }

  #syntaxError(offset: number, message: string, fix?: string): SpecError {
    const format = this.file.endsWith(".json") ? "JSON" : "YAML";
    return this.#error(
      offset,
      `cannot be parsed: ${message}`,
      fix ?? `Fix the ${format} on this line.`,
    );
  }

  #requireParsed(): void {
    const fault = this.#syntax.errors[0] ?? this.#syntax.warnings[0];
    if (!fault) return;
    const [start] = fault.pos;
    const isPath = fault.code === "DUPLICATE_KEY" && /^["']?\//.test(this.text.slice(start));
    const message =
      fault.code === "MULTIPLE_DOCS" ? "a second document starts here" : fault.message;
    throw this.#syntaxError(start, message, isPath ? REPEATED_PATH : undefined);
  }

  /** Refuses text that the parser takes and a reader would misunderstand, in one walk. */
  #requirePlainSyntax(): void {
    const anchors = new Set<string>();
    visit(this.#syntax, (_, node, parents) => {
      if (isPair(node)) this.#requirePlainKey(node.key);
      else if (isAlias(node)) this.#requireAnchor(node, anchors, parents);
      else if (isScalar(node)) this.#requireExactNumber(node);
      if ((isScalar(node) || isCollection(node)) && node.anchor) anchors.add(node.anchor);
    });
  }

  /** The parser takes an alias without an anchor, and one within the value of its anchor. */
  #requireAnchor(alias: Alias, anchors: ReadonlySet<string>, parents: readonly unknown[]): void {
    const { source } = alias;
    const start = startOf(alias);
    if (!anchors.has(source))
      throw this.#syntaxError(start, `no anchor "&${source}" precedes the alias "*${source}"`);
    if (parents.some((one) => isNode(one) && one.anchor === source))
      throw this.#syntaxError(start, `"*${source}" stands for a value that it is itself a part of`);
  }

  /** Refuses keys that mean another text than is written, such as `1e3` and `null`, and merge keys, which are of YAML 1.1. */
  #requirePlainKey(key: unknown): void {
    if (isScalar(key) && key.value === "<<") {
      const fix = "Write out the merged keys, or refer to the whole with an alias.";
      throw this.#error(startOf(key), "merge keys are not supported", fix);
    }
    const { value, source: written } = isScalar(key)
      ? key
      : { value: undefined, source: String(key) };
    const meant = String(value ?? "");
    if (typeof value === "string" || (value !== null && meant === written)) return;
    const message = `the key ${written ?? ""} is read as "${meant}"`;
    throw this.#error(startOf(key), message, "Write it in quotes.");
  }

  /** Refuses a number that JavaScript rounds, or has none for: generated code would have another one. */
  #requireExactNumber(node: Scalar): void {
    if (typeof node.value !== "number") return;
    const text = String(node.source ?? node.value);
    const isInteger = /^[-+]?[0-9]+$/.test(text);
    if (Number.isFinite(node.value) && (!isInteger || Number.isSafeInteger(node.value))) return;
    const message = `${text} is not a number that JavaScript represents exactly`;
    const fix = "Write an integer from -(2^53 - 1) to 2^53 - 1, or another finite number.";
    throw this.#error(startOf(node), message, fix);
  }

  /** Refuses what the YAML parser takes and JSON has not. Its place is from `parseTree`, the message from `JSON.parse`. */
  #requireJson(): void {
    const faults: ParseError[] = [];
    parseTree(this.text, faults, { disallowComments: true });
    const [fault] = faults;
    if (fault) throw this.#syntaxError(fault.offset, jsonMessage(this.text) ?? "it is no JSON");
  }
}

function child(node: unknown, key: string | number): { node: unknown; offset: number } | undefined {
  if (isMap(node)) {
    const pair = node.items.find((item) => isPair(item) && keyOf(item.key) === String(key));
    return pair && { node: pair.value, offset: startOf(pair.key) };
  }
  if (isSeq(node)) {
    const item = node.items[Number(key)];
    return item === undefined ? undefined : { node: item, offset: startOf(item) };
  }
  return undefined;
}

function keyOf(key: unknown): string {
  return String(isScalar(key) ? key.value : key);
}

function startOf(node: unknown): number {
  const range = (node as { range?: readonly number[] | null }).range;
  return range?.[0] ?? 0;
}

/** Places in the platform's messages, which do not always say where a fault is: a position, or a piece of the text. */
const PLACE = / in JSON at position .*$|, (\.\.\.)?".*$/s;

/** The platform's message on a JSON text, without the place; undefined if it finds no fault. */
function jsonMessage(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return (error as Error).message.replace(PLACE, "");
  }
}
