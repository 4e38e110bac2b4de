import type { Segment } from "../generated/segments.gen.ts";
import type { Answer } from "./answer.ts";
import type { TransportCall } from "./transport_call.ts";
import { notify } from "../notify.ts";
import type { Transport } from "./create_transport.ts";

/** An answer as it came. */
export interface WatchedAnswer {
  /** Segment of the call; undefined for a request of `fetch` by other clients. */
  readonly segment: Segment | undefined;
  /** Operation id or method name, of a call that has one. */
  readonly operation: string | undefined;
  /** HTTP status. */
  readonly status: number;
  /** Body of the answer. */
  readonly text: string;
  /** Body of the request. */
  readonly sent: string | undefined;
}

/** Is shown every answer; cannot change it. */
export type AnswerWatcher = (answer: WatchedAnswer) => unknown;

/**
 * A transport that shows each answer to `watcher` before it is read. What the watcher throws or rejects with is dropped.
 */
export function watchAnswers(transport: Transport, watcher: AnswerWatcher): Transport {
  const watch = notifyWatcher.bind(null, watcher);
  return {
    ...transport,
    call: (call, options) => transport.call(Object.assign(call, { watch }), options),
    callAll(calls, ...rest) {
      for (const call of calls) call.watch = watch;
      return transport.callAll(calls, ...rest);
    },
  };
}

function notifyWatcher(watcher: AnswerWatcher, call: TransportCall, answer: Answer): void {
  const { context, body } = call;
  const { status, text } = answer;
  if (context.operation === undefined || text === "") return;
  const sent = typeof body === "string" ? body : undefined;
  const { segment, operation } = context;
  notify(() => watcher({ segment, operation, status, text, sent }));
}
