import { Allowance } from "./_allowance.ts";
import { readTier } from "./_read_tier.ts";
import type { Budget } from "./budget.ts";
import { SYSTEM_CLOCK } from "./clock.ts";
import type { TransportOptions } from "./transport_options.ts";

/** Keeps calls to what the service allows; an allowance for each API host, given by its origin. */
export class Pacer {
  readonly #make: (host: string) => Allowance;
  readonly #allowances = new Map<string, Allowance>();

  /** @throws {TypeError | RangeError} If the option `tier` is none. */
  constructor(options: TransportOptions) {
    const { store, clock = SYSTEM_CLOCK, random = Math.random } = options;
    const tier = readTier(options);
    this.#make = (host) => new Allowance({ ...tier, host, clock, random, store });
  }

  at(host: string): Allowance {
    const known = this.#allowances.get(host);
    if (known) return known;
    const allowance = this.#make(host);
    this.#allowances.set(host, allowance);
    return allowance;
  }

  /** Left out, of the first one that was called. */
  budget(host?: string): Budget {
    const [first = ""] = this.#allowances.keys();
    return this.at(host ?? first).budget();
  }
}
