import { InvalidArgumentError } from "commander";

import { type Segment, SEGMENTS } from "../chains/mod.ts";

const ALLOWED = Object.keys(SEGMENTS).join(", ");

/** Reads a flag's value as a segment. */
export function readSegment(text: string): Segment {
  if (Object.hasOwn(SEGMENTS, text)) return text as Segment;
  throw new InvalidArgumentError(`Must be one of ${ALLOWED}.`);
}

/** Reads a flag's value as segments with commas in between, each at most once. */
export function readSegments(text: string): Segment[] {
  const segments = text.split(",").map((part) => part.trim());
  const isKnown = segments.every((one) => Object.hasOwn(SEGMENTS, one));
  if (isKnown && new Set(segments).size === segments.length) return segments as Segment[];
  throw new InvalidArgumentError(`Must be one or more of ${ALLOWED}, separated by commas.`);
}
