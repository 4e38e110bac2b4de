import type * as mini from "zod/mini";
import type { Payload } from "../validation/mod.ts";
import { refuse } from "./_kind.ts";

/** A check that adds an issue to values that do not fit; alternatives of a union that only fail it are named alone. */
function checkOf(fits: (value: never) => boolean, issue: object): never {
  function check(payload: Payload): void {
    if (!fits(payload.value as never)) refuse(payload, { ...issue, continue: true });
  }
  return { _zod: { check, def: {}, onattach: [] } } as never;
}

/** Text that matches a pattern. */
export const regex: typeof mini.regex = (pattern) =>
  checkOf((text: string) => pattern.test(text), {
    code: "invalid_format",
    format: "regex",
    pattern: String(pattern),
  });

/** A number of at least `minimum`. */
export const gte: typeof mini.gte = (minimum) =>
  checkOf((value: number) => value >= Number(minimum), tooSmall("number", minimum));

/** A number above `minimum`. */
export const gt: typeof mini.gt = (minimum) =>
  checkOf((value: number) => value > Number(minimum), {
    ...tooSmall("number", minimum),
    inclusive: false,
  });

/** A number of at most `maximum`. */
export const lte: typeof mini.lte = (maximum) =>
  checkOf((value: number) => value <= Number(maximum), tooBig("number", maximum));

/** A number below `maximum`. */
export const lt: typeof mini.lt = (maximum) =>
  checkOf((value: number) => value < Number(maximum), {
    ...tooBig("number", maximum),
    inclusive: false,
  });

function tooSmall(origin: string, minimum: unknown): object {
  return { code: "too_small", origin, minimum };
}

function tooBig(origin: string, maximum: unknown): object {
  return { code: "too_big", origin, maximum };
}
