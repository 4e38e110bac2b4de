import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "../../client/mod.ts";
import { parseJson } from "../json.ts";
import { barText, Progress } from "../output/progress.ts";
import { configFolder, writePrivateFile } from "../settings/config_file.ts";
import type { Terminal } from "../terminal.ts";

/** Which blocks of a gateway are to be cached, each by its height: a page of a list is another one after each block. */
export interface WarmRequest {
  readonly segment: string;
  readonly endpoint: string;
  readonly from: number;
  readonly to: number;
}

/** Requests that are sent together. */
const TOGETHER = 16;

/** Milliseconds after which a gateway has written what it answered, so that it outlasts its end. */
const WRITTEN = 2_500;

/** Seconds that a gateway may be away, and that it may ask to wait. */
const MOST_WAIT = 60;

/** Milliseconds between looks at what is left of the quota. */
const LOOK = 2_000;

/** Thrown where a gateway answers without caching, which passes. */
class NotCached extends Error {
  override readonly name = "NotCached";
  override readonly message =
    "The gateway answers, but caches nothing: see its /readyz, then run it again to resume";
  readonly retryable = true;
}

/**
 * Fills the cache of a gateway, with a checkpoint behind which everything is persisted: both sides may end at any moment,
 * and what the gateway had not written is asked for again.
 */
export class Warming {
  readonly #terminal: Terminal;
  readonly #request: WarmRequest;
  readonly #path: string;
  /** Lowest height that is not known to be persisted. */
  #persisted: number;
  /** Heights below which everything was answered, and when. */
  #answered: { readonly below: number; readonly at: number }[] = [];

  private constructor(terminal: Terminal, request: WarmRequest, path: string, next: number) {
    this.#terminal = terminal;
    this.#request = request;
    this.#path = path;
    this.#persisted = next;
  }

  /** Opens the checkpoint of an earlier run from the same height, if there is one. */
  static async open(terminal: Terminal, request: WarmRequest, isNew: boolean): Promise<Warming> {
    const { segment, endpoint, from } = request;
    const place = `${segment}-${endpoint.replaceAll(/[^\w.]+/g, "_")}`;
    const path = join(configFolder(terminal), `warm-${place}.json`);
    const text = isNew ? "" : await readFile(path, "utf8").catch(() => "");
    const known = parseJson(text) as { from?: unknown; next?: unknown } | undefined;
    const isSame = known?.from === from && Number.isSafeInteger(known.next);
    return new Warming(terminal, request, path, isSame ? Number(known.next) : from);
  }

  /** Height that it goes on at. */
  get next(): number {
    return Math.min(this.#persisted, this.#request.to + 1);
  }

  /**
   * Reads what is left, and waits where the gateway is away for a while.
   *
   * @param check Called now and then; what it throws ends the run.
   */
  async run(client: Client, check: () => Promise<void>): Promise<void> {
    const { from, to } = this.#request;
    const progress = new Progress(this.#terminal, barText(this.next - from));
    let failedAt: number | undefined;
    let checkedAt = -Infinity;
    let height = this.next;
    try {
      while (height <= to) {
        if (performance.now() - checkedAt > LOOK) {
          await check();
          checkedAt = performance.now();
        }
        try {
          height = await this.#read(client, height);
          failedAt = undefined;
        } catch (error) {
          failedAt ??= performance.now();
          await waitOut(error, performance.now() - failedAt);
          // It may have lost what it had not written.
          this.#answered = [];
          height = this.next;
        }
        await this.#save();
        progress.show(height - from, to - from + 1);
      }
      await sleep(WRITTEN);
      await this.#save(0);
    } finally {
      progress.end();
    }
  }

  /** Reads the next blocks; returns the height behind them. */
  async #read(client: Client, height: number): Promise<number> {
    const last = Math.min(height + TOGETHER - 1, this.#request.to);
    const heights = Array.from({ length: last - height + 1 }, (_, index) => height + index);
    await Promise.all(heights.map((one) => isCached(client, one)));
    // A gateway caches nothing while it does not follow its upstream.
    const looked = await Promise.all([height, last].map((one) => isCached(client, one)));
    if (looked.includes(false)) throw new NotCached();
    this.#answered.push({ below: last + 1, at: performance.now() });
    return last + 1;
  }

  async #save(age = WRITTEN): Promise<void> {
    const isOld = ({ at }: { readonly at: number }): boolean => performance.now() - at >= age;
    const last = this.#answered.findLast(isOld);
    if (!last) return;
    this.#answered = this.#answered.filter((one) => !isOld(one));
    this.#persisted = last.below;
    const checkpoint = { from: this.#request.from, next: last.below };
    await writePrivateFile(this.#path, `${JSON.stringify(checkpoint)}\n`);
  }
}

/** Reads a block; tells whether it came from the cache. */
async function isCached(client: Client, height: number): Promise<boolean> {
  const options = { cache: false, priority: "backfill", deadline: MOST_WAIT * 1_000 } as const;
  const { response } = await client.getBlock(height, options).withResponse();
  return /; hit\b/.test(response.headers.get("Cache-Status") ?? "");
}

/** What an error of a client tells of a further try. */
interface Waitable {
  readonly retryable: boolean;
  /** Seconds after which to ask again. */
  readonly retryAfter: number;
}

/** Waits before the next try; rejects with the error where that would take too long, or would not help. */
async function waitOut(error: unknown, outage: number): Promise<void> {
  const { retryable = false, retryAfter = 1 } = error as Partial<Waitable>;
  if (!retryable || retryAfter > MOST_WAIT || outage > MOST_WAIT * 1_000) throw error;
  await sleep(Math.max(200, retryAfter * 1_000));
}
