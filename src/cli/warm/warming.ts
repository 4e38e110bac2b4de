import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "../../client/mod.ts";
import { parseJson } from "../../argument_text.ts";
import { barText, ProgressLine } from "../output/progress.ts";
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

/** Milliseconds that a gateway may be away, or answer without caching. */
const MOST_WAIT = 60_000;

/** Milliseconds before blocks are read again that the gateway did not cache. */
const PAUSE = 1_000;

/** Milliseconds between checks of the remaining quota. */
const CHECK_INTERVAL = 2_000;

/** Fills the cache of a gateway, which persists each answer before it sends it; a checkpoint follows each batch of reads. */
export class Warming {
  readonly #terminal: Terminal;
  readonly #request: WarmRequest;
  readonly #path: string;
  #next: number;

  private constructor(terminal: Terminal, request: WarmRequest, path: string, next: number) {
    this.#terminal = terminal;
    this.#request = request;
    this.#path = path;
    this.#next = next;
  }

  /** Opens the checkpoint of an earlier run from the same height, if there is one. */
  static async open(terminal: Terminal, request: WarmRequest, isNew: boolean): Promise<Warming> {
    const { segment, endpoint, from } = request;
    const place = `${segment}-${endpoint.replaceAll(/[^\w.]+/g, "_")}`;
    const path = join(configFolder(terminal), `warm-${place}.json`);
    const text = isNew ? "" : await readFile(path, "utf8").catch(() => "");
    const checkpoint = parseJson(text) as { from?: unknown; next?: unknown } | undefined;
    const isSame = checkpoint?.from === from && Number.isSafeInteger(checkpoint.next);
    return new Warming(terminal, request, path, isSame ? Number(checkpoint.next) : from);
  }

  /** Lowest height that is not cached yet; behind the last one where an earlier run went further. */
  get next(): number {
    return Math.min(this.#next, this.#request.to + 1);
  }

  /**
   * Reads the missing blocks; waits where the gateway is away, or caches nothing, for a while.
   *
   * @param check Called every two seconds; an error that it throws ends the run.
   */
  async run(client: Client, check: () => Promise<void>): Promise<void> {
    const { from, to } = this.#request;
    const progress = new ProgressLine(this.#terminal, barText(this.#next - from));
    let [cachedAt, checkedAt] = [performance.now(), -Infinity];
    try {
      while (this.#next <= to) {
        if (performance.now() - checkedAt > CHECK_INTERVAL) {
          await check();
          checkedAt = performance.now();
        }
        if (await this.#read(client)) cachedAt = performance.now();
        else if (performance.now() - cachedAt < MOST_WAIT) await sleep(PAUSE);
        else
          throw new Error(
            "The gateway answers, but caches nothing: see its /readyz, then run it again to resume",
          );
        progress.show(this.#next - from, to - from + 1);
      }
    } finally {
      progress.end();
    }
  }

  /** Reads the next blocks, and writes the checkpoint behind them; false where the gateway caches none, as without events. */
  async #read(client: Client): Promise<boolean> {
    const { from, to } = this.#request;
    const last = Math.min(this.#next + TOGETHER - 1, to);
    const heights = Array.from({ length: last - this.#next + 1 }, (_, index) => this.#next + index);
    await Promise.all(heights.map((height) => isCached(client, height)));
    const cached = await Promise.all([this.#next, last].map((height) => isCached(client, height)));
    if (cached.includes(false)) return false;
    this.#next = last + 1;
    await writePrivateFile(this.#path, `${JSON.stringify({ from, next: this.#next })}\n`);
    return true;
  }
}

/** Reads a block, again while the gateway is away; returns true if it came from the cache. */
async function isCached(client: Client, height: number): Promise<boolean> {
  const limits = { deadline: MOST_WAIT, retries: 1_000 };
  const options = { cache: false, priority: "backfill", ...limits } as const;
  const { response } = await client.getBlock(height, options).withResponse();
  return /; hit\b/.test(response.headers.get("Cache-Status") ?? "");
}
