import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DocumentError } from "./document_error.ts";
import type { Json, Path } from "./json.ts";
import { SourceDocument } from "./source_document.ts";

/** File names of the two documents. */
export const FILES = ["openapi.yaml", "openrpc.json"] as const;

/** The two documents everything is generated from. */
export interface Documents {
  readonly openapi: SourceDocument;
  readonly openrpc: SourceDocument;
}

/** What a reference leads to. */
export interface Target {
  readonly document: SourceDocument;
  readonly path: Path;
  readonly value: Json | undefined;
}

/**
 * Reads both documents from `folder`.
 *
 * @throws {DocumentError} If one of them cannot be read or is not well-formed.
 */
export async function loadDocuments(folder: string): Promise<Documents> {
  const [openapi, openrpc] = await Promise.all(
    FILES.map(async (file) => new SourceDocument(file, await readText(folder, file))),
  );
  return { openapi: openapi as SourceDocument, openrpc: openrpc as SourceDocument };
}

async function readText(folder: string, file: string): Promise<string> {
  try {
    return await readFile(join(folder, file), "utf8");
  } catch (error) {
    const message = `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    const fix = "Both documents must stand in the folder that is read.";
    throw new DocumentError([{ file, line: 1, message, fix }]);
  }
}

/** Follows `ref` as it stands in `from`: within its own document, or from either into `openapi.yaml`. */
export function followRef(documents: Documents, from: SourceDocument, ref: string): Target {
  const [file = "", pointer = ""] = ref.split("#");
  const document = file === "" ? from : documentNamed(documents, file);
  const path = pointer.split("/").slice(1).map(unescapePointer);
  if (!document) return { document: from, path, value: undefined };
  return { document, path, value: document.at(path) };
}

function documentNamed({ openapi, openrpc }: Documents, file: string): SourceDocument | undefined {
  return [openapi, openrpc].find((document) => `./${document.file}` === file);
}

/** A part that no encoder made stands for itself, and leads nowhere. */
function unescapePointer(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return part;
  }
}
