import { checkOption } from "./check_option.ts";

/**
 * Checks an option that is an integer and may be left out.
 *
 * @param action Begins the message: what cannot be done.
 * @throws {TypeError | RangeError} If it is no number, no integer or below `least`.
 */
export function checkInteger(action: string, name: string, value: unknown, least: number): void {
  const isAllowed = Number.isSafeInteger(value) && (value as number) >= least;
  checkOption(action, name, value, `an integer from ${least}`, isAllowed, "number");
}
