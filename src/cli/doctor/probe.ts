import type { ResolvedEndpoints, Segment } from "../../chains/mod.ts";
import { SEGMENTS } from "../../generated/segments.gen.ts";
import type { CommandInfo } from "../../tables.ts";
import { positionalsOf } from "../calls/call.ts";
import { type Samples, samplesFor } from "./samples.ts";

export interface ProbeRequest {
  readonly url: string;
  /** JSON of a POST; a GET has none. */
  readonly body?: string;
}

export interface ProbeAnswer {
  readonly status: number;
  readonly text: string;
  /** The body, parsed; undefined where it is not JSON. */
  readonly body: unknown;
}

/** Returns true if a service lacks the path of a request. */
export function isAbsent({ status }: ProbeAnswer): boolean {
  return [404, 405, 501].includes(status);
}

/** A place where a service differs from the specs. */
export interface Difference {
  /** Keys from the root of the answer down, with `*` for any item of a list; empty for the answer as a whole. */
  readonly path: string;
  readonly expected: string;
  readonly got: string;
  /** True if the interface specifies it; else it is an extension. */
  readonly specified: boolean;
  /** Place in the specs of the expectation. */
  readonly documented?: string;
  /** The edit at that place with which the specs describe the answer. */
  readonly remedy?: string;
}

/** A request to a service, and a function that judges the answer. */
export interface Probe {
  readonly subject: string;
  /** Variation of the plain call; empty for the plain call itself. */
  readonly aspect: string;
  readonly request: ProbeRequest;
  /** Differences of the answer; `missing` if the service does not have the call. */
  readonly judge: (answer: ProbeAnswer) => readonly Difference[] | "missing";
}

/** A probe that is not tried, and the reason. */
export interface Untried {
  readonly subject: string;
  readonly aspect: string;
  readonly reason: string;
}

/**
 * Probes of those calls of a table that the segment's chain has. A call that changes state, or whose arguments have no samples,
 * is untried. `make` makes the probes of one call with samples for its arguments; `subjectOf` names it in the report.
 */
export function probesOf<Name extends string>(
  calls: Readonly<Record<Name, CommandInfo>>,
  { segment, samples }: ProbeContext,
  make: (name: Name, info: CommandInfo, values: readonly unknown[]) => readonly Probe[],
  subjectOf = (name: Name): string => name,
): (Probe | Untried)[] {
  const { chain } = SEGMENTS[segment];
  const entries = Object.entries(calls) as [Name, CommandInfo][];
  return entries.flatMap(([name, info]): readonly (Probe | Untried)[] => {
    if (!info.chains.includes(chain)) return [];
    const untried = { subject: subjectOf(name), aspect: "" };
    if (!info.safe || info.body)
      return [{ ...untried, reason: "It changes state on the service." }];
    const values = samplesFor(name, positionalsOf(info), samples);
    // Else a sentence that says what is missing.
    return Array.isArray(values) ? make(name, info, values) : [{ ...untried, reason: values }];
  });
}

/** Result of one probe. */
export interface Finding {
  readonly segment: string;
  readonly subject: string;
  readonly aspect: string;
  readonly verdict: "as specified" | "differs" | "missing" | "not tried";
  readonly differences: readonly Difference[];
  /** Why it was not tried, or why it may be missing. */
  readonly reason?: string;
  /** A command that sends the same request. */
  readonly request?: string;
}

/** The verdict on a call that is there. */
export function verdictOf(differences: readonly Difference[]): Finding["verdict"] {
  return differences.length > 0 ? "differs" : "as specified";
}

/** Dependencies of the probes of a segment. */
export interface ProbeContext {
  readonly segment: Segment;
  readonly endpoints: ResolvedEndpoints;
  readonly samples: Samples;
}
