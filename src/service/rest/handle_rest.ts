import { OPERATIONS } from "../../generated/service/operations.gen.ts";
import type { Gateway, ServiceRequest, ServiceResponse } from "../gateway/mod.ts";
import { answerData, answerFault, type Meta } from "./envelope.ts";
import { HANDLERS } from "./handlers.ts";
import { type KeyDesk, requestKey } from "./keys.ts";
import { matchRoute, type Route } from "./match_route.ts";
import type { OperationHandler, SegmentOperationId } from "./operation_handlers.ts";
import { readInput } from "./read_input.ts";
import { RestFault } from "./rest_fault.ts";

/** A REST request, taken apart. */
export interface RestCall {
  readonly method: ServiceRequest["method"];
  /** Path below the server's URL. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly meta: Meta;
  /** Called with what a handler throws beside a refusal. */
  readonly onError: (error: unknown) => void;
}

/** Answers a request below a segment's URL, by the table of operations. */
export function handleRest(call: RestCall, gateway: Gateway): Promise<ServiceResponse> {
  return answering(call, async () => {
    const route = routeOf(call, "rest");
    const { chains, status } = OPERATIONS[route.id];
    const { chain, segment } = gateway.selection;
    if (!chains.includes(chain)) throw new RestFault("NOT_FOUND", `No ${call.path} on ${segment}`);
    const input = readInput(route.id, { path: route.path, query: call.query }, gateway.selection);
    const handler = HANDLERS[
      route.id as SegmentOperationId
    ] as OperationHandler<SegmentOperationId>;
    return answerData(status, await handler({ ...input, body: undefined }, gateway), call.meta);
  });
}

/** Answers a request below the URL of key requests. */
export function handleKeys(
  call: RestCall,
  request: Pick<ServiceRequest, "body">,
  desk: KeyDesk,
): Promise<ServiceResponse> {
  return answering(call, async () => {
    const { id } = routeOf(call, "keys");
    return answerData(OPERATIONS[id].status, await requestKey(request, desk), call.meta);
  });
}

/** `HEAD` is answered as `GET`; whatever carries the answer leaves its body out. */
function routeOf({ method, path }: RestCall, server: "rest" | "keys"): Route {
  const verb = method === "HEAD" ? "get" : method.toLowerCase();
  const route = matchRoute(server, verb, path);
  if (!route) throw new RestFault("NOT_FOUND", `No operation ${method} ${path}`);
  return route;
}

async function answering(
  call: RestCall,
  answer: () => Promise<ServiceResponse>,
): Promise<ServiceResponse> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof RestFault) return answerFault(error, call.meta);
    call.onError(error);
    return answerFault(new RestFault("INTERNAL_ERROR", "Internal error"), call.meta);
  }
}
