import type { PageCall, Values } from "../_page_calls.ts";
import type { Target } from "./_sample_fields.ts";

/** The form of the result beside a sample: the value of the client's function, or the raw answer. */
export type ResultForm = "value" | "answer";

/** A service, with its key and token. Neither is ever part of a URL. */
export interface ServiceTarget extends Target {
  readonly key: string;
  /** Token of devnet control. */
  readonly token: string;
}

/** The outcome of a request. */
export interface Outcome {
  /** `GET http://127.0.0.1:8645/v1/delta/blocks`; undefined if nothing was sent. */
  readonly request?: string | undefined;
  readonly status?: number;
  readonly statusText?: string;
  /** Time from the request to the end of the answer. */
  readonly milliseconds?: number;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** The raw answer. */
  readonly text?: string;
  /** The value of the client's function. */
  readonly value?: unknown;
  /** Message of the client if it refused the values or the answer. */
  readonly fault?: string | undefined;
}

/** Receives the outcome, the events and the state of a running call. */
export interface Listener {
  outcome(outcome: Outcome): void;
  /** An event or a message of a topic. */
  item(item: unknown): void;
  /** The state of a live list, or the error that ended it. */
  state(text: string, isFault?: boolean): void;
}

/** A call with the values of its fields. */
export interface CallRun {
  readonly call: PageCall;
  readonly values: Values;
  readonly target: ServiceTarget;
  readonly shown: ResultForm;
}
