import { createHash } from "node:crypto";
import type { Specs } from "../specs/specs.ts";
import { objectAt, textAt } from "../specs/json.ts";
import type { SpecFile } from "../specs/spec_file.ts";
import { HEADER, literal } from "./source_text.ts";

/** Version and hash of each spec. */
export function emitSpecs({ openapi, openrpc }: Specs): string {
  return `${HEADER}
/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = ${literal({ openapi: identify(openapi), openrpc: identify(openrpc) })} as const;
`;
}

function identify({ value, text }: SpecFile): object {
  return {
    version: textAt(objectAt(value, "info"), "version"),
    sha256: createHash("sha256").update(text).digest("hex"),
  };
}
