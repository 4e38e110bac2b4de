/** One quota as the rate-limit headers of an answer tell it; a field is undefined where they do not. */
export interface ToldQuota {
  /** Requests in a window, by `RateLimit-Policy`. */
  readonly limit: number | undefined;
  /** Seconds of a window. */
  readonly window: number | undefined;
  /** Requests left, by `RateLimit`. */
  readonly remaining: number | undefined;
  /** Seconds until the quota is whole again, rounded up; 0 where that is not told. */
  readonly resetAfter: number;
}

/** Windows from this length on, in seconds, count as the day's. */
const LONG = 3_600;

/** An integer of RFC 9651 is below this. Sums with larger ones would be `Infinity`, and calls wait for ever. */
const BOUND = 1e15;

/** An item of a list of RFC 9651, with those of its parameters that are numbers from 0. */
interface Item {
  readonly name: string;
  readonly parameters: Readonly<Record<string, number>>;
}

/**
 * Reads every item of `RateLimit` and `RateLimit-Policy` of the IETF httpapi draft: `"second";r=9;t=1, "day";r=80;t=60`
 * and `"second";q=10;w=1, "day";q=10000;w=86400`. Undefined where nothing is told of what is left.
 */
export function readRateLimitHeaders(
  headers: Headers,
): Readonly<Record<"second" | "day", ToldQuota>> | undefined {
  const states = itemsOf(headers.get("ratelimit")).filter(({ parameters }) => "r" in parameters);
  if (states.length === 0) return undefined;
  const policies = itemsOf(headers.get("ratelimit-policy"));
  function quotaOf(isOfDay: boolean): ToldQuota {
    const { q, w } = policies.find((item) => isLong(item) === isOfDay)?.parameters ?? {};
    const state = states.find((item) => {
      const policy = policies.find(({ name }) => name === item.name);
      return isLong(policy ?? item) === isOfDay;
    });
    const { r, t = 0 } = state?.parameters ?? {};
    return { limit: q, window: w, remaining: r, resetAfter: t };
  }
  return { second: quotaOf(false), day: quotaOf(true) };
}

function isLong({ name, parameters }: Item): boolean {
  const { w: window } = parameters;
  return window === undefined ? name === "day" : window >= LONG;
}

function itemsOf(header: string | null): Item[] {
  if (header === null) return [];
  return header.split(",").map((part) => {
    const [name = "", ...pairs] = part.split(";").map((piece) => piece.trim());
    const parameters: Record<string, number> = {};
    for (const pair of pairs) {
      const [key = "", value = ""] = pair.split("=");
      const number = Number.parseFloat(value);
      if (number >= 0 && number < BOUND) parameters[key] = number;
    }
    return { name: name.replaceAll('"', ""), parameters };
  });
}
