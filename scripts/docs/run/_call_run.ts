import type { PageCall, Values } from "../_page_calls.ts";
import type { Target } from "./_sample_fields.ts";

/** The result beside a sample: the value that the client's function gives, or the answer as it was sent. */
export type ResultForm = "value" | "answer";

/** A service, with the key and token for it. Neither is ever part of a URL. */
export interface ServiceTarget extends Target {
  readonly key: string;
  /** For devnet control. */
  readonly token: string;
}

/** The outcome of a request. */
export interface Outcome {
  /** `GET http://127.0.0.1:8645/v1/delta/blocks`; undefined where nothing was sent. */
  readonly request?: string | undefined;
  readonly status?: number;
  readonly statusText?: string;
  /** From the request to the end of its answer. */
  readonly milliseconds?: number;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** The answer as it was sent. */
  readonly text?: string;
  /** The value that the client's function gives. */
  readonly value?: unknown;
  /** Message of the client, which refused the values or the answer. */
  readonly fault?: string | undefined;
}

/** Hears of the outcome, events and state of a running call. */
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
  readonly place: ServiceTarget;
  readonly shown: ResultForm;
}
