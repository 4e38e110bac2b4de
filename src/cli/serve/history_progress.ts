import type { Segment } from "../../chains/mod.ts";
import { barText, Progress } from "../output/progress.ts";
import type { Terminal } from "../terminal.ts";

/** Lines that report the progress of a history once the service is up. */
const PARTS = 10;
/** Blocks of the shortest history whose progress is shown. */
const SHORT = 1_000;

/**
 * Shows on a terminal how much of the histories of new chains is made: as a bar until the service is up, then by a line now
 * and then, since its log goes on meanwhile.
 */
export class HistoryProgress {
  readonly #terminal: Terminal;
  #bar: Progress | undefined;
  #shown: Segment | undefined;
  #isUp = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  show(segment: Segment, height: number, last: number): void {
    if (last < SHORT) return;
    if (!this.#isUp) {
      if (segment !== this.#shown) this.#begin(segment);
      return this.#bar?.show(height, last);
    }
    const { stderr } = this.#terminal;
    const isDue = height % Math.ceil(last / PARTS) === 0 || height === last;
    if (stderr.isTTY && isDue)
      stderr.line(`${segment}: made block ${height} of ${last} of its history`);
  }

  /** Ends the bar: the service is up. */
  makeWay(): void {
    this.#isUp = true;
    this.#bar?.end();
  }

  #begin(segment: Segment): void {
    this.#bar?.end();
    const text = barText(0);
    this.#bar = new Progress(this.#terminal, (...made) => `${segment} ${text(...made)}`);
    this.#shown = segment;
  }
}
