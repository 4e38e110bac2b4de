import { Violation } from "./simulation.ts";
import type { ChainBlock } from "./truth.ts";

/** A payment that somebody wanted once; its value is of no other. */
export interface Payment {
  readonly from: string;
  readonly value: string;
  outcome: "pending" | "accepted" | "refused" | "unknown";
  reason: string;
}

/** A block that an answer named. */
interface SeenBlock {
  readonly number: number;
  /** Undefined where there was none. */
  readonly hash: string | undefined;
  readonly asked: number;
  readonly by: string;
}

/** An event of a stream, as far as it is compared. */
interface SeenEvent {
  readonly number: number;
  readonly hash: string;
}

/** What a stream is asked for. */
type StreamOf = Pick<StreamModel, "name" | "topic" | "from" | "address">;

interface DeliveredEvent {
  readonly data: {
    readonly number?: number;
    readonly blockNumber?: number;
    readonly hash: string;
  } | null;
  readonly reorg?: { readonly fromHeight: number };
}

/** The events of a stream, without those that a reorganisation took back. */
export class StreamModel {
  readonly topic: "blocks" | "transactions";
  readonly name: string;
  /** Height of the first block, where it was asked for. */
  readonly from: number | undefined;
  /** Whose transactions it has; undefined for everybody's. */
  readonly address: string | undefined;
  events: SeenEvent[] = [];
  end: string | undefined;
  readonly #received = new Map<string, string>();
  #last = "";

  constructor({ name, topic, from, address }: StreamOf) {
    this.name = name;
    this.topic = topic;
    this.from = from;
    this.address = address;
  }

  /** It has ended, or has the newest that there is. */
  isAt(chain: readonly ChainBlock[]): boolean {
    return this.end !== undefined || this.events.at(-1)?.hash === this.#all(chain).at(-1)?.hash;
  }

  /** It begins anew, without a cursor. */
  begin(): void {
    this.events = [];
  }

  take(event: SeenEvent): void {
    const last = this.events.at(-1);
    this.events.push(event);
    if (!last) return;
    const isNext =
      this.topic === "blocks" ? event.number === last.number + 1 : event.number >= last.number;
    check("streams", isNext, () => `${this.name} told of ${textOf(event)} after ${textOf(last)}`);
  }

  remove(fromHeight: number): void {
    this.events = this.events.filter(({ number }) => number < fromHeight);
  }

  /** A batch of a delivery: it may come again, the same, until another one has come. */
  receive(id: string, body: string): void {
    const { name } = this;
    const before = this.#received.get(id);
    this.#received.set(id, body);
    if (before !== undefined) {
      check("deliveries", before === body, () => `${name}: ${id} has come with another body`);
      check("deliveries", this.#last === id, () => `${name}: ${id} has come after ${this.#last}`);
      return;
    }
    this.#last = id;
    for (const { data, reorg } of JSON.parse(body) as DeliveredEvent[])
      if (reorg) this.remove(reorg.fromHeight);
      else if (data) this.take({ number: data.number ?? data.blockNumber ?? -1, hash: data.hash });
  }

  /** It has every block or transaction from its first one on, in order. */
  judge(chain: readonly ChainBlock[]): void {
    const { name, from, events } = this;
    check("streams", this.end === undefined, () => `${name} ended: ${this.end}`);
    const all = this.#all(chain);
    const first = events[0]?.hash;
    const isFirst = (one: SeenEvent): boolean =>
      from === undefined ? one.hash === first : one.number >= from;
    const start = all.findIndex(isFirst);
    // Nobody may have paid an account since.
    const isQuiet = events.length === 0 && from === undefined && this.address !== undefined;
    const right = isQuiet ? [] : all.slice(start);
    const place = right.findIndex(({ hash }, index) => events[index]?.hash !== hash);
    if (place >= 0) {
      const [has, due] = [events[place], right[place]].map((one) =>
        one ? textOf(one) : "nothing",
      );
      throw new Violation("streams", `${name} has ${has} where the chain has ${due}`);
    }
    check("streams", events.length <= right.length, () => `${name} has more than the chain`);
  }

  /** What the chain has of it. */
  #all(chain: readonly ChainBlock[]): SeenEvent[] {
    const { topic, address } = this;
    if (topic === "blocks") return [...chain];
    return chain.flatMap(({ number, transactions }) =>
      transactions
        .filter(({ from, to }) => address === undefined || from === address || to === address)
        .map(({ hash }) => ({ number, hash })),
    );
  }
}

