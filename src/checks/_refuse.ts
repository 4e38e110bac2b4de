import type { Fault } from "./check.ts";

const HERE: Fault["path"] = [];

/** Adds that something else was expected. */
export function refuse(faults: Fault[], expected: string): undefined {
  faults.push({ path: HERE, expected });
  return undefined;
}

/** Says of the faults from `start` on that they are within the part `key`. */
export function place(faults: Fault[], start: number, key: PropertyKey): void {
  for (let index = start; index < faults.length; index++) {
    const fault = faults[index];
    if (fault) faults[index] = { path: [key, ...fault.path], expected: fault.expected };
  }
}
