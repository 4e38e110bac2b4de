import type { Terminal } from "../terminal.ts";
import { duration } from "./format_value.ts";

/** Milliseconds from one showing to the next. */
const PAUSE = 200;
/** Characters of the bar. */
const WIDTH = 24;

/** A bar on standard error, with rate and time left; on nothing where that is no terminal. */
export class ProgressBar {
  readonly #terminal: Terminal;
  readonly #total: number;
  readonly #start: number;
  readonly #startedAt: number;
  #shownAt = -Infinity;

  /** @param start Items that were done before, which tell nothing of the rate. */
  constructor(terminal: Terminal, total: number, start: number) {
    this.#terminal = terminal;
    this.#total = total;
    this.#start = start;
    this.#startedAt = performance.now();
  }

  show(done: number): void {
    const now = performance.now();
    const { stderr } = this.#terminal;
    if (!stderr.isTTY || (done < this.#total && now - this.#shownAt < PAUSE)) return;
    this.#shownAt = now;
    stderr.write(`\r${this.#text(done, (now - this.#startedAt) / 1000)}\u001b[K`);
  }

  /** Makes way for what is printed next. */
  end(): void {
    if (this.#shownAt > -Infinity) this.#terminal.stderr.write("\n");
  }

  #text(done: number, seconds: number): string {
    const share = this.#total === 0 ? 1 : Math.min(1, done / this.#total);
    const filled = Math.round(share * WIDTH);
    const bar = `${"#".repeat(filled)}${".".repeat(WIDTH - filled)}`;
    const rate = (done - this.#start) / Math.max(seconds, 0.001);
    const left = rate > 0 ? `, ${duration(Math.ceil((this.#total - done) / rate))} left` : "";
    return `[${bar}] ${Math.floor(share * 100)} %, ${done} of ${this.#total}, ${Math.round(rate)}/s${left}`;
  }
}

/** Shows progress, and ends it. */
export interface ProgressLine {
  show(done: number, total: number): void;
  /** Makes way for what is printed next. */
  end(): void;
}

/** Shows on a line of standard error how many blocks are done; on nothing where that is no terminal. */
export function showProgress(verb: string): ProgressLine {
  const { stderr } = process;
  let last = 0;
  let isShown = false;
  return {
    show(done, total) {
      const now = performance.now();
      if (!stderr.isTTY || (done < total && now - last < PAUSE)) return;
      last = now;
      isShown = true;
      stderr.write(`\r${verb} ${done} of ${total} blocks`);
    },
    end() {
      if (isShown) stderr.write("\n");
    },
  };
}
