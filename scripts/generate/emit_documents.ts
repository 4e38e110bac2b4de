import { createHash } from "node:crypto";
import type { Documents } from "../documents/documents.ts";
import { objectAt, textAt } from "../documents/json.ts";
import type { SourceDocument } from "../documents/source_document.ts";
import { HEADER, literal } from "./source_text.ts";

/** Version and hash of each document. */
export function emitDocuments({ openapi, openrpc }: Documents): string {
  return `${HEADER}
/** The documents this code was generated from: the version each states, and the SHA-256 of its text. */
export const DOCUMENTS = ${literal({ openapi: identify(openapi), openrpc: identify(openrpc) })} as const;
`;
}

function identify({ value, text }: SourceDocument): object {
  return {
    version: textAt(objectAt(value, "info"), "version"),
    sha256: createHash("sha256").update(text).digest("hex"),
  };
}
