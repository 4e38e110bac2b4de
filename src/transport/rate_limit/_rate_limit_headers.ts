/** The rate-limit headers of an answer. */
export interface RateLimitHeaders {
  /** Requests a second by `RateLimit-Policy`. */
  readonly perSecond: number | undefined;
  /** Requests a day by `RateLimit-Policy`. */
  readonly perDay: number | undefined;
  /** Left of the second, by `RateLimit`. */
  readonly second: QuotaLeft | undefined;
  /** Left of the day, by `RateLimit`. */
  readonly day: QuotaLeft | undefined;
}

/** The rest of one quota. */
export interface QuotaLeft {
  /** Requests. */
  readonly remaining: number;
  /** Seconds until the quota is whole again, rounded up; 0 where that is not told. */
  readonly resetAfter: number;
}

/** Windows from this length on, in seconds, count as the day's. */
const LONG = 3_600;

/** Requests a second that any service is taken to allow: a lower one is asked again after a minute, not after days. */
const LEAST_RATE = 1 / 60;

/** An item of a list of RFC 9651, with those of its parameters that are numbers from 0. */
interface Item {
  readonly name: string;
  readonly parameters: Readonly<Record<string, number>>;
}

/**
 * Reads every item of `RateLimit` and `RateLimit-Policy` of the IETF httpapi draft: `"second";r=9;t=1, "day";r=80;t=60`
 * and `"second";q=10;w=1, "day";q=10000;w=86400`. Undefined where nothing is told of what is left.
 */
export function readRateLimitHeaders(headers: Headers): RateLimitHeaders | undefined {
  const states = itemsOf(headers.get("ratelimit")).filter(({ parameters }) => "r" in parameters);
  if (states.length === 0) return undefined;
  const policies = itemsOf(headers.get("ratelimit-policy"));
  const short = policies.find((item) => !isLong(item))?.parameters ?? {};
  const left = (isOfDay: boolean): QuotaLeft | undefined => {
    const state = states.find((item) => {
      const policy = policies.find(({ name }) => name === item.name);
      return isLong(policy ?? item) === isOfDay;
    });
    const { r: remaining = 0, t: resetAfter = 0 } = state?.parameters ?? {};
    return state && { remaining, resetAfter };
  };
  return {
    perSecond: rateOf(short["q"], short["w"]),
    perDay: policies.find(isLong)?.parameters["q"],
    second: left(false),
    day: left(true),
  };
}

function isLong({ name, parameters }: Item): boolean {
  const { w: window } = parameters;
  return window === undefined ? name === "day" : window >= LONG;
}

/** A rate of 0 is ignored: a service that takes no requests says so by refusing them. */
function rateOf(requests = 0, seconds = 1): number | undefined {
  return requests > 0 && seconds > 0 ? Math.max(LEAST_RATE, requests / seconds) : undefined;
}

function itemsOf(header: string | null): Item[] {
  if (header === null) return [];
  return header.split(",").map((part) => {
    const [name = "", ...pairs] = part.split(";").map((piece) => piece.trim());
    const parameters: Record<string, number> = {};
    for (const pair of pairs) {
      const [key = "", value = ""] = pair.split("=");
      const number = Number.parseFloat(value);
      if (number >= 0 && number < Infinity) parameters[key] = number;
    }
    return { name: name.replaceAll('"', ""), parameters };
  });
}
