import { context, diag, propagation, trace } from "@opentelemetry/api";
import { startNodeSDK } from "@opentelemetry/sdk-node";
import type { ReadableSpan, Sampler } from "@opentelemetry/sdk-trace";

/** A span with those within it, by name. */
export interface Tree {
  readonly [name: string]: Tree;
}

/** An SDK that keeps every span in memory. */
export class Recorder {
  /** Spans that have ended since the last {@linkcode clear}. */
  readonly spans: ReadableSpan[] = [];
  readonly #sdk: ReturnType<typeof startNodeSDK>;

  constructor(sampler?: Sampler) {
    this.#sdk = startNodeSDK({
      // Exporters of the SDK get a span some turns after its end.
      spanProcessors: [
        {
          onStart: () => undefined,
          onEnd: (span) => void this.spans.push(span),
          forceFlush: async () => undefined,
          shutdown: async () => undefined,
        },
      ],
      metricReaders: [],
      logRecordProcessors: [],
      resourceDetectors: [],
      ...(sampler && { sampler }),
    });
  }

  clear(): void {
    this.spans.length = 0;
  }

  /** The span of that name that begins a trace. */
  root(name: string): ReadableSpan {
    const roots = this.spans.filter((span) => !span.parentSpanContext && span.name === name);
    const [root, ...others] = roots;
    if (root && others.length === 0) return root;
    throw new Error(`${roots.length} traces begin with ${name}`);
  }

  /** Waits for a span of that name to end. */
  async ended(name: string): Promise<ReadableSpan> {
    for (let waited = 0; waited < 5_000; waited += 5) {
      const found = this.spans.find((span) => span.name === name);
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    throw new Error(`No span ${name} among ${this.spans.map((span) => span.name).join(", ")}`);
  }

  /** The spans of the trace of a span. */
  traceOf(span: ReadableSpan): readonly ReadableSpan[] {
    const { traceId } = span.spanContext();
    return this.spans.filter((one) => one.spanContext().traceId === traceId);
  }

  /** A span with all that is within it; several of one name get a number. */
  treeOf(span: ReadableSpan): Tree {
    return { [span.name]: this.#within(span) };
  }

  #within(span: ReadableSpan): Tree {
    const { spanId } = span.spanContext();
    const tree: Record<string, Tree> = {};
    for (const child of this.traceOf(span)) {
      if (child.parentSpanContext?.spanId !== spanId) continue;
      const count = Object.keys(tree).filter((name) => name.split(" #")[0] === child.name).length;
      tree[count > 0 ? `${child.name} #${count + 1}` : child.name] = this.#within(child);
    }
    return tree;
  }

  /** Takes it off the process, which further test files share. */
  async close(): Promise<void> {
    for (const api of [trace, context, propagation, diag]) api.disable();
    await this.#sdk.shutdown();
  }
}
