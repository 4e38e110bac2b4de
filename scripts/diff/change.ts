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
  /** Where it stands in that spec, as a JSON pointer. */
  readonly pointer: string;
  /** Line of the place. */
  readonly line: number;
  /** Which version place and line are of: the base for what is gone, else the next one. */
  readonly version: "base" | "next";
  /** A sentence without its end. */
  readonly message: string;
  /** Where it shows: only in what the interface gives, only with what was decided on top, or in both. */
  readonly layer: "given" | "decided" | "both";
  /** Operations, methods and topics that it reaches, and the name of the row of a table. */
  readonly affects: readonly string[];
}
