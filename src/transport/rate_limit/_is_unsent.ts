/** Error codes of Node for a connection that did not come about. */
const UNCONNECTED = /ECONNREFUSED|ENOTFOUND|EAI_|UNREACH|ERR_CONNECT/;

/** Most causes of an error that are followed: they may go in a circle. */
const MAX_CAUSES = 8;

/** Returns true for the error of a request that surely did not go out, since there was no connection. */
export function isUnsent(error: unknown, depth: number = MAX_CAUSES): boolean {
  try {
    const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown };
    return UNCONNECTED.test(String(code)) || (depth > 0 && isUnsent(cause, depth - 1));
  } catch {
    // There is no further cause, or a field of an error of the user's own throws.
    return false;
  }
}
