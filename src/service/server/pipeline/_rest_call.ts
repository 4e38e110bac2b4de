import type { RestCall } from "../../api/rest/mod.ts";
import type { RouteOf } from "./router.ts";
import type { Exchange } from "./trace.ts";

const NO_QUERY = new URLSearchParams();

/** The call of an operation, of a segment or of the host. */
export function restCallOf(
  { request, pathname, search, meta, onError }: Exchange,
  route: RouteOf<"rest" | "host">,
): RestCall {
  return {
    operation: route.operation,
    path: route.parameters,
    query: search === "" ? NO_QUERY : new URLSearchParams(search),
    request,
    pathname,
    meta,
    onError,
  };
}
