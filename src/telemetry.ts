/**
 * Spans of OpenTelemetry, made with what `@opentelemetry/api` has registered.
 *
 * That package shares its registrations among all of its copies in a process under a symbol of its major version. Reading
 * them there needs no import, so that nothing is loaded and no bundler looks for a package that is not installed.
 *
 * @module
 */

/** Values by name; an undefined one is left out. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Strings by name, such as headers, that carry a span's context to another process. */
export type Carrier = Record<string, string>;

/** Kinds of spans, with their numbers in OpenTelemetry. */
const SPAN_KIND = { internal: 0, server: 1, client: 2 };
type SpanKind = keyof typeof SPAN_KIND;

/** As OpenTelemetry has it. */
export interface SpanContext {
  readonly traceId: string;
  readonly spanId: string;
}

/** Values that a span is begun in, its parent among them. */
export interface Context {
  getValue(key: symbol): unknown;
  setValue(key: symbol, value: unknown): Context;
  deleteValue(key: symbol): Context;
}

interface Span {
  spanContext(): SpanContext;
  isRecording(): boolean;
  setAttributes(attributes: Attributes): unknown;
  setStatus(status: { readonly code: number }): unknown;
  end(): void;
}

interface SpanOptions {
  readonly kind: number;
  readonly links: readonly { readonly context: SpanContext }[] | undefined;
}

interface Tracer {
  startSpan(name: string, options: SpanOptions, context?: Context): Span;
}

interface TracerProvider {
  getTracer(name: string): Tracer;
}

/** The registrations that are used. */
interface Registered {
  readonly trace?: TracerProvider;
  readonly context?: {
    active(): Context;
    with<T>(context: Context, work: () => T): T;
  };
  readonly propagation?: {
    inject(context: Context, carrier: Carrier, setter: typeof SETTER): void;
    fields(): readonly string[];
    extract<From>(context: Context, carrier: From, getter: CarrierGetter<From>): Context;
  };
}

/** Reads the strings of a carrier. */
export interface CarrierGetter<From> {
  keys(carrier: From): string[];
  get(carrier: From, name: string): string | undefined;
}

const REGISTRY = Symbol.for("opentelemetry.js.api.1");
const PARENT = Symbol.for("OpenTelemetry Context Key SPAN");
const NOTHING: Registered = {};
const SETTER = {
  set: (carrier: Carrier, name: string, value: string): void => void (carrier[name] = value),
};

/** A context with one value more than another; that of OpenTelemetry copies all of them. */
function contextWith(outer?: Context, own?: symbol, value?: unknown): Context {
  const context: Context = {
    getValue: (key) => (key === own ? value : outer?.getValue(key)),
    setValue: (key, next) => contextWith(context, key, next),
    deleteValue: (key) => contextWith(context, key),
  };
  return context;
}

function registered(): Registered {
  return (globalThis as { readonly [REGISTRY]?: Registered })[REGISTRY] ?? NOTHING;
}

let provider: TracerProvider | undefined;
let ownTracer: Tracer | undefined;

/** A provider may be registered at any time; asking it for its tracer costs a tenth of a span. */
function findTracer(): Tracer | undefined {
  const { trace } = registered();
  if (trace !== provider) {
    provider = trace;
    ownTracer = trace?.getTracer("alphadelta");
  }
  return ownTracer;
}

/** A span that has begun. */
export class TracedSpan {
  /** False of one that the sampler leaves out: it has no attributes and no children, and only its context goes on. */
  readonly isRecording: boolean;
  readonly #span: Span;
  readonly #outer: Context | undefined;

  constructor(span: Span, outer?: Context) {
    this.#span = span;
    this.#outer = outer;
    this.isRecording = span.isRecording();
  }

  get spanContext(): SpanContext {
    return this.#span.spanContext();
  }

