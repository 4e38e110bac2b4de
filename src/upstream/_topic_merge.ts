import type { WholeReorg } from "../events/mod.ts";
import type { TopicName } from "../generated/topics.gen.ts";
import { TOPICS } from "../generated/topics.gen.ts";
import type { LogStep } from "./_followed_log.ts";

/** An event of one topic; a reorganisation comes in each topic that carries notices, and as event of `reorgs`. */
export interface TopicEvent {
  readonly topic: TopicName;
  readonly cursor: string | null;
  readonly step: LogStep;
  /** The reorganisation that it tells of. */
  readonly reorg?: WholeReorg | undefined;
}

const REORGS = "reorgs" satisfies TopicName;

/**
 * Brings the topics of one chain into one order: each in its own, and a reorganisation once, where every topic that
 * tells of it has it. What follows it in a topic waits until then.
 */
export class TopicMerge {
  readonly #queues: ReadonlyMap<TopicName, TopicEvent[]>;
  /** Topics that tell of reorganisations. */
  readonly #tellers: readonly TopicName[];

  constructor(topics: readonly TopicName[]) {
    this.#queues = new Map(topics.map((topic) => [topic, []]));
    this.#tellers = topics.filter((topic) => topic === REORGS || TOPICS[topic].reorgNotice);
  }

  /** True while events wait for a reorganisation to come in other topics. */
  get isHeld(): boolean {
    return [...this.#queues.values()].some((queue) => queue.length > 0);
  }

  /** True if events of a topic wait. */
  isHeldIn(topic: TopicName): boolean {
    return this.#queueOf(topic).length > 0;
  }

  /**
   * Adds an event; returns what may be logged by now.
   *
   * @throws {Error} If the topics tell of different reorganisations.
   */
  push(event: TopicEvent): LogStep[] {
    this.#queueOf(event.topic).push(event);
    const steps: LogStep[] = [];
    do {
      for (const queue of this.#queues.values()) {
        while (queue[0] && !queue[0].reorg) steps.push(stepOf(queue.shift() as TopicEvent));
      }
    } while (this.#passReorg(steps));
    return steps;
  }

  #passReorg(steps: LogStep[]): boolean {
    const heads = this.#tellers.map((topic) => this.#queueOf(topic)[0]);
    if (!heads.every((head) => head !== undefined)) return false;
    const told = new Set(heads.map(({ reorg }) => `${reorg?.oldHead} ${reorg?.newHead}`));
    if (told.size > 1) throw new Error("The topics tell of different reorganisations");
    const own = heads.find(({ topic }) => topic === REORGS) as TopicEvent;
    const cursors = heads.map(({ topic, cursor }) => [topic, cursor] as const);
    steps.push({ ...own.step, removedFrom: own.reorg?.fromHeight, cursors });
    for (const topic of this.#tellers) this.#queueOf(topic).shift();
    return true;
  }

  #queueOf(topic: TopicName): TopicEvent[] {
    return this.#queues.get(topic) ?? [];
  }
}

function stepOf({ topic, cursor, step }: TopicEvent): LogStep {
  return { ...step, cursors: [[topic, cursor]] };
}
