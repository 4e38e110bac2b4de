import type { UnixSeconds } from "../../../units/mod.ts";
import { Outages } from "../../outages.ts";
import { DAY_SECONDS, type KeyStore, type KeyUse } from "./key_store.ts";

/** Milliseconds until uses are written: as many may be lost where a process is killed. */
const INTERVAL = 5_000;

/** Counts the uses of keys, and writes them to their store from time to time. */
export class KeyUses {
  readonly #store: KeyStore;
  readonly #outages: Outages;
  #waiting = new Map<string, KeyUse>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #written = Promise.resolve();
  #isWriting = false;

  /** @param onError Called with errors of the store, see {@linkcode Outages}; the uses are written with the next ones. */
  constructor(store: KeyStore, onError: (error: unknown) => void) {
    this.#store = store;
    this.#outages = new Outages(onError);
  }

  /** Counts requests of the key of a hash. */
  count(hash: string, requests: number, isRefused: boolean, now: UnixSeconds): void {
    const refusals = isRefused ? requests : 0;
    this.#add({ hash, day: Math.floor(now / DAY_SECONDS), requests, refusals, usedAt: now });
    this.#schedule();
  }

  /** Writes the counted uses, after those that are being written. Never rejects. */
  write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return (this.#written = this.#written.then(() => this.#write()));
  }

  /** One write at a time: where the store hangs, nothing piles up. */
  #schedule(): void {
    if (this.#isWriting) return;
    this.#timer ??= setTimeout(() => void this.write(), INTERVAL).unref();
  }

  async #write(): Promise<void> {
    const uses = [...this.#waiting.values()];
    this.#waiting = new Map();
    if (uses.length === 0) return;
    this.#isWriting = true;
    const error: unknown = await this.#store.addUses(uses).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    this.#isWriting = false;
    this.#outages.note("uses", error);
    if (error !== undefined) for (const use of uses) this.#add(use);
    else if (this.#waiting.size > 0) this.#schedule();
  }

  #add(use: KeyUse): void {
    const key = `${use.day} ${use.hash}`;
    const known = this.#waiting.get(key);
    this.#waiting.set(
      key,
      known
        ? {
            ...use,
            requests: known.requests + use.requests,
            refusals: known.refusals + use.refusals,
            usedAt: Math.max(known.usedAt, use.usedAt),
          }
        : use,
    );
  }
}
