/**
 * What a change does to those who rely on the specs.
 *
 * `breaking`: what worked may work no longer. `additive`: what worked still works, and there is more. `cosmetic`: words
 * and examples.
 */
export type Level = "breaking" | "additive" | "cosmetic";

/** The levels, the worst first. */
export const LEVELS: readonly Level[] = ["breaking", "additive", "cosmetic"];

/** A difference between two versions of the specs. */
export interface Change {
  readonly level: Level;
  /** File name of the spec. */
  readonly spec: string;
  /** Its place in that spec, as a JSON pointer. */
  readonly pointer: string;
  /** Line of the place. */
  readonly line: number;
  /** Version of place and line: the base for removed parts, otherwise the next one. */
  readonly version: "base" | "next";
  /** A sentence without its end. */
  readonly message: string;
  /** Scope: only specified by the interface, only an extension, or both. */
  readonly layer: "given" | "decided" | "both";
  /** Operations, methods and topics that it reaches, and the name of the row of a table. */
  readonly affects: readonly string[];
}