function textOf({ number, hash }: SeenEvent): string {
  return `${number} ${hash.slice(0, 10)}`;
}

/** What everybody was told, to be compared with the chain in the end. */
export class Model {
  readonly payments: Payment[] = [];
  readonly streams: StreamModel[] = [];
  failure: Violation | undefined;
  readonly #failed = Promise.withResolvers<never>();
  readonly #blocks: SeenBlock[] = [];
  /** Until when blocks from a height on were replaced. */
  readonly #reorganisations: { readonly from: number; readonly at: number }[] = [];
  readonly #heights = new Map<string, number>();

  /** Rejects with the first violation. */
  get failed(): Promise<never> {
    return this.#failed.promise;
  }

  fail(rule: string, text: string): void {
    this.failure ??= new Violation(rule, text);
    this.#failed.reject(this.failure);
  }

  /** Somebody was told the height of the chain: never less than he knew when he asked. */
  sawHeight(who: string, height: number, atLeast: number, asked: number): void {
    const isRight = height >= atLeast || this.#wasReplaced(height + 1, asked);
    check("heights", isRight, () => `${who} saw height ${atLeast}, and then ${height}`);
    this.#heights.set(who, Math.max(height, this.heightOf(who)));
  }

  heightOf(who: string): number {
    return this.#heights.get(who) ?? 0;
  }

  forgetHeight(who: string): void {
    this.#heights.delete(who);
  }

  sawBlock(seen: SeenBlock): void {
    this.#blocks.push(seen);
  }

  reorganised(from: number, at: number): void {
    this.#reorganisations.push({ from, at });
  }

  /** A block that was replaced; undefined before there is one. */
  replaced(): number | undefined {
    return this.#reorganisations.at(-1)?.from;
  }

  /**
   * Compares all that was told with the chain.
   *
   * @param lagOf Milliseconds for which somebody may be shown a block that was replaced.
   */
  judge(chain: readonly ChainBlock[], lagOf: (who: string) => number): void {
    chain.forEach(({ number }, place) =>
      check("lists", number === place, () => `block ${place} is listed as ${number}`),
    );
    for (const { number, hash, asked, by } of this.#blocks) {
      const isOld = this.#wasReplaced(number, asked - lagOf(by));
      const text = (): string =>
        `${by} was told at ${asked} that block ${number} is ${hash ?? "missing"}, it is ${chain[number]?.hash}`;
      check("blocks", chain[number]?.hash === hash || isOld, text);
    }
    this.#judgePayments(chain);
    for (const stream of this.streams) stream.judge(chain);
  }

  /** Whether a reorganisation may have replaced a block since. */
  #wasReplaced(number: number, since: number): boolean {
    return this.#reorganisations.some(({ from, at }) => from <= number && at >= since);
  }

  #judgePayments(chain: readonly ChainBlock[]): void {
    const landed = new Map<string, number>();
    const nonces = new Map<string, number[]>();
    for (const { from, value, nonce } of chain.flatMap(({ transactions }) => transactions)) {
      landed.set(`${from} ${value}`, (landed.get(`${from} ${value}`) ?? 0) + 1);
      nonces.set(from, [...(nonces.get(from) ?? []), nonce]);
    }
    for (const { from, value, outcome, reason } of this.payments) {
      const times = landed.get(`${from} ${value}`) ?? 0;
      const isRight = {
        accepted: times === 1,
        refused: times === 0,
        unknown: times <= 1,
        pending: false,
      };
      const text = (): string =>
        `payment ${value} of ${from}: ${outcome} ${reason}, in blocks ${times} times`;
      check("payments", isRight[outcome], text);
      const own = nonces.get(from) ?? [];
      check(
        "nonces",
        own.every((nonce, place) => nonce === place),
        () => `nonces of ${from} are ${own.join(" ")}`,
      );
    }
  }
}

function check(rule: string, holds: boolean, text: () => string): void {
  if (!holds) throw new Violation(rule, text());
}
