import { isAlphadeltaError } from "../errors/mod.ts";
import type { TopicName } from "../generated/topics.gen.ts";
import type { FillableTopic } from "./events.ts";
import type { PollingPlan } from "./plan_polling.ts";
import type { StreamParts } from "./_stream_parts.ts";

/** Finds out whether a subscription whose WebSocket is lost may poll, while it still waits for the WebSocket. */
export class Fallback {
  readonly #topic: TopicName;
  readonly #parts: Pick<StreamParts, "polling">;
  #asking: AbortController | undefined;
  #refusal: string | undefined;

  constructor(topic: TopicName, parts: Pick<StreamParts, "polling">) {
    this.#topic = topic;
    this.#parts = parts;
  }

  /**
   * Gives a plan, which then counts as joined. Undefined where polling is off, where REST does not answer either, or
   * where there is no plan that lasts; that is not asked again before {@linkcode reset}.
   */
  async plan(): Promise<PollingPlan | undefined> {
    const { polling } = this.#parts;
    if (!polling || this.#asking || this.#refusal !== undefined) return undefined;
    const { signal } = (this.#asking = new AbortController());
    try {
      const plan = await polling.join(this.#topic as FillableTopic, signal);
      if (!signal.aborted) return plan;
      polling.leave();
    } catch (error) {
      const isFault = isAlphadeltaError(error) && error.retryable;
      if (!signal.aborted && !isFault) this.#refusal = String(error);
    } finally {
      if (this.#asking?.signal === signal) this.#asking = undefined;
    }
    return undefined;
  }

  /** A reason to wait, with why it does not poll instead. */
  explain(reason: string | undefined): string | undefined {
    return reason && this.#refusal ? `${reason}; ${this.#refusal}` : reason;
  }

  /** Ends what is asked, and forgets a refusal. */
  reset(): void {
    this.#asking?.abort();
    this.#asking = undefined;
    this.#refusal = undefined;
  }
}
