import { API_KEY_HEADER } from "../../generated/limits.gen.ts";

/** How a request presents a key (decided): in `X-API-Key`, or as a bearer token. */
export function presentedKey(header: (name: string) => string | undefined): string | undefined {
  const own = header(API_KEY_HEADER.toLowerCase());
  if (own !== undefined) return own;
  const [, token] = /^Bearer +(\S+) *$/i.exec(header("authorization") ?? "") ?? [];
  return token;
}
