/** Values that a hole takes. */
export interface HoleType {
  /** Tells whether a whole value fits. */
  accepts(value: unknown): boolean;
  /** Regular expression of what fits inside a string; undefined if the hole stands for whole values only. */
  readonly inText: string | undefined;
}

/** The kinds of holes by name. */
export const HOLE_TYPES: Readonly<Record<string, HoleType>> = {
  hash: textType("0x[0-9a-f]{64}"),
  address: textType("(?:ax|dx)1[02-9ac-hj-np-z]{38}"),
  amount: textType("(?:0|[1-9][0-9]*)"),
  version: textType("[0-9]+(?:\\.[0-9]+)*"),
  text: textType("[\\s\\S]*"),
  height: numberType((value) => Number.isSafeInteger(value) && value >= 0),
  counter: numberType((value) => Number.isSafeInteger(value) && value >= 0),
  // From 2001 to 5138: milliseconds do not pass for seconds.
  timestamp: numberType((value) => Number.isSafeInteger(value) && value >= 1e9 && value < 1e11),
  ratio: numberType((value) => value >= 0 && value <= 1),
  number: numberType((value) => Number.isFinite(value) && value >= 0),
  boolean: { accepts: (value) => typeof value === "boolean", inText: undefined },
  any: { accepts: () => true, inText: undefined },
  meta: { accepts: isMeta, inText: undefined },
};

function textType(source: string): HoleType {
  const whole = new RegExp(`^${source}$`);
  return {
    accepts: (value) => typeof value === "string" && whole.test(value),
    inText: source,
  };
}

function numberType(fits: (value: number) => boolean): HoleType {
  return { accepts: (value) => typeof value === "number" && fits(value), inText: "[0-9.]+" };
}

/** `meta` of a REST response: its time, and the request's id. */
function isMeta(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { timestamp, requestId, ...others } = value as Readonly<Record<string, unknown>>;
  return (
    HOLE_TYPES["timestamp"]?.accepts(timestamp) === true &&
    typeof requestId === "string" &&
    requestId.length > 0 &&
    Object.keys(others).length === 0
  );
}
