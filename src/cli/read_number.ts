import { InvalidArgumentError } from "commander";

/** Reads a flag's value as a number within bounds. */
export function numberFrom(minimum: number, maximum: number): (text: string) => number {
  return (text) => {
    const value = text.trim() === "" ? NaN : Number(text);
    if (value >= minimum && value <= maximum) return value;
    throw new InvalidArgumentError(`Must be a number from ${minimum} to ${maximum}.`);
  };
}

/** Reads a flag's value as a whole number within bounds. */
export function wholeNumberFrom(minimum: number, maximum: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : NaN;
    if (value >= minimum && value <= maximum) return value;
    throw new InvalidArgumentError(`Must be a whole number from ${minimum} to ${maximum}.`);
  };
}
