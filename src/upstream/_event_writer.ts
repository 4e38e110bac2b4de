import { ContractError } from "../errors/mod.ts";
import { REORGS } from "../events/internal.ts";
import type { StreamEvent, WholeReorg } from "../events/mod.ts";
import { TOPIC_VALIDATORS } from "../generated/client/topics.gen.ts";
import { NOTIFICATION_METHOD, type TopicName, TOPICS } from "../generated/topics.gen.ts";
import type { BlockSummary, Transaction } from "../generated/types.gen.ts";
import { abortable } from "../transport/internal.ts";
import { encodeValue } from "../validation/mod.ts";
import type { EventDraft } from "../service/chain/store/mod.ts";
import { type LogStep, NotResumable } from "./_followed_log.ts";

/** Parts of an {@linkcode EventWriter}. */
interface EventWriterParts {
  readonly topics: readonly TopicName[];
  /** Nothing is written after its abort. */
  readonly signal: AbortSignal;
  readonly write: (steps: readonly LogStep[]) => void;
  /** Tells of an event of a live topic, which is not logged. */
  readonly tell: (topic: TopicName, make: () => EventDraft) => void;
}

/**
 * Writes the events of all topics into one log: each topic in its own order, and a reorganisation once, where every
 * topic with notices has come to it. Events that arrive together are one write.
 */
export class EventWriter {
  readonly #parts: EventWriterParts;
  /** Topics that have come to a reorganisation and wait there for the others. */
  readonly #held = new Map<TopicName, WholeReorg>();
  #release: (() => void)[] = [];
  #pending: LogStep[] = [];

  constructor(parts: EventWriterParts) {
    this.#parts = parts;
  }

  /** True while a topic has come to a reorganisation that others have not come to. */
  get isHeld(): boolean {
    return this.#held.size > 0;
  }

  /** Takes an event; resolves once the topic may go on. */
  async take(topic: TopicName, event: StreamEvent<TopicName>): Promise<void> {
    const { cursor, data } = event;
    if (TOPICS[topic].live)
      return this.#parts.tell(topic, () => ({ topic, body: bodyOf(topic, data) }));
    const reorg = event.reorg ?? (topic === REORGS ? (data as WholeReorg) : undefined);
    if (!reorg) this.#log(stepOf(topic, data));
    else if (cursor !== null) await this.#meet(topic, reorg);
    else throw new NotResumable(`The chain was reorganised while its ${topic} were read`);
  }

  /** Waits until every topic with notices has come to a reorganisation, which is then logged once. */
  async #meet(topic: TopicName, reorg: WholeReorg): Promise<void> {
    this.#held.set(topic, reorg);
    const hasNotices = (one: TopicName): boolean => one === REORGS || TOPICS[one].reorgNotice;
    if (!this.#parts.topics.filter(hasNotices).every((one) => this.#held.has(one)))
      return abortable(this.#parts.signal, (resolve) => void this.#release.push(resolve));
    const heads = new Set([...this.#held.values()].map((one) => `${one.oldHead} ${one.newHead}`));
    if (heads.size > 1) throw new NotResumable("The topics have different reorganisations");
    this.#log(reorgStep(reorg));
    this.#held.clear();
    for (const release of this.#release.splice(0)) release();
  }

  /** Events that arrive together are one write. */
  #log(step: LogStep): void {
    if (this.#pending.push(step) === 1) setImmediate(() => this.#flush());
  }

  #flush(): void {
    const steps = this.#pending.splice(0);
    if (!this.#parts.signal.aborted) this.#parts.write(steps);
  }
}

/** An event as it is logged. */
export function stepOf(topic: TopicName, data: unknown): LogStep {
  const draft = { topic, body: bodyOf(topic, data) };
  if (topic === "transactions") {
    const { type, from, to, blockNumber, blockHash, hash } = data as Transaction;
    const claim = { height: blockNumber, hash: blockHash, transaction: hash };
    return { draft: { ...draft, about: { type, from, to } }, claim };
  }
  if (topic !== "blocks") return { draft };
  const { number: height, hash, txCount } = data as BlockSummary;
  return { draft, block: { height, hash }, txCount };
}

/** A reorganisation as it is logged, once for all topics. */
export function reorgStep(reorg: WholeReorg): LogStep {
  return { ...stepOf(REORGS, reorg), removedFrom: reorg.fromHeight };
}

/** A payload as the upstream sent it. */
function bodyOf(topic: TopicName, data: unknown): string {
  const body = encodeValue(TOPIC_VALIDATORS[topic], data, (issues) => {
    throw new ContractError(issues, { operation: NOTIFICATION_METHOD });
  });
  return JSON.stringify(body);
}
