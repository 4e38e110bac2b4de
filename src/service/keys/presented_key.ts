import { API_KEY_HEADER } from "../../generated/limits.gen.ts";

const NAME = API_KEY_HEADER.toLowerCase();

/** How a request presents a key (decided): in `X-API-Key`, or as a bearer token. */
export function presentedKey(header: (name: string) => string | undefined): string | undefined {
  const own = header(NAME);
  if (own !== undefined) return own;
  const authorization = header("authorization");
  if (authorization === undefined) return undefined;
  // A token that is missing, or is no token, is an unknown key: it does not count as none.
  return /^Bearer(?<token>$| .*)/i.exec(authorization)?.groups?.["token"]?.trim();
}
