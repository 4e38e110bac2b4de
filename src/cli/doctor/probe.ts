/** A request of a probe. */
export interface ProbeRequest {
  readonly url: string;
  /** JSON of a POST; a GET has none. */
  readonly body?: string;
}

/** What came back. */
export interface ProbeAnswer {
  readonly status: number;
  readonly text: string;
  /** The body where it is JSON. */
  readonly body: unknown;
}

/** A place where a service differs from the specs. */
export interface Difference {
  /** Keys from the root of the answer down, with `*` for any item of a list; empty for the answer as a whole. */
  readonly path: string;
  readonly expected: string;
  readonly got: string;
  /** Whether the interface specifies it; else it is an extension. */
  readonly specified: boolean;
  /** Where the specs say what is expected. */
  readonly documented?: string;
  /** What came there, for a proposal; never printed. */
  readonly value?: unknown;
}

/** A request to a service, and what judges the answer. */
export interface Probe {
  /** Operation, method or topic. */
  readonly subject: string;
  /** What is tried beside the plain call; empty for that itself. */
  readonly aspect: string;
  readonly request: ProbeRequest;
  /** What differs; `missing` where the service does not have it. */
  readonly judge: (answer: ProbeAnswer) => readonly Difference[] | "missing";
}

/** What is not tried, and why. */
export interface Untried {
  readonly subject: string;
  readonly aspect: string;
  readonly reason: string;
}

/** How a service does at one probe. */
export interface Finding {
  readonly segment: string;
  readonly subject: string;
  readonly aspect: string;
  readonly verdict: "as specified" | "differs" | "missing" | "not tried";
  readonly differences: readonly Difference[];
  /** Why it was not tried. */
  readonly reason?: string;
  /** A command that sends the same request. */
  readonly request?: string;
}
