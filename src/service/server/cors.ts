import { API_KEY_HEADER } from "../../generated/limits.gen.ts";

/** Headers of every answer: a page of any origin may read it, with what tells of limits. */
export const CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id",
} as const;

/** Further headers of the answer to a browser that asks what it may send. */
export const PREFLIGHT = {
  "Access-Control-Allow-Methods": "GET, HEAD, POST, OPTIONS",
  "Access-Control-Allow-Headers": `Authorization, Content-Type, If-None-Match, ${API_KEY_HEADER}`,
  "Access-Control-Max-Age": "86400",
} as const;
