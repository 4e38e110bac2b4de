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

/** Requests a second that any service is taken to allow: what says less is asked again after a minute, not after days. */
const LEAST_RATE = 1 / 60;

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
  const short = policies.find((item) => !isLong(item))?.values ?? {};
  const long = policies.find(isLong)?.values;
  const own = policies.find(({ name }) => name === state.name) ?? state;
  return {
    perSecond: rateOf(short["q"], short["w"]),
    perDay: long?.["q"],
    remaining,
    resetAfter: state.values["t"] ?? 0,
    quota: isLong(own) ? "day" : "second",
  };
}

/** What cannot be a rate is none: a service that takes no requests says so by refusing them. */
function rateOf(requests = 0, seconds = 1): number | undefined {
  return requests > 0 && seconds > 0 ? Math.max(LEAST_RATE, requests / seconds) : undefined;
}

function windowOf(name: string): number {
  return name === "day" ? LONG : 1;
}

/** What is no number from 0 is left out. */
function itemsOf(text: string | null): Item[] {
  if (text === null) return [];
  return text.split(",").map((part) => {
    const [name = "", ...pairs] = part.split(";").map((piece) => piece.trim());
    const values = pairs.map((pair): [string, number] => {
      const [key = "", value = ""] = pair.split("=");
      return [key, Number.parseFloat(value)];
    });
    const counts = values.filter(([, value]) => value >= 0 && value < Infinity);
    return { name: name.replaceAll('"', ""), values: Object.fromEntries(counts) };
  });
}
