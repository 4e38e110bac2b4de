import { setTimeout } from "node:timers/promises";

/** An answer of the gateway, beside what its upstream answers. */
export interface Answer {
  /**
   * Late is what is right and behind the newest block; refused is an error as it is documented; wrong is everything else
   * that differs from the upstream, or is older than what the same reader saw before.
   */
  readonly state: "right" | "late" | "refused" | "wrong";
  readonly ended: number;
  readonly text: string;
}

const READERS = 6;
/** Milliseconds from an answer to the next request. */
const PAUSE = 20;
/** Blocks that an answer may be behind the upstream's newest at the time of the request, by the clock of a block time of 0.5 s. */
const MOST_BEHIND = 1;
/** Blocks below the newest from which on none is replaced or made. */
const OLD = 3;

/** Programs that read heads and old blocks of a gateway, through REST and JSON-RPC, until they are told to stop. */
export class Readers {
  readonly #gateway: string;
  readonly #upstream: string;
  readonly #answers: Answer[] = [];
  readonly #hashes = new Map<number, Promise<string>>();
  readonly #ended: Promise<unknown>;
  #isStopped = false;

  constructor(gateway: string, upstream: string) {
    this.#gateway = gateway;
    this.#upstream = upstream;
    this.#ended = Promise.all(Array.from({ length: READERS }, () => this.#read()));
  }

  /** The answers in the order in which they came. */
  async stop(): Promise<readonly Answer[]> {
    this.#isStopped = true;
    await this.#ended;
    return this.#answers.toSorted((left, right) => left.ended - right.ended);
  }

  async #read(): Promise<void> {
    let seen = -1;
    while (!this.#isStopped) {
      const newest = await newestOf(this.#upstream);
      const old = Math.floor(Math.random() * (newest - OLD));
      for (const ask of [
        () => this.#askHead(newest, seen),
        () => this.#askBlock(old),
        () => this.#callBlock(old),
      ]) {
        const { state, text, height = seen } = await ask();
        seen = height;
        this.#answers.push({ state, text, ended: performance.now() });
      }
      await setTimeout(PAUSE);
    }
  }

  /** The newest block: as new as the upstream's, its own hash, and no older than one before. */
  async #askHead(newest: number, seen: number): Promise<Judged> {
    const response = await fetch(`${this.#gateway}/v1/delta/blocks?limit=1`);
    const text = await response.text();
    if (response.status !== 200) return judgeRefusal(response, text);
    const [block] = JSON.parse(text).data.blocks as { number: number; hash: string }[];
    const isRight =
      block && block.number >= seen && block.hash === (await this.#hash(block.number));
    if (!isRight) return { state: "wrong", text: `newest after ${seen}: ${text}` };
    const isLate = block.number < newest - MOST_BEHIND;
    return { state: isLate ? "late" : "right", text, height: block.number };
  }

  async #askBlock(height: number): Promise<Judged> {
    const response = await fetch(`${this.#gateway}/v1/delta/blocks/${height}`);
    const text = await response.text();
    if (response.status !== 200) return judgeRefusal(response, text);
    const isRight = JSON.parse(text).data?.hash === (await this.#hash(height));
    return { state: isRight ? "right" : "wrong", text };
  }

  async #callBlock(height: number): Promise<Judged> {
    const body = {
      jsonrpc: "2.0",
      id: 1,
      method: "chain_getBlockByNumber",
      params: [height, false],
    };
    const headers = { "Content-Type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    const response = await fetch(`${this.#gateway}/rpc/delta`, init);
    const text = await response.text();
    const { result, error } = JSON.parse(text);
    if (error) return judgeRefusal(response, text, error.code);
    const isRight = result?.hash === (await this.#hash(height));
    return { state: isRight ? "right" : "wrong", text };
  }

  /** The hash of a block as the upstream has it. */
  #hash(height: number): Promise<string> {
    const known = this.#hashes.get(height);
    if (known) return known;
    const asked = fetch(`${this.#upstream}/v1/delta/blocks/${height}`)
      .then((response) => response.json())
      .then(({ data }: { data?: { hash: string } }) => data?.hash ?? "");
    this.#hashes.set(height, asked);
    return asked;
  }
}

interface Judged extends Omit<Answer, "ended"> {
  readonly height?: number;
}

/** An outage is 503 with `INTERNAL_ERROR`, or -32603; both say when to come again. */
function judgeRefusal({ status, headers }: Response, text: string, code?: number): Judged {
  const isToRetry = Number(headers.get("Retry-After")) > 0;
  const isOutage =
    code === undefined
      ? status === 503 && JSON.parse(text).error.code === "INTERNAL_ERROR"
      : code === -32_603;
  return { state: isToRetry && isOutage ? "refused" : "wrong", text: `${status} ${text}` };
}

async function newestOf(origin: string): Promise<number> {
  const response = await fetch(`${origin}/v1/delta/blocks?limit=1`);
  const { data } = (await response.json()) as { data: { blocks: { number: number }[] } };
  return data.blocks[0]?.number ?? 0;
}
