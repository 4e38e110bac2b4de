import { Allowance } from "./_allowance.ts";
import { readTier } from "./_read_tier.ts";
import type { AllowanceStore } from "./allowance_store.ts";
import type { Answer } from "./answer.ts";
import type { Budget } from "./budget.ts";
import type { Priority } from "./call_options.ts";
import { type Clock, SYSTEM_CLOCK } from "./clock.ts";
import type { ErrorContext } from "../errors/mod.ts";
import type { Tier, TierLimits } from "../generated/tiers.gen.ts";

/** A request that wants to go out. */
export interface Ticket {
  /** Requests that it counts as. */
  readonly cost: number;
  /** When the call must have ended: milliseconds since 1970, or `Infinity`. */
  readonly deadlineAt: number;
  /** The call it is for. */
  readonly context: ErrorContext;
  /** Who waits goes out in that order. */
  priority: Priority;
  /** Whether it went out before. */
  hasWaited: boolean;
}

/** Lets requests to one API host out. */
export interface Turns {
  /**
   * Lets a request out: at once where it returns undefined, else when the promise resolves.
   *
   * @throws {QuotaExhaustedError} If the service takes none for longer than the request may wait.
   */
  enter(ticket: Ticket): Promise<void> | undefined;
  /** A request that waits gives up; one that is out is left to `leave`. */
  cancel(ticket: Ticket): void;
  /** A request that waits becomes more urgent. */
  promote(ticket: Ticket, priority: Priority): void;
  /** A request that was let out has ended, with an answer or without; `isLimit` where it was refused for the limits. */
  leave(ticket: Ticket, answer: Answer | undefined, isLimit: boolean): void;
  /** Tells whether a request would have to wait for longer than it may. */
  isClosedTo(ticket: Ticket): boolean;
}

/** Keeps calls to what the service allows; an allowance for each API host. */
export interface Pacer {
  /** What lets requests to an API host out, given by its origin. */
  turnsAt(host: string): Turns;
  /** What is left of the allowance at an API host; left out, of the first one that was called. */
  budget(host?: string): Budget;
  /** Enters requests in the allowance at a host that went out by another way, such as a socket. */
  spend(host: string, cost: number): void;
}

/** Options of {@linkcode createPacer}. */
export interface PacerOptions {
  /**
   * What the service allows: a tier of the documents, which the service's own word replaces, or figures of your own,
   * which it can only lower.
   *
   * @default {"Public" without a key, "Registered" with one}
   */
  readonly tier?: Tier | TierLimits | undefined;
  /** The key that requests go out with; only whether there is one matters. */
  readonly apiKey?: unknown;
  /** Where the allowance is kept, to share it among processes or tabs. @default {the pacer} */
  readonly store?: AllowanceStore | undefined;
  /** Time and timers. @default {the runtime's own} */
  readonly clock?: Clock | undefined;
  /** A number from 0 to 1, for pauses whose length the service does not say. @default {Math.random} */
  readonly random?: (() => number) | undefined;
}

/**
 * Makes what keeps calls to the allowance: requests wait for their turn instead of being refused.
 *
 * @throws {TypeError | RangeError} If `tier` is none.
 *
 * @example
 * ```ts
 * import { createCaller, createPacer } from "alphadelta/transport";
 *
 * const pacer = createPacer({ tier: "Public" });
 * const caller = createCaller({ pacer });
 * console.log(pacer.budget("http://127.0.0.1:8645").second.limit); // 10
 * ```
 */
export function createPacer(options: PacerOptions = {}): Pacer {
  const { store, clock = SYSTEM_CLOCK, random = Math.random } = options;
  const tier = readTier(options);
  const allowances = new Map<string, Allowance>();

  function turnsAt(host: string): Allowance {
    const known = allowances.get(host);
    if (known) return known;
    const allowance = new Allowance({ ...tier, host, clock, random, store });
    allowances.set(host, allowance);
    return allowance;
  }
  return {
    turnsAt,
    budget(host) {
      const [first = ""] = allowances.keys();
      return turnsAt(host ?? first).budget();
    },
    spend: (host, cost) => turnsAt(host).spend(cost),
  };
}
