import { readFileSync } from "node:fs";
import type { Documents } from "../../../scripts/documents/documents.ts";
import { SourceDocument } from "../../../scripts/documents/source_document.ts";

/** Folder of the small pair of documents. */
export const SMALL = new URL("../../fixtures/documents/", import.meta.url);

/** A change of a document's text: `find`, which stands there once, becomes `put`. */
export interface Mutation {
  readonly file: "openapi.yaml" | "openrpc.json";
  readonly find: string;
  readonly put: string;
}

/** The text of one small document after `mutation`. */
export function smallText(file: Mutation["file"], mutation?: Mutation): string {
  const text = readFileSync(new URL(file, SMALL), "utf8");
  if (mutation?.file !== file) return text;
  const parts = text.split(mutation.find);
  if (parts.length !== 2) {
    const times = parts.length - 1;
    throw new Error(`Cannot mutate ${file}: "${mutation.find}" stands there ${times} times, not 1`);
  }
  return parts.join(mutation.put);
}

/** The small documents after `mutation`. */
export function smallDocuments(mutation?: Mutation): Documents {
  const read = (file: Mutation["file"]): SourceDocument =>
    new SourceDocument(file, smallText(file, mutation));
  return { openapi: read("openapi.yaml"), openrpc: read("openrpc.json") };
}

/** The line of `text` that `part` stands on, counted from 1. */
export function lineOf(text: string, part: string): number {
  const at = text.indexOf(part);
  if (at < 0) throw new Error(`Cannot find the line: "${part}" is not in the text`);
  return text.slice(0, at).split("\n").length;
}
