import type { DeliveryProgress } from "../../delivery/mod.ts";
import { ProgressLine } from "../output/progress.ts";
import type { Terminal } from "../terminal.ts";

/** Shows the progress of a delivery: a line that is redrawn on a terminal, and a line for each new failure. */
export class DeliveryView {
  readonly #tell: (line: string) => void;
  readonly #line: ProgressLine;
  #now: DeliveryProgress = { events: 0, batches: 0, waiting: 0, cursor: null };
  #head: number | undefined;
  /** Why the last attempt failed, as it was printed. */
  #failure: string | undefined;

  constructor(terminal: Terminal) {
    this.#line = new ProgressLine(terminal, () => this.#text());
    this.#tell = (line) => {
      this.#line.end();
      terminal.stderr.line(line);
    };
  }

  /** Prints a line beside the progress. */
  tell(line: string): void {
    this.#tell(line);
  }

  /** Height of the newest block, as the service said last. */
  set head(height: number) {
    this.#head = height;
    this.#line.show(0, 1);
  }

  get progress(): DeliveryProgress {
    return this.#now;
  }

  /** Blocks from the oldest event that is not acknowledged to the newest; 0 where none waits, undefined where it is not known. */
  get lag(): number | undefined {
    const { waiting, oldestHeight } = this.#now;
    if (waiting === 0) return 0;
    if (this.#head === undefined || oldestHeight === undefined) return undefined;
    return Math.max(0, this.#head - oldestHeight);
  }

  show(progress: DeliveryProgress): void {
    this.#now = progress;
    const { error, retryIn } = progress.attempt ?? {};
    const failure = error?.message;
    // An error that ends the delivery is printed at its end.
    if (failure !== undefined && failure !== this.#failure && retryIn !== undefined)
      this.#tell(`Not acknowledged, trying again: ${failure}.`);
    if (failure === undefined && this.#failure !== undefined) this.#tell("Acknowledged again.");
    this.#failure = failure;
    this.#line.show(0, 1);
  }

  end(): void {
    this.#line.end();
  }

  #text(): string {
    const { events, waiting, attempt } = this.#now;
    const lag = this.lag === undefined ? "" : `, ${this.lag} behind the head`;
    const status = attempt && (attempt.status ?? (attempt.error ? "no answer" : "written"));
    const last = attempt ? `, last ${status} in ${Math.round(attempt.took)} ms` : "";
    return `${events} events delivered, ${waiting} waiting${lag}${last}`;
  }
}
