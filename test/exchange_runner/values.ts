import { ExchangeError } from "./exchange_error.ts";

/** A value that has a name. */
export type Value = string | number | boolean | null;

const EXPRESSION = /^(.+?)(?:([+-])(\d+))?$/;

/** The values a case can name: those it starts with, and those it has taken from answers. */
export class Values {
  readonly #values: Map<string, Value>;

  constructor(given: ReadonlyMap<string, Value>) {
    this.#values = new Map(given);
  }

  /** Tells whether a name has a value. */
  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** Gives a name its value. */
  set(name: string, value: Value): void {
    this.#values.set(name, value);
  }

  /**
   * The value of a name, or of a name plus or minus a whole number: `height`, `height+1`.
   *
   * @throws {ExchangeError} If there is no such name, or a number is added to something else.
   */
  get(expression: string): Value {
    const [, name = "", sign, distance] = EXPRESSION.exec(expression) ?? [];
    const value = this.#values.get(name);
    if (value === undefined) throw new ExchangeError(`There is no value named <${expression}>`);
    if (sign === undefined) return value;
    if (typeof value !== "number") {
      throw new ExchangeError(`<${expression}>: ${name} is no number but ${JSON.stringify(value)}`);
    }
    return sign === "+" ? value + Number(distance) : value - Number(distance);
  }
}
