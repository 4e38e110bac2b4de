import type { Segment } from "../../../chains/mod.ts";
import {
  type Context,
  during,
  NO_CONTEXT,
  type SpanContext,
  spanContextOf,
  startSpan,
  type TracedSpan,
} from "../../../telemetry.ts";
import type { Hex } from "../../../units/mod.ts";
import type { ProducedBlock } from "../../chain/ledger/mod.ts";

/** Most submissions whose spans are remembered: more than a mempool has recorded ones of. */
const MOST = 10_000;

/** Links the traces of submissions with the spans of the blocks that take them. */
export class SubmissionSpans {
  readonly #segment: Segment;
  /** Contexts that pending transactions were submitted in, of those whose spans are recorded. */
  readonly #waiting = new Map<Hex, Context>();

  constructor(segment: Segment) {
    this.#segment = segment;
  }

  /** Remembers the context of a submission; undefined of one that is not recorded. */
  note(hash: Hex, context: Context | undefined): void {
    if (!context) return;
    this.#waiting.set(hash, context);
    if (this.#waiting.size <= MOST) return;
    const [oldest] = this.#waiting.keys();
    if (oldest !== undefined) this.#waiting.delete(oldest);
  }

  /** Forgets a submission that no block will take. */
  forget(hash: Hex): void {
    this.#waiting.delete(hash);
  }

  /** Makes the span of a block, with links to the submissions that may be in it. */
  async produce(
    hashes: readonly Hex[],
    work: () => Promise<ProducedBlock>,
  ): Promise<ProducedBlock> {
    const links = hashes.flatMap((hash) => spanContextOf(this.#waiting.get(hash)) ?? []);
    const span = startSpan("produce block", "internal", NO_CONTEXT, links);
    if (!span) return work();
    return during(span, async () => {
      const produced = await work();
      this.#tell(produced, span);
      return produced;
    });
  }

  /** Tells the block in its span, and in the trace of each submission that it took. */
  #tell({ block, executed }: ProducedBlock, span: TracedSpan): void {
    const { height } = block;
    const told = { "alphadelta.segment": this.#segment, "alphadelta.block.height": height };
    if (span.isRecording) span.set({ ...told, "alphadelta.block.transactions": executed.length });
    for (const { hash } of executed) {
      const submission = this.#waiting.get(hash);
      this.#waiting.delete(hash);
      if (submission) tellInclusion(submission, span.spanContext, told);
    }
  }
}

function tellInclusion(
  submission: Context,
  block: SpanContext,
  told: Parameters<TracedSpan["set"]>[0],
): void {
  const span = startSpan("included in block", "internal", submission, [block]);
  span?.set(told);
  span?.end();
}
