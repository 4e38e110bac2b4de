import { Check } from "./check.ts";
import { refuse } from "./_refuse.ts";

/** A further condition of a value that is of the right kind. */
export interface Bound {
  readonly expected: string;
  holds(value: never): boolean;
}

/** A value that holds to bounds as well; the first that does not hold is told. */
export function checked(check: Check, ...bounds: readonly Bound[]): Check {
  return new Check((value, faults) => {
    const start = faults.length;
    const data = check.read(value, faults);
    if (faults.length > start) return undefined;
    for (const bound of bounds) {
      if (!bound.holds(data as never)) return refuse(faults, bound.expected);
    }
    return data;
  });
}

/** A text of a pattern. */
export function regex(pattern: RegExp): Bound {
  return { expected: `text of ${pattern}`, holds: (text: string) => pattern.test(text) };
}

/** A text or list of at most so many. */
export function maxLength(most: number): Bound {
  return {
    expected: `at most ${most}`,
    holds: (value: { length: number }) => value.length <= most,
  };
}

/** A text or list of at least so many. */
export function minLength(least: number): Bound {
  return {
    expected: `at least ${least}`,
    holds: (value: { length: number }) => value.length >= least,
  };
}

export function lte(most: number): Bound {
  return { expected: `at most ${most}`, holds: (value: number) => value <= most };
}

export function gte(least: number): Bound {
  return { expected: `at least ${least}`, holds: (value: number) => value >= least };
}

export function lt(bound: number): Bound {
  return { expected: `less than ${bound}`, holds: (value: number) => value < bound };
}

export function gt(bound: number): Bound {
  return { expected: `more than ${bound}`, holds: (value: number) => value > bound };
}
