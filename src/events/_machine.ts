/**
 * Runs a reducer: it keeps the state, and has the effects of each input carried out. An input that an effect sends is
 * handled after all effects of the input before it.
 */
export class Machine<State, Input, Effects> {
  readonly #reduce: (state: State, input: Input) => readonly [State, Effects];
  readonly #run: (effects: Effects, state: State) => void;
  readonly #inputs: Input[] = [];
  #state: State;
  #isRunning = false;

  constructor(
    state: State,
    reduce: (state: State, input: Input) => readonly [State, Effects],
    run: (effects: Effects, state: State) => void,
  ) {
    this.#state = state;
    this.#reduce = reduce;
    this.#run = run;
  }

  get state(): State {
    return this.#state;
  }

  send(input: Input): void {
    this.#inputs.push(input);
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      for (let next = this.#inputs.shift(); next !== undefined; next = this.#inputs.shift()) {
        const [state, effects] = this.#reduce(this.#state, next);
        this.#state = state;
        this.#run(effects, state);
      }
    } finally {
      this.#isRunning = false;
    }
  }
}
