import { API_KEY_HEADER } from "../../../generated/limits.gen.ts";

const NAME = API_KEY_HEADER.toLowerCase();

/** The headers of a request. */
interface RequestHeaders {
  /** The value of a header by its lower-case name. */
  header(name: string): string | undefined;
}

/** The key that a request presents (extension): in `X-API-Key`, or as a bearer token. */
export function presentedKey(request: RequestHeaders): string | undefined {
  const own = request.header(NAME);
  if (own !== undefined) return own;
  const authorization = request.header("authorization");
  if (authorization === undefined) return undefined;
  // A missing or malformed token is an unknown key, not a request without one.
  return /^Bearer(?<token>$| .*)/i.exec(authorization)?.groups?.["token"]?.trim();
}
