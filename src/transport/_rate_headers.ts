/** What an answer tells of its allowance. */
export interface RateHeaders {
  /** Requests a second by `RateLimit-Policy`. */
  readonly perSecond: number | undefined;
  /** Requests a day by `RateLimit-Policy`. */
  readonly perDay: number | undefined;
  /** Requests left of the quota that binds first, by `RateLimit`. */
  readonly remaining: number;
  /** Seconds until that quota is whole again, rounded up; 0 where it is not told. */
  readonly resetAfter: number;
  /** Which quota that is. */
  readonly quota: "second" | "day";
}

/** Windows from this length on, in seconds, count as the day's. */
const LONG = 3_600;

interface Item {
  readonly name: string;
  readonly values: Readonly<Record<string, number>>;
}

/**
 * Reads `RateLimit` and `RateLimit-Policy` of the IETF httpapi draft: `"second";r=9;t=1` and
 * `"second";q=10;w=1, "day";q=10000;w=86400`. Undefined where there are none.
 */
export function readRateHeaders(headers: Headers): RateHeaders | undefined {
  const [state] = itemsOf(headers.get("ratelimit"));
  const remaining = state?.values["r"];
  if (!state || remaining === undefined) return undefined;
  const policies = itemsOf(headers.get("ratelimit-policy"));
  const isLong = ({ name, values }: Item): boolean => (values["w"] ?? windowOf(name)) >= LONG;
  const short = policies.find((item) => !isLong(item))?.values;
  const long = policies.find(isLong)?.values;
  const own = policies.find(({ name }) => name === state.name) ?? state;
  return {
    perSecond: short?.["q"] === undefined ? undefined : short["q"] / (short["w"] ?? 1),
    perDay: long?.["q"],
    remaining,
    resetAfter: state.values["t"] ?? 0,
    quota: isLong(own) ? "day" : "second",
  };
}

function windowOf(name: string): number {
  return name === "day" ? LONG : 1;
}

function itemsOf(text: string | null): Item[] {
  if (text === null) return [];
  return text.split(",").map((part) => {
    const [name = "", ...pairs] = part.split(";").map((piece) => piece.trim());
    const values = pairs.map((pair): [string, number] => {
      const [key = "", value = ""] = pair.split("=");
      return [key, Number.parseFloat(value)];
    });
    return { name: name.replaceAll('"', ""), values: Object.fromEntries(values) };
  });
}
