import { Check } from "./check.ts";
import { refuse } from "./_refuse.ts";
import { showValue } from "./show_value.ts";

const MOST = Number.MAX_SAFE_INTEGER;

/** Any value. */
export function unknown(): Check {
  return new Check((value) => value);
}

/** A text. */
export function string(): Check {
  return new Check((value, faults) =>
    typeof value === "string" ? value : refuse(faults, "a string"),
  );
}

/** A finite number. */
export function number(): Check {
  return new Check((value, faults) =>
    Number.isFinite(value) ? value : refuse(faults, "a number"),
  );
}

/** An integer that a number holds exactly. */
export function int(): Check {
  return new Check((value, faults) => {
    if (Number.isSafeInteger(value)) return value;
    if (!Number.isFinite(value)) return refuse(faults, "a number");
    if (!Number.isInteger(value)) return refuse(faults, "an integer");
    return refuse(faults, (value as number) > 0 ? `at most ${MOST}` : `at least ${-MOST}`);
  });
}

export function boolean(): Check {
  return new Check((value, faults) =>
    typeof value === "boolean" ? value : refuse(faults, "a boolean"),
  );
}

/** One value alone. */
export function literal(only: unknown): Check {
  return oneOf([only]);
}

/** One of several values. */
export function oneOf(values: readonly unknown[]): Check {
  return new Check((value, faults) =>
    values.includes(value) ? value : refuse(faults, values.map(showValue).join(" or ")),
  );
}
