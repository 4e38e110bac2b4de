import { API_KEY_HEADER } from "../../../generated/limits.gen.ts";

const NAME = API_KEY_HEADER.toLowerCase();

/** A request, as far as its headers. */
interface RequestHeaders {
  /** The value of a header by its lower-case name. */
  header(name: string): string | undefined;
}

/** The key that a request presents (decided): in `X-API-Key`, or as a bearer token. */
export function presentedKey(request: RequestHeaders): string | undefined {
  const own = request.header(NAME);
  if (own !== undefined) return own;
  const authorization = request.header("authorization");
  if (authorization === undefined) return undefined;
  // A token that is missing, or is no token, is an unknown key: it does not count as none.
  return /^Bearer(?<token>$| .*)/i.exec(authorization)?.groups?.["token"]?.trim();
}