  /** The context of what is done within it. */
  get context(): Context {
    return contextWith(this.#outer ?? registered().context?.active(), PARENT, this.#span);
  }

  /** Begins a span within it; undefined where it does not record. */
  child(name: string, kind: SpanKind = "internal"): TracedSpan | undefined {
    return this.isRecording ? startSpan(name, kind, this.context) : undefined;
  }

  set(attributes: Attributes): void {
    this.#span.setAttributes(attributes);
  }

  /** Marks it as failed; `type` is a class of errors of which there are few, never a message. */
  fail(type: string): void {
    this.set({ "error.type": type });
    this.#span.setStatus({ code: 2 });
  }

  end(): void {
    this.#span.end();
  }

  /** The carrier to another process, by the registered propagator. Baggage stays here. */
  carrier(): Carrier {
    const carrier: Carrier = {};
    registered().propagation?.inject(contextWith(undefined, PARENT, this.#span), carrier, SETTER);
    return carrier;
  }
}

/**
 * Begins a span; undefined where no provider of tracers is registered.
 *
 * @param parent Left out, its parent is the active span.
 * @param links Contexts of spans elsewhere that it has to do with.
 */
export function startSpan(
  name: string,
  kind: SpanKind,
  parent?: Context,
  links?: readonly SpanContext[],
): TracedSpan | undefined {
  const tracer = findTracer();
  if (!tracer) return undefined;
  const options = { kind: SPAN_KIND[kind], links: links?.map((context) => ({ context })) };
  return new TracedSpan(tracer.startSpan(name, options, parent), parent);
}

/** A context without a span. */
export const NO_CONTEXT: Context = /* @__PURE__ */ contextWith();

let propagator: Registered["propagation"];
let fields: readonly string[] = [];

/** The span that a carrier brings from another process, alone in a context; an empty one where it brings none. */
export function extractContext<From>(carrier: From, getter: CarrierGetter<From>): Context {
  const { propagation } = registered();
  if (propagation !== propagator) {
    propagator = propagation;
    fields = propagation?.fields() ?? [];
  }
  // Most requests carry nothing, and to find that out by `extract` takes as long as half a span.
  for (const name of fields)
    if (getter.get(carrier, name) !== undefined) {
      const span = propagation?.extract(NO_CONTEXT, carrier, getter).getValue(PARENT);
      return span === undefined ? NO_CONTEXT : contextWith(undefined, PARENT, span);
    }
  return NO_CONTEXT;
}

const STRINGS: CarrierGetter<unknown> = {
  keys: (carrier) => Object.keys(carrier ?? {}),
  get(carrier, name) {
    const value = (carrier as Readonly<Record<string, unknown>> | undefined | null)?.[name];
    return typeof value === "string" ? value : undefined;
  },
};

/** The same of an object, or of whatever was sent in its place. */
export function readContext(carrier: unknown): Context {
  return extractContext(carrier, STRINGS);
}

/** The span of a context; undefined without one. */
export function spanContextOf(context: Context | undefined): SpanContext | undefined {
  return (context?.getValue(PARENT) as Span | undefined)?.spanContext();
}

/** Runs `work` in a context, so that what it calls finds the span there. */
export function inContext<T>(context: Context, work: () => T): T {
  const manager = registered().context;
  return manager ? manager.with(context, work) : work();
}

/** The active span, where it records. */
export function recordingSpan(): TracedSpan | undefined {
  const active = registered().context?.active();
  const span = active?.getValue(PARENT) as Span | undefined;
  return span?.isRecording() ? new TracedSpan(span, active) : undefined;
}

/** Runs `work` within a span, which then ends, and fails where `work` throws or rejects. */
export function during<T>(span: TracedSpan | undefined, work: () => T): T {
  if (!span) return work();
  const fail = (error: unknown): never => {
    span.fail(error instanceof Error ? error.name : "error");
    span.end();
    throw error;
  };
  try {
    const result = inContext(span.context, work);
    if (result instanceof Promise) {
      return result.then((value: unknown) => {
        span.end();
        return value;
      }, fail) as T;
    }
    span.end();
    return result;
  } catch (error) {
    return fail(error);
  }
}
