import { answerPages } from "../pages/mod.ts";
import type { ServiceParts } from "../parts.ts";
import { charge, free } from "./charge.ts";
import type { Handler } from "./exchange.ts";
import { control, injectFaults } from "./fault.ts";
import {
  answerCalls,
  answerKeyRequest,
  answerNothing,
  answerOperation,
  answerPreflight,
} from "./handlers.ts";
import { onChain } from "./on_chain.ts";
import type { Route, RouteOf } from "./router.ts";
import { admitSocket } from "./socket_session.ts";
import { trace, type Traced } from "./trace.ts";

/** A handler for each kind of request. */
type Handlers = { readonly [Kind in Route["kind"]]: Handler<RouteOf<Kind>> };

/**
 * The way of every request, over HTTP and for a WebSocket. Each step is a function from a handler to a handler: match and
 * trace, inject a fault, identify the caller and charge it, find the chain, handle. Only what is handled differs.
 */
export function createPipeline(parts: ServiceParts): Traced {
  const { chains, access, devnet, observability } = parts;
  const calls = onChain(chains, answerCalls(devnet, observability));
  const answer = byKind({
    rest: charge(access, observability, onChain(chains, answerOperation)),
    rpc: charge(access, observability, calls),
    socket: charge(access, observability, onChain(chains, admitSocket(parts))),
    host: charge(access, observability, answerKeyRequest(access, observability)),
    nothing: charge(access, observability, answerNothing(chains.segments)),
    page: answerPages(parts),
    preflight: answerPreflight,
  });
  return trace(observability, control(devnet, free(access, calls), injectFaults(devnet, answer)));
}

function byKind(handlers: Handlers): Handler {
  return (exchange) => (handlers[exchange.route.kind] as Handler)(exchange);
}
