import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { SpecError, SpecFile } from "./spec_file.ts";
import { isObject, type Json, type JsonObject, type Path, valueAt } from "./json.ts";

/** File names of the two specs. */
export const FILES = ["openapi.yaml", "openrpc.json"] as const;

/** The two specs everything is generated from. */
export type Specs = {
  readonly openapi: SpecFile;
  readonly openrpc: SpecFile;
};

/** A document that references are followed in. */
type Document = Pick<SpecFile, "file" | "at">;

/** Target of a reference. */
export interface Target<In extends Document = SpecFile> {
  readonly spec: In;
  readonly path: Path;
  readonly value: Json | undefined;
}

/** The last specs that were read, by file and text: one that did not change is not parsed again. */
const READ = new LRUCache<string, SpecFile>({ max: 8 });

/** Reads both specs from `folder`. */
export async function loadSpecs(folder: string): Promise<Specs> {
  return { openapi: await loadSpec(folder, FILES[0]), openrpc: await loadSpec(folder, FILES[1]) };
}

async function loadSpec(folder: string, file: (typeof FILES)[number]): Promise<SpecFile> {
  const text = await readText(folder, file);
  const key = `${file} ${text}`;
  const spec = READ.get(key) ?? new SpecFile(file, text);
  READ.set(key, spec);
  return spec;
}

async function readText(folder: string, file: string): Promise<string> {
  try {
    const bytes = await readFile(join(folder, file));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    const message = `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    const isEncoded = error instanceof TypeError;
    const fix = isEncoded ? "Save it as UTF-8." : "Both specs must be in the folder that is read.";
    throw new SpecError([{ file, line: 1, message, fix }]);
  }
}

/** Follows `ref` as it stands in `from`: within its own document, or into another of `documents`, which it names. */
export function followRef<In extends Document>(
  documents: Readonly<Record<string, In>>,
  from: In,
  ref: string,
): Target<In> {
  const [file = "", pointer = ""] = ref.split("#");
  const path = pointer.split("/").slice(1).map(unescapePointer);
  const named = Object.values(documents).find((each) => `./${each.file}` === file);
  const spec = file === "" ? from : named;
  return spec ? { spec, path, value: spec.at(path) } : { spec: from, path, value: undefined };
}

/** The object that `value` is, or that its reference leads to; an empty one where there is none. */
export function deref<In extends Document>(
  documents: Readonly<Record<string, In>>,
  from: In,
  value: Json | undefined,
): JsonObject {
  if (!isObject(value)) return {};
  if (typeof value.$ref !== "string") return value;
  const { spec, value: target } = followRef(documents, from, value.$ref);
  return deref(documents, spec, target);
}

/** The same in a document that is whole by itself. */
export function derefIn(document: JsonObject, value: Json | undefined): JsonObject {
  return deref({}, { file: "", at: (path) => valueAt(document, path) }, value);
}

/** A part that no encoder made stands for itself, and leads nowhere. */
function unescapePointer(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return part;
  }
}
