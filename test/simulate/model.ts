import { check, Violation } from "./simulation.ts";
import type { ChainBlock } from "./truth.ts";

/** A payment that somebody wanted once; its value is of no other. */
export interface Payment {
  readonly from: string;
  readonly value: string;
  outcome: "pending" | "accepted" | "refused" | "unknown";
  reason: string;
}

/** A block or a transaction that an answer or an event named. */
interface Seen {
  readonly number: number;
  /** Undefined where there was none. */
  readonly hash: string | undefined;
}

/** A block or a transaction, or a notice of a reorganisation, as a stream has it. */
export interface StreamedEvent {
  readonly data: {
    readonly hash: string;
    readonly number?: number;
    readonly blockNumber?: number;
  } | null;
  readonly reorg?: { readonly fromHeight: number } | undefined;
}

/** The events of a stream, without those that a reorganisation took back. */
export class StreamModel {
  readonly name: string;
  readonly topic: "blocks" | "transactions";
  /** Height of the first block, where it was asked for. */
  readonly from: number | undefined;
  /** Whose transactions it has; undefined for everybody's. */
  readonly address: string | undefined;
  events: Seen[] = [];
  end: string | undefined;
  readonly #received = new Map<string, string>();
  #last = "";

  constructor(of: Pick<StreamModel, "name" | "topic" | "from" | "address">) {
    this.name = of.name;
    this.topic = of.topic;
    this.from = of.from;
    this.address = of.address;
  }

  /** It has ended, or has the newest that there is. */
  isAt(chain: readonly ChainBlock[]): boolean {
    const isQuiet = this.#isQuiet || this.end !== undefined;
    return isQuiet || this.events.at(-1)?.hash === this.#all(chain).at(-1)?.hash;
  }

  /** Nobody may have paid an account since it began. */
  get #isQuiet(): boolean {
    return this.events.length === 0 && this.from === undefined && this.address !== undefined;
  }

  /** It begins anew, without a cursor. */
  begin(): void {
    this.events = [];
  }

  take({ data, reorg }: StreamedEvent): void {
    if (reorg) this.events = this.events.filter(({ number }) => number < reorg.fromHeight);
    if (!data) return;
    const { hash, number = data.blockNumber ?? -1 } = data;
    const before = this.events.at(-1)?.number ?? number - 1;
    this.events.push({ number, hash });
    const isRight = number === before + 1 || (this.topic === "transactions" && number >= before);
    check("streams", isRight, () => `${this.name} told of ${number} ${hash} after ${before}`);
  }

  /** A batch of a delivery: it may come again, the same, until another one has come. */
  receive(id: string, body: string): void {
    const before = this.#received.get(id);
    const isRight = before === undefined || (before === body && this.#last === id);
    check("deliveries", isRight, () => `${this.name}: ${id} has come again, changed or late`);
    if (before !== undefined) return;
    this.#received.set(id, body);
    this.#last = id;
    for (const event of JSON.parse(body) as StreamedEvent[]) this.take(event);
  }

  /** It has every block or transaction from its first one on, in order. */
  judge(chain: readonly ChainBlock[]): void {
    const { name, from, events } = this;
    check("streams", this.end === undefined, () => `${name} ended: ${this.end}`);
    const all = this.#all(chain);
    const first = events[0]?.hash;
    const isFirst = (one: Seen): boolean =>
      from === undefined ? one.hash === first : one.number >= from;
    const right = this.#isQuiet ? [] : all.slice(all.findIndex(isFirst));
    const wrong = [...right, undefined].findIndex((due, at) => events[at]?.hash !== due?.hash);
    const text = (): string =>
      `${name} has ${textOf(events[wrong])} where the chain has ${textOf(right[wrong])}`;
    check("streams", wrong < 0, text);
  }

  /** What the chain has of it. */
  #all(chain: readonly ChainBlock[]): readonly Seen[] {
    const { topic, address } = this;
    if (topic === "blocks") return chain;
    return chain.flatMap(({ number, transactions }) =>
      transactions
        .filter(({ from, to }) => address === undefined || from === address || to === address)
        .map(({ hash }) => ({ number, hash })),
    );
  }
}

function textOf(one: Seen | undefined): string {
  return one ? `${one.number} ${one.hash?.slice(0, 10)}` : "nothing";
}

/** What everybody was told, to be compared with the chain in the end. */
export class Model {
  readonly payments: Payment[] = [];
  readonly streams: StreamModel[] = [];
  failure: Violation | undefined;
  readonly #failed = Promise.withResolvers<never>();
  /** Rejects at the first failure. */
  readonly failed = this.#failed.promise;
  readonly #heights = new Map<string, number>();
  /** The newest blocks that were read, or that events told of. */
  readonly #heard = new Map<string, number>();
  readonly #blocks: (Seen & { readonly since: number; readonly by: string })[] = [];
  /** Reorganisations: the lowest height that each replaced, and when. */
  readonly #reorganisations: { readonly from: number; readonly at: number }[] = [];
  /** The heights that the chain has had, and since when. */
  readonly #grown: { readonly height: number; readonly at: number }[] = [];
  /** The nonces that were accepted of an account, and since when. */
  readonly #accepted: { readonly from: string; readonly nonce: number; readonly at: number }[] = [];

