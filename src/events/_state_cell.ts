import { notify } from "../transport/mod.ts";
import type { StateChange } from "./events.ts";

type Listener<State extends string> = (change: StateChange<State>) => void;

/** A state and the listeners for its changes. */
export class StateCell<State extends string> {
  readonly #listeners = new Set<Listener<State>>();
  #value: State;

  constructor(value: State) {
    this.#value = value;
  }

  get value(): State {
    return this.#value;
  }

  set(state: State, reason?: string): void {
    const previous = this.#value;
    if (state === previous) return;
    this.#value = state;
    for (const listener of this.#listeners) notify(() => listener({ state, previous, reason }));
  }

  /** Returns what ends the listening. */
  listen(listener: Listener<State>): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
