import type { Chain } from "../../src/chains/mod.ts";
import type { Tier } from "../../src/generated/tiers.gen.ts";
import type { Pattern } from "./parse_pattern.ts";

/** A case as its file says it for one chain. */
export interface Exchange {
  /** First comment of the file, in one line. */
  readonly title: string;
  /** Chains the case holds on. */
  readonly chains: readonly Chain[];
  /** True if nobody else may make blocks while the case runs. */
  readonly needsOwnBlocks: boolean;
  /** Size of the mempool that the case needs; undefined for any. */
  readonly mempoolSize: number | undefined;
  /** Tier that callers without a key must have, in a service that nobody else asks; undefined if that is all the same. */
  readonly tier: Tier | undefined;
  readonly steps: readonly Step[];
}

/** One thing to do, in the order of the file. */
export type Step = AskStep | MessageStep | SignStep | WaitStep;

/** Sends a request and compares the answer. */
export interface AskStep {
  readonly kind: "ask";
  /** Line of the file the step starts on. */
  readonly line: number;
  readonly verb: string;
  /** URL with `{rest}`, `{rpc}`, `{keys}` or `{origin}` in front, holes included. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Body as it is sent, holes included; undefined sends none. */
  readonly body: string | undefined;
  readonly expected: ExpectedAnswer;
}

/** Sends a message on the WebSocket of the case, if it has a body, and compares the messages that come next. */
export interface MessageStep {
  readonly kind: "message";
  readonly line: number;
  /** The message as it is sent, holes included; undefined sends none. */
  readonly body: string | undefined;
  readonly expected: readonly Pattern[];
}

/** Expected response of a request. */
export interface ExpectedAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Undefined: the answer has no body. */
  readonly body: Pattern | undefined;
}

/** Signs a transaction of a dev account and names what comes of it. */
export interface SignStep {
  readonly kind: "sign";
  readonly line: number;
  readonly name: string;
  /** Type of the transaction. */
  readonly type: string;
  readonly options: Readonly<Record<string, string>>;
}

/** Goes on once a transaction is in a block. */
export interface WaitStep {
  readonly kind: "wait";
  readonly line: number;
  /** Hash of the transaction, as a hole. */
  readonly hash: string;
}
