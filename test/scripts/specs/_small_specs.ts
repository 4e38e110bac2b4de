import { readFileSync } from "node:fs";
import type { Specs } from "../../../scripts/specs/specs.ts";
import { SpecFile } from "../../../scripts/specs/spec_file.ts";

/** Folder of the small pair of specs. */
export const SMALL = new URL("../../fixtures/specs/", import.meta.url);

/** A change of a spec's text: `find`, which stands there once, becomes `put`. */
export interface Mutation {
  readonly file: "openapi.yaml" | "openrpc.json";
  readonly find: string;
  readonly put: string;
}

/** The text of one small spec after `mutation`. */
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

/** The small specs as they stand, read once. */
const UNCHANGED: Specs = {
  openapi: new SpecFile("openapi.yaml", smallText("openapi.yaml")),
  openrpc: new SpecFile("openrpc.json", smallText("openrpc.json")),
};

/** The small specs after `mutation`. */
export function smallSpecs(mutation?: Mutation): Specs {
  if (mutation === undefined) return UNCHANGED;
  const { file } = mutation;
  const changed = new SpecFile(file, smallText(file, mutation));
  return { ...UNCHANGED, [file === "openapi.yaml" ? "openapi" : "openrpc"]: changed };
}

/** The line of `text` that `part` stands on, counted from 1. */
export function lineOf(text: string, part: string): number {
  const at = text.indexOf(part);
  if (at < 0) throw new Error(`Cannot find the line: "${part}" is not in the text`);
  return text.slice(0, at).split("\n").length;
}
