import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Document, ParsedNode, YAMLMap } from "yaml";
import { wrongUse } from "../exit_error.ts";
import { loadOptional } from "../load_optional.ts";
import { locateParent, REST_SPEC, RPC_SPEC, type SpecPlace } from "./locate_schema.ts";
import type { Difference, Finding } from "./probe.ts";

/** A proposed change of the specs. */
export interface ProposedPatch {
  /** For `git apply`; empty where nothing is proposed. */
  readonly patch: string;
  /** Changes that it holds. */
  readonly proposed: number;
  /** Differences that it cannot express. */
  readonly left: number;
}

/** Replaces the characters from `start` to `end` of a text. */
interface Edit {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const REASON = "Found in the responses of a deployed service.";

/**
 * Proposes the smallest change of the specs after which they allow what a service answers: a field that it adds is
 * described, one that it leaves out is optional. Other differences need a decision.
 */
export async function proposePatch(
  findings: readonly Finding[],
  folder: string,
): Promise<ProposedPatch> {
  const { parseDocument } = await loadOptional("A patch", "yaml", () => import("yaml"));
  const files: SpecSource[] = [];
  for (const name of [REST_SPEC, RPC_SPEC]) {
    const text = await readSpec(folder, name);
    files.push({ name, text, source: parseDocument(text) });
  }
  const specs = Object.fromEntries(files.map(({ name, source }) => [name, source.toJS()]));
  const edits = new Map<string, Edit>();
  const left = new Set<string>();
  for (const { subject, differences } of findings) {
    for (const difference of differences) {
      const place = locateParent(specs, subject, difference.path);
      const file = files.find(({ name }) => name === place?.file);
      const edit = place && file && editOf(file, place, difference);
      if (edit) edits.set(`${edit.file} ${edit.start} ${nameOf(difference)}`, edit);
      else left.add(`${subject} ${difference.path}`);
    }
  }
  const changed = files.map(({ name, text }): [string, string] => {
    const own = [...edits.values()].filter(({ file }) => file === name);
    return [name, applyEdits(text, own)];
  });
  return { patch: await diffOf(folder, new Map(changed)), proposed: edits.size, left: left.size };
}

/** A spec as text and as nodes that know their place in it. */
interface SpecSource {
  readonly name: string;
  readonly text: string;
  readonly source: Document.Parsed;
}

/** The change of the object at `place` that allows what came; undefined where that needs a decision. */
function editOf(file: SpecSource, place: SpecPlace, difference: Difference): Edit | undefined {
  const { expected, got, value } = difference;
  const name = nameOf(difference);
  if (expected === "no such field") {
    const properties = nodeAt(file, [...place.keys, "properties"]);
    return properties && insertInto(file, properties, name, schemaOf(value));
  }
  const required = got === "nothing" ? nodeAt(file, [...place.keys, "required"]) : undefined;
  const names = required?.toJSON() as readonly string[] | undefined;
  if (!required?.range || !names?.includes(name)) return undefined;
  const [start, end] = required.range;
  const others = JSON.stringify(names.filter((one) => one !== name));
  return { file: file.name, start, end, text: others };
}

/** The field that differs. */
function nameOf({ path }: Difference): string {
  return path.slice(path.lastIndexOf(".") + 1);
}

function nodeAt({ source }: SpecSource, keys: SpecPlace["keys"]): ParsedNode | undefined {
  return source.getIn(keys, true) as ParsedNode | undefined;
}

/** An entry in front of the others, written as JSON, which YAML takes too. */
function insertInto(
  { name: file, text }: SpecSource,
  node: ParsedNode,
  name: string,
  schema: object,
): Edit | undefined {
  const map = node as YAMLMap.Parsed;
  const [start] = map.range ?? [];
  if (start === undefined) return undefined;
  const entry = `${JSON.stringify(name)}: ${JSON.stringify(schema)}`;
  if (map.flow) return { file, start: start + 1, end: start + 1, text: `${entry},` };
  const indent = text.slice(text.lastIndexOf("\n", start) + 1, start);
  return { file, start, end: start, text: `${entry}\n${indent}` };
}

function schemaOf(value: unknown): object {
  const description = "Sent by a deployed service; not described by the interface.";
  const marks = { description, "x-source": "decided", "x-reason": REASON };
  const type = typeOf(value);
  if (type === "object") return { type, ...marks, additionalProperties: true, examples: [{}] };
  if (type === "array") return { type, ...marks, items: {}, examples: [[]] };
  return { type, ...marks, examples: [value] };
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return "array";
  if (Number.isInteger(value)) return "integer";
  return value === null ? "null" : typeof value;
}

/** Later places first, so that earlier ones stay where they are. */
function applyEdits(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (left, { start, end, text: own }) => left.slice(0, start) + own + left.slice(end),
      text,
    );
}

async function readSpec(folder: string, file: string): Promise<string> {
  try {
    return await readFile(join(folder, file), "utf8");
  } catch {
    throw wrongUse(
      `Cannot read ${join(folder, file)}: run this command in the folder of the specs, or pass that with --specs.`,
    );
  }
}

/** Output of `git diff`, with paths for `git apply`. */
async function diffOf(folder: string, changed: ReadonlyMap<string, string>): Promise<string> {
  const work = await mkdtemp(join(tmpdir(), "alphadelta-patch-"));
  try {
    let patch = "";
    for (const [file, text] of changed) {
      for (const side of ["a", "b"]) await mkdir(join(work, side), { recursive: true });
      await writeFile(join(work, "a", file), await readFile(join(folder, file)));
      await writeFile(join(work, "b", file), text);
      patch += await gitDiff(work, file);
    }
    return patch;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** It ends with 1 where the files differ. */
function gitDiff(work: string, file: string): Promise<string> {
  const args = ["diff", "--no-index", "--no-color", "--no-prefix", `a/${file}`, `b/${file}`];
  return new Promise((resolve, reject) => {
    execFile("git", args, { cwd: work, maxBuffer: 1e8 }, (error, stdout) => {
      if (error && error.code !== 1) reject(error);
      else resolve(stdout);
    });
  });
}