  constructor() {
    this.failed.catch(() => undefined);
  }

  /** Ends the run at once. */
  fail(rule: string, text: string): void {
    this.failure ??= new Violation(rule, text);
    this.#failed.reject(this.failure);
  }

  /** The chain has a height from now on. */
  grew(height: number, at: number): void {
    this.#grown.push({ height, at });
  }

  /**
   * Somebody was told the height of the chain: never less than he knew when he asked, nor than the chain had then.
   *
   * @param since When he asked, less the time for which a gateway may be behind.
   */
  sawHeight(who: string, height: number, atLeast: number, since: number): void {
    const isShorter = this.wasReplaced(height + 1, since);
    check("heights", height >= atLeast || isShorter, () => `${who} saw ${atLeast}, then ${height}`);
    const place = this.#grown.findLastIndex(({ at }) => at <= since);
    const least = Math.min(...this.#grown.slice(Math.max(0, place)).map((one) => one.height));
    const text = (): string => `${who} saw ${height}, though the chain had ${least} at ${since}`;
    check("heights", place < 0 || height >= least, text);
    this.#heights.set(who, Math.max(height, this.heightOf(who)));
  }

  heightOf(who: string): number {
    return this.#heights.get(who) ?? 0;
  }

  /** The least height that somebody may be shown. */
  leastOf(who: string): number {
    return Math.max(this.heightOf(who), this.#heard.get(who) ?? 0);
  }

  /** An answer or an event told of a block, or of the height from which on blocks are replaced. */
  heard(who: string, { data, reorg }: StreamedEvent): void {
    const height = reorg ? reorg.fromHeight - 1 : (data?.number ?? data?.blockNumber ?? 0);
    const before = this.#heard.get(who) ?? 0;
    this.#heard.set(who, reorg ? Math.min(before, height) : Math.max(before, height));
  }

  forgetHeight(who: string): void {
    this.#heights.delete(who);
    this.#heard.delete(who);
  }

  /** A transaction was accepted. */
  accepted(from: string, nonce: number, at: number): void {
    this.#accepted.push({ from, nonce, at });
  }

  /** Somebody was told the nonce of an account: never less than what was accepted when he asked. */
  sawNonce(who: string, from: string, next: number, since: number): void {
    const known = this.#accepted.filter((one) => one.from === from && one.at <= since);
    const least = Math.max(0, ...known.map(({ nonce }) => nonce + 1));
    check("nonces", next >= least, () => `${who} saw nonce ${next} of ${from}, not ${least}`);
  }

  /** Somebody was told a block, which was that of the chain at some moment since. */
  sawBlock(by: string, number: number, hash: string | undefined, since: number): void {
    this.#blocks.push({ by, number, hash, since });
  }

  /** Heights of blocks that somebody has seen. */
  seenBy(who: string): readonly number[] {
    return this.#blocks.filter(({ by }) => by === who).map(({ number }) => number);
  }

  reorganised(from: number, at: number): void {
    this.#reorganisations.push({ from, at });
  }

  /** A block that was replaced; undefined before there is one. */
  replaced(): number | undefined {
    return this.#reorganisations.at(-1)?.from;
  }

  /** Compares all that was told with the chain. */
  judge(chain: readonly ChainBlock[]): void {
    let before = 0;
    for (const [place, { number, timestamp }] of chain.entries()) {
      check("lists", number === place, () => `block ${place} is listed as ${number}`);
      check("blocks", timestamp >= before, () => `block ${number} is older than the one below`);
      before = timestamp;
    }
    for (const { number, hash, since, by } of this.#blocks) {
      const text = (): string =>
        `${by} was told after ${since} that block ${number} is ${hash}, it is ${chain[number]?.hash}`;
      check("blocks", chain[number]?.hash === hash || this.wasReplaced(number, since), text);
    }
    this.#judgePayments(chain);
    for (const stream of this.streams) stream.judge(chain);
  }

  /** Whether a reorganisation may have replaced a block since. */
  wasReplaced(number: number, since: number): boolean {
    return this.#reorganisations.some(({ from, at }) => from <= number && at >= since);
  }

  #judgePayments(chain: readonly ChainBlock[]): void {
    const landed = Map.groupBy(
      chain.flatMap(({ transactions }) => transactions),
      ({ from }) => from,
    );
    for (const { from, value, outcome, reason } of this.payments) {
      const own = landed.get(from) ?? [];
      const times = own.filter((one) => one.value === value).length;
      const isRight = {
        ...{ accepted: times === 1, refused: times === 0 },
        ...{ unknown: times <= 1, pending: false },
      };
      const text = (): string =>
        `payment ${value} of ${from}: ${outcome} ${reason}, in blocks ${times} times`;
      check("payments", isRight[outcome], text);
      const isGapless = own.every(({ nonce }, place) => nonce === place);
      check("nonces", isGapless, () => `${from} has ${own.map(({ nonce }) => nonce).join(" ")}`);
    }
  }
}
