import type { Terminal } from "../terminal.ts";
import { duration } from "./format_value.ts";

/** Milliseconds from one showing to the next. */
const PAUSE = 200;
const WIDTH = 24;

/** A line of progress on standard error; nothing where that is no terminal. */
export class ProgressLine {
  readonly #terminal: Terminal;
  readonly #textOf: (done: number, total: number) => string;
  #shownAt = -Infinity;

  constructor(terminal: Terminal, textOf: (done: number, total: number) => string) {
    this.#terminal = terminal;
    this.#textOf = textOf;
  }

  show(done: number, total: number): void {
    const now = performance.now();
    const { stderr } = this.#terminal;
    if (!stderr.isTTY || (done < total && now - this.#shownAt < PAUSE)) return;
    this.#shownAt = now;
    stderr.redraw(this.#textOf(done, total));
  }

  /** Ends the line, for the next output. */
  end(): void {
    if (this.#shownAt > -Infinity) this.#terminal.stderr.line();
  }
}

/**
 * The text of a bar, with rate and time left.
 *
 * @param start Items that were done before, which do not count for the rate.
 */
export function barText(start: number): (done: number, total: number) => string {
  const startedAt = performance.now();
  return (done, total) => {
    const seconds = (performance.now() - startedAt) / 1000;
    const share = total === 0 ? 1 : Math.min(1, done / total);
    const filled = Math.round(share * WIDTH);
    const bar = `${"#".repeat(filled)}${".".repeat(WIDTH - filled)}`;
    const rate = (done - start) / Math.max(seconds, 0.001);
    const left = rate > 0 ? `, ${duration(Math.ceil((total - done) / rate))} left` : "";
    return `[${bar}] ${Math.floor(share * 100)} %, ${done} of ${total}, ${Math.round(rate)}/s${left}`;
  };
}
