import { TIERS } from "../../../generated/tiers.gen.ts";
import { CLOSE } from "../../../generated/topics.gen.ts";
import type {
  Caller,
  RequestTrace,
  ServiceRequest,
  ServiceResponse,
} from "../../api/context/mod.ts";
import { limitText, rateHeaders } from "../../access/rate_limit/mod.ts";
import { answerFault, type Meta, RestFault } from "../../api/rest/mod.ts";
import { identifySocket, subjectOfPeer } from "../routing/identify.ts";
import { matchSocket } from "../routing/match_server.ts";
import { notFoundText } from "../routing/not_found_text.ts";
import { openSession } from "./open_session.ts";
import type { ServiceParts } from "../service_parts.ts";
import type { SocketLink } from "./socket_link.ts";
import type { SocketSession } from "./socket_session.ts";

/** What becomes of a request for a WebSocket. */
export type Connection =
  | { readonly kind: "refused"; readonly response: ServiceResponse }
  /** The connection is to be opened and closed at once: only so does a browser learn of the reason. */
  | { readonly kind: "closed"; readonly code: number; readonly reason: string }
  /** The connection fails on purpose. */
  | { readonly kind: "broken"; readonly broken: "stall" | "drop" }
  | {
      readonly kind: "open";
      readonly open: (link: SocketLink) => SocketSession;
      /** To be called once the connection is gone, or could not be opened. */
      readonly release: () => void;
    };

/** A request for a WebSocket with what its answer needs. */
export interface SocketRequest {
  readonly request: ServiceRequest;
  readonly meta: Meta;
  readonly onError: (error: unknown) => void;
  /** Told of each message that was answered: what it was, the answer or nothing, and the milliseconds that took. */
  readonly onMessage: (operation: string, body: string, milliseconds: number) => void;
  /** Told who asks. */
  readonly trace: RequestTrace;
}

/** Admits a request for a WebSocket: it costs one, and a key or address has a bounded number of connections. */
export async function connect(
  { request, meta, onError, onMessage, trace }: SocketRequest,
  parts: ServiceParts,
): Promise<Connection> {
  const [pathname = "", search = ""] = request.target.split("?");
  const segment = matchSocket(pathname);
  const chain = segment && parts.chains.get(segment);
  if (!chain) {
    const text = notFoundText(request.method, pathname, parts.chains.keys());
    return refused(new RestFault("NOT_FOUND", text), meta);
  }
  const caller = await identifySocket(request, new URLSearchParams(search), parts);
  trace.caller = caller;
  const tier = caller?.tier ?? parts.keylessTier;
  // An unknown key counts for the peer, so that to show one is no way around the limits.
  const admission = parts.limiter.admit(
    caller?.subject ?? subjectOfPeer(request, parts),
    TIERS[tier],
  );
  if (!admission.isAdmitted) {
    parts.metrics.countRefusal(tier, "rate");
    const fault = new RestFault("RATE_LIMITED", limitText(tier, admission));
    return refused(fault, meta, rateHeaders(admission));
  }
  if (!caller) return { kind: "closed", code: CLOSE.KeyRefused, reason: "The API key is unknown" };
  const release = takePlace(caller, parts);
  if (!release) {
    parts.metrics.countRefusal(tier, "connections");
    const text = `At most ${parts.connectionsPerSubject} WebSocket connections at a time, close one first`;
    return refused(new RestFault("RATE_LIMITED", text), meta, { "Retry-After": "1" });
  }
  return {
    kind: "open",
    release,
    open: (link) => openSession({ link, chain, caller, onError, onMessage }, parts),
  };
}

/**
 * Counts a connection; undefined where the key or address has as many as it may have, else what counts it off. By the
 * key, not its holder: anyone can ask for a key in the name of another, who must not be left without a connection.
 */
function takePlace(
  { shownAs }: Caller,
  { connections, connectionsPerSubject }: ServiceParts,
): (() => void) | undefined {
  const open = connections.get(shownAs) ?? 0;
  if (open >= connectionsPerSubject) return undefined;
  connections.set(shownAs, open + 1);
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    const left = (connections.get(shownAs) ?? 1) - 1;
    if (left > 0) connections.set(shownAs, left);
    else connections.delete(shownAs);
  };
}

function refused(fault: RestFault, meta: Meta, headers: Record<string, string> = {}): Connection {
  const response = answerFault(fault, meta);
  return {
    kind: "refused",
    response: { ...response, headers: { ...headers, ...response.headers } },
  };
}
