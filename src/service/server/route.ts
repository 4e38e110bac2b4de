import type { Segment } from "../../chains/mod.ts";
import type { Gateway, ServiceRequest, ServiceResponse } from "../gateway/mod.ts";
import {
  answerFault,
  handleKeys,
  handleRest,
  type Meta,
  type RestCall,
  RestFault,
} from "../rest/mod.ts";
import { handleRpc } from "../rpc/mod.ts";
import { matchServer } from "./match_server.ts";
import { isSitePath, readSiteFile } from "./read_site_file.ts";

const HEALTHY: ServiceResponse = {
  status: 200,
  headers: { "Content-Type": "text/plain" },
  body: "ok\n",
};

/** Finds who answers a request: the documentation, a segment's REST or JSON-RPC, or nobody. */
export async function route(
  request: ServiceRequest,
  chains: ReadonlyMap<Segment, Gateway>,
  meta: Meta,
  onError: (error: unknown) => void,
): Promise<ServiceResponse> {
  if (request.method === "OPTIONS") return { status: 204, headers: {}, body: "" };
  const [pathname, search] = splitTarget(request.target);
  const isGet = request.method === "GET" || request.method === "HEAD";
  if (isGet && isSitePath(pathname)) return readSiteFile(pathname);
  if (isGet && pathname === "/healthz") return HEALTHY;
  const match = matchServer(pathname);
  const call: RestCall = {
    method: request.method,
    path: match?.path ?? pathname,
    query: new URLSearchParams(search),
    meta,
    onError,
  };
  if (match?.server === "keys") return handleKeys(call);
  const gateway = match && chains.get(match.segment);
  if (gateway && match.server === "rest") return handleRest(call, gateway);
  if (gateway && request.method === "POST") return handleRpc(request, gateway, onError);
  return answerFault(new RestFault("NOT_FOUND", `No ${request.method} ${pathname}`), meta);
}

function splitTarget(target: string): [pathname: string, search: string] {
  const mark = target.indexOf("?");
  return mark < 0 ? [target, ""] : [target.slice(0, mark), target.slice(mark + 1)];
}
