import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { HeldFacts, HeldOptions, Order } from "./_held_service.ts";

/** A kind of request, at its largest. */
export interface Kind {
  /** What has to be there first, which is not measured; what ends it again. */
  readonly prepare?: () => Promise<() => unknown>;
  /** Sends it, and resolves once it is answered whole. */
  readonly send: () => Promise<unknown>;
}

/** Milliseconds after an answer in which what is left of a request is measured. */
const REST = 10;

/** A service in a thread of its own whose holds are measured. */
export class Held {
  readonly #worker: Worker;
  #asked: Promise<number> = Promise.resolve(0);
  readonly facts: HeldFacts;

  private constructor(worker: Worker, facts: HeldFacts) {
    this.#worker = worker;
    this.facts = facts;
  }

  static async start(workerData: HeldOptions = {}): Promise<Held> {
    const worker = new Worker(new URL("_held_service.ts", import.meta.url), { workerData });
    const [facts] = (await once(worker, "message")) as [HeldFacts];
    return new Held(worker, facts);
  }

  /** Milliseconds for which a request of the kind held the event loop at most, of a machine with nothing else to do. */
  async measure({ prepare, send }: Kind): Promise<number> {
    const end = await prepare?.();
    const before = await this.#ask("slowness");
    await this.#ask("begin");
    await send();
    await new Promise((resolve) => setTimeout(resolve, REST));
    const longest = await this.#ask("end");
    const after = await this.#ask("slowness");
    await end?.();
    return (longest * 2) / (before + after);
  }

  async close(): Promise<void> {
    await this.#ask("close");
    await this.#worker.terminate();
  }

  /** One at a time. */
  #ask(order: Order): Promise<number> {
    this.#asked = this.#asked.then(async () => {
      const answer = once(this.#worker, "message");
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
      this.#worker.postMessage(order);
      return ((await answer) as [number])[0];
    });
    return this.#asked;
  }
}
