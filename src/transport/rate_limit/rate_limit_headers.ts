/** A quota in the rate-limit headers of an answer; an absent value is undefined. */
export interface ReportedQuota {
  /** Requests in a window, by `RateLimit-Policy`. */
  readonly limit: number | undefined;
  /** Seconds of a window. */
  readonly window: number | undefined;
  /** Remaining requests, by `RateLimit`. */
  readonly remaining: number | undefined;
  /** Seconds until the quota is full again, rounded up; 0 if absent. */
  readonly resetAfter: number;
}

/** Shortest window of a daily quota, in seconds. */
const LONG = 3_600;

/** Integers of RFC 9651 are below this. A sum with a larger one could be `Infinity`, and a call would wait forever. */
const BOUND = 1e15;

/** An item of an RFC 9651 list, with its parameters that are numbers from 0. */
interface HeaderItem {
  readonly name: string;
  readonly parameters: Readonly<Record<string, number>>;
}

/**
 * Reads every item of `RateLimit` and `RateLimit-Policy` of the IETF httpapi draft: `"second";r=9;t=1, "day";r=80;t=60`
 * and `"second";q=10;w=1, "day";q=10000;w=86400`. Undefined if no item has `r`.
 */
export function readRateLimitHeaders(
  headers: Headers,
): Readonly<Record<"second" | "day", ReportedQuota>> | undefined {
  const states = headerItemsOf(headers.get("ratelimit")).filter(
    ({ parameters }) => "r" in parameters,
  );
  if (states.length === 0) return undefined;
  const policies = headerItemsOf(headers.get("ratelimit-policy"));
  function quotaOf(isOfDay: boolean): ReportedQuota {
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

function isLong({ name, parameters }: HeaderItem): boolean {
  const { w: window } = parameters;
  return window === undefined ? name === "day" : window >= LONG;
}

function headerItemsOf(header: string | null): HeaderItem[] {
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
