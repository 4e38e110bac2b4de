import { inject } from "vitest";
import type { ArtifactName } from "../scripts/artifacts.ts";
import type { ChangedTree } from "./scripts/generate/_changed_trees.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Origin that hands out the parts. */
    readonly parts: string;
  }
}

/** What all test files of a run share: made when the first one asks for it, and gone with the run. */
export interface Parts extends Record<Exclude<ArtifactName, "library" | "commandLine">, Folder> {
  /** Address of a running Chromium. */
  readonly chromium: string;
  /** A cluster that no server runs on, to be copied. */
  readonly cluster: Folder;
  readonly postgres: PostgresPlace;
  /** Port of a Redis. */
  readonly redis: number;
  /** The repository with more in its specs. */
  readonly grown: ChangedTree;
  /** The repository with other names in its specs. */
  readonly renamed: ChangedTree;
}

type Folder = string;

/** Where a server of PostgreSQL answers. */
export interface PostgresPlace {
  /** Folder of its socket. */
  readonly folder: string;
  readonly port: number;
}

/** A test may replace the global one. */
const { fetch } = globalThis;

/**
 * One of the parts.
 *
 * @throws {Error} If it cannot be made; the message says why.
 */
export async function sharedPart<Name extends keyof Parts>(name: Name): Promise<Parts[Name]> {
  const response = await fetch(`${inject("parts")}/${name}`);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return JSON.parse(text) as Parts[Name];
}
