/**
 * Spans of OpenTelemetry, made with what `@opentelemetry/api` has registered.
 *
 * That package shares its registrations among all of its copies in a process under a symbol of its major version. Reading
 * them there needs no import, so that nothing is loaded and no bundler looks for a package that is not installed.
 *
 * @module
 */

/** Values by name; an undefined one is left out. */
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Strings by name, such as headers, that carry a span's context to another process. */
type Carrier = Record<string, string>;

/** Kinds of spans, with their numbers in OpenTelemetry. */
const SPAN_KIND = { server: 1, client: 2 };

/** As OpenTelemetry has it. */
interface SpanContext {
  readonly traceId: string;
  readonly spanId: string;
}

/** Values that a span is begun in, its parent among them. */
interface Context {
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

interface OtelTracer {
  startSpan(name: string, options: SpanOptions, context?: Context): Span;
}

interface TracerProvider {
  getTracer(name: string): OtelTracer;
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
let ownTracer: OtelTracer | undefined;

/** A provider may be registered at any time; asking it for its tracer costs a tenth of a span. */
function findTracer(): OtelTracer | undefined {
  const { trace } = registered();
  if (trace !== provider) {
    provider = trace;
    ownTracer = trace?.getTracer("alphadelta");
  }
  return ownTracer;
}

/** A span that has begun. */
export class TracedSpan {
  /** False of one that the sampler leaves out: it has no attributes, and only its context goes on. */
  readonly isRecording: boolean;
  readonly #span: Span;

  constructor(span: Span) {
    this.#span = span;
    this.isRecording = span.isRecording();
  }

  get traceId(): string {
    return this.#span.spanContext().traceId;
  }

  /** Runs `work` in its context, so that spans of what that calls are within it. */
  run<T>(work: () => T): T {
    const { context: manager } = registered();
    return manager ? manager.with(contextWith(manager.active(), PARENT, this.#span), work) : work();
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

  /** Headers that carry it to a service, by the registered propagator. Baggage stays here. */
  headers(): Carrier {
    const carrier: Carrier = {};
    registered().propagation?.inject(contextWith(undefined, PARENT, this.#span), carrier, SETTER);
    return carrier;
  }
}

/** True where a provider of tracers is registered. */
export function isTraced(): boolean {
  return findTracer() !== undefined;
}

/** Begins the span of a call, within the active one; undefined where no provider of tracers is registered. */
export function startCallSpan(name: string): TracedSpan | undefined {
  return startSpan(name, "client");
}

/** A context without a span. */
const NO_CONTEXT: Context = /* @__PURE__ */ contextWith();

/**
 * Begins the span of a request; undefined where none are made.
 *
 * @param isTrusted Whether the span that the carrier brings becomes its parent. Else it is a link: a stranger neither
 *   forces a span to be recorded nor joins a trace of ours.
 */
export function startRequestSpan<From>(
  name: string,
  carrier: From,
  getter: CarrierGetter<From>,
  isTrusted: () => boolean,
): TracedSpan | undefined {
  const sender = senderOf(carrier, getter);
  if (!sender) return startSpan(name, "server", NO_CONTEXT);
  return isTrusted()
    ? startSpan(name, "server", contextWith(undefined, PARENT, sender))
    : startSpan(name, "server", NO_CONTEXT, [{ context: sender.spanContext() }]);
}

function startSpan(
  name: string,
  kind: keyof typeof SPAN_KIND,
  parent?: Context,
  links?: SpanOptions["links"],
): TracedSpan | undefined {
  const span = findTracer()?.startSpan(name, { kind: SPAN_KIND[kind], links }, parent);
  return span && new TracedSpan(span);
}

let propagator: Registered["propagation"];
let fields: readonly string[] = [];

/** The span that a carrier brings from another process; undefined where it brings none. */
function senderOf<From>(carrier: From, getter: CarrierGetter<From>): Span | undefined {
  const { propagation } = registered();
  if (propagation !== propagator) {
    propagator = propagation;
    fields = propagation?.fields() ?? [];
  }
  // Most requests carry nothing, and to find that out by `extract` takes as long as half a span.
  if (!fields.some((name) => getter.get(carrier, name) !== undefined)) return undefined;
  return propagation?.extract(NO_CONTEXT, carrier, getter).getValue(PARENT) as Span | undefined;
}
