import { isAlphadeltaError } from "../errors/mod.ts";
import type { Clock } from "./clock.ts";
import type { CallEvent, Hooks } from "./hooks.ts";
import { notify } from "./notify.ts";
import type { Trace } from "./_pending_call.ts";
import type { TransportCall } from "./transport_call.ts";

/** Makes what tells the hooks of one call, and tells them that it begins. */
export type Tracer = (call: TransportCall<unknown>) => Trace;

export function createTracer(hooks: Hooks, clock: Clock): Tracer {
  let calls = 0;
  return ({ context, method, url }) => {
    const { segment, operation } = context;
    const [shown = url] = url.split(/[?#]/, 1);
    const event: CallEvent = { call: ++calls, segment, operation, method, url: shown };
    const startedAt = clock.now();
    notify(() => hooks.onRequest?.(event));
    return {
      queue: ({ priority }) => notify(() => hooks.onQueue?.({ ...event, priority })),
      attempt: ({ attempts }) => notify(() => hooks.onAttempt?.({ ...event, attempt: attempts })),
      retry({ attempts }, { answer, error }, delayMs) {
        const status = answer?.status;
        notify(() => hooks.onRetry?.({ ...event, attempt: attempts, status, error, delayMs }));
      },
      end({ attempts, source }, { answer, error }) {
        const known = isAlphadeltaError(error) ? error : undefined;
        const status = answer?.status ?? known?.status;
        const requestId = answer?.requestId ?? known?.requestId;
        const durationMs = clock.now() - startedAt;
        const ended = { attempts, status, requestId, error, durationMs, source };
        notify(() => hooks.onResponse?.({ ...event, ...ended }));
      },
    };
  };
}
