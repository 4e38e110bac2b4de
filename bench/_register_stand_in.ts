/**
 * Registers spans that do nothing in the place of an SDK: one request in a hundred has spans that record, with all that
 * stands within them. What a read then costs is the service's own part. Loaded with `--import`.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  context,
  INVALID_SPAN_CONTEXT,
  propagation,
  ROOT_CONTEXT,
  type Span,
  trace,
} from "@opentelemetry/api";

const RECORDED_EVERY = 100;

function spanThat(isRecording: boolean): Span {
  const span: Span = {
    spanContext: () => INVALID_SPAN_CONTEXT,
    isRecording: () => isRecording,
    setAttribute: () => span,
    setAttributes: () => span,
    addEvent: () => span,
    addLink: () => span,
    addLinks: () => span,
    setStatus: () => span,
    updateName: () => span,
    recordException: () => undefined,
    end: () => undefined,
  };
  return span;
}

const [recording, other] = [spanThat(true), spanThat(false)];
let requests = 0;

/** A span within one records as that does. */
function startSpan(_name: string, _options: unknown, within: Context = context.active()): Span {
  const parent = trace.getSpan(within);
  if (parent) return parent;
  requests += 1;
  return requests % RECORDED_EVERY === 0 ? recording : other;
}

const storage = new AsyncLocalStorage<Context>();
context.setGlobalContextManager({
  active: () => storage.getStore() ?? ROOT_CONTEXT,
  with: (active, work, self, ...args) => storage.run(active, () => work.call(self, ...args)),
  bind: (_active, target) => target,
  enable: () => context as never,
  disable: () => context as never,
});
propagation.setGlobalPropagator({
  inject: () => undefined,
  extract: (active) => active,
  fields: () => ["traceparent", "tracestate", "baggage"],
});
trace.setGlobalTracerProvider({
  getTracer: () => ({ startSpan, startActiveSpan: () => undefined as never }),
});
