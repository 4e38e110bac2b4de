import { LIMITS } from "../generated/limits.gen.ts";
import type { LineState } from "./_dialer.ts";
import { Line, type LineParts } from "./_line.ts";
import type { Subscriber, Want } from "./_seat.ts";
import { WayBack } from "./_way_back.ts";

/** What lines are made of. */
export type LinesParts = Omit<LineParts, "wasOpen" | "onState"> & {
  readonly onState: (reason?: string) => void;
};

/** From the best to the worst. */
const ORDER: readonly LineState[] = ["open", "connecting", "waiting"];

/** The lines of a client: one, until a connection has as many subscriptions as it may have. */
export class Lines {
  readonly #parts: LinesParts;
  readonly #lines = new Set<Line>();
  readonly #lineOf = new Map<Subscriber, Line>();
  /** For those that had to go on without a line. */
  readonly wayBack: WayBack;
  #wasOpen = false;

  constructor(parts: LinesParts) {
    this.#parts = parts;
    this.wayBack = new WayBack(parts);
  }

  /** The state of the worst line; undefined if there is none. */
  get state(): LineState | undefined {
    const states = new Set([...this.#lines].map((line) => line.state));
    return ORDER.findLast((state) => states.has(state));
  }

  add(subscriber: Subscriber, want: Want): void {
    const most = LIMITS.subscriptionsPerConnection;
    const line = [...this.#lines].find(({ size }) => size < most) ?? this.#openLine();
    this.#lineOf.set(subscriber, line);
    line.add(subscriber, want);
  }

  want(subscriber: Subscriber, want: Want): void {
    this.#lineOf.get(subscriber)?.want(subscriber, want);
  }

  remove(subscriber: Subscriber): void {
    const line = this.#lineOf.get(subscriber);
    if (!line) return;
    this.#lineOf.delete(subscriber);
    line.remove(subscriber);
    if (line.size > 0) return;
    this.#lines.delete(line);
    this.#parts.onState();
  }

  /** Whether the connection that carries a subscriber is open. */
  isOpenFor(subscriber: Subscriber): boolean {
    return this.#lineOf.get(subscriber)?.state === "open";
  }

  #openLine(): Line {
    const line: Line = new Line({
      ...this.#parts,
      wasOpen: () => this.#wasOpen,
      onState: (reason) => {
        if (line.state === "open") {
          this.#wasOpen = true;
          this.wayBack.open();
        }
        if (line.size === 0) this.#lines.delete(line);
        this.#parts.onState(reason);
      },
    });
    this.#lines.add(line);
    return line;
  }
}
