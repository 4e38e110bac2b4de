import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { SpecError, SpecFile } from "./spec_file.ts";
import { isObject, type Json, type JsonObject, memberOf, type Path } from "./json.ts";

/** File names of the two specs. */
export const FILES = ["openapi.yaml", "openrpc.json"] as const;

/** The two specs everything is generated from. */
export interface Specs {
  readonly openapi: SpecFile;
  readonly openrpc: SpecFile;
}

/** Target of a reference. */
export interface Target {
  readonly spec: SpecFile;
  readonly path: Path;
  readonly value: Json | undefined;
}

/**
 * Reads both specs from `folder`.
 *
 * @throws {SpecError} If one of them cannot be read or is not well-formed.
 */
export async function loadSpecs(folder: string): Promise<Specs> {
  const read = async (file: (typeof FILES)[number]): Promise<SpecFile> =>
    new SpecFile(file, await readText(folder, file));
  return { openapi: await read(FILES[0]), openrpc: await read(FILES[1]) };
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

/** Follows `ref` as it stands in `from`: within its own spec, or from either into `openapi.yaml`. */
export function followRef(specs: Specs, from: SpecFile, ref: string): Target {
  const { file, path } = partsOf(ref);
  const spec = file === "" ? from : specNamed(specs, file);
  if (!spec) return { spec: from, path, value: undefined };
  return { spec, path, value: spec.at(path) };
}

/** The object that `value` is, or that its reference leads to; an empty one where there is none. */
export function deref(specs: Specs, from: SpecFile, value: Json | undefined): JsonObject {
  if (!isObject(value)) return {};
  if (typeof value.$ref !== "string") return value;
  const { spec, value: target } = followRef(specs, from, value.$ref);
  return deref(specs, spec, target);
}

/** The same in a document that is whole by itself. */
export function derefIn(document: JsonObject, value: Json | undefined): JsonObject {
  if (!isObject(value)) return {};
  if (typeof value.$ref !== "string") return value;
  return derefIn(document, partsOf(value.$ref).path.reduce<Json | undefined>(memberOf, document));
}

function partsOf(ref: string): { readonly file: string; readonly path: Path } {
  const [file = "", pointer = ""] = ref.split("#");
  return { file, path: pointer.split("/").slice(1).map(unescapePointer) };
}

function specNamed({ openapi, openrpc }: Specs, file: string): SpecFile | undefined {
  return [openapi, openrpc].find((spec) => `./${spec.file}` === file);
}

/** A part that no encoder made stands for itself, and leads nowhere. */
function unescapePointer(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return part;
  }
}
