import { TIERS } from "../../../generated/tiers.gen.ts";
import { CLOSE } from "../../../generated/topics.gen.ts";
import type { Caller, RequestTrace, ServiceRequest } from "../../request.ts";
import { limitText, rateHeaders } from "../../access/rate_limit/mod.ts";
import { answerError, type Meta, RestServiceError } from "../../api/rest/mod.ts";
import { identifySocket, subjectOfPeer } from "../../access/identity/mod.ts";
import { matchSocket, notFoundText, notOpenText, waitForChain } from "../routing/mod.ts";
import { openSession } from "./open_session.ts";
import type { Connection } from "../port.ts";
import type { SocketParts } from "./socket_parts.ts";

/** A request for a WebSocket with what its answer needs. */
export interface SocketRequest {
  readonly request: ServiceRequest;
  readonly meta: Meta;
  readonly onError: (error: unknown) => void;
  /** Called after each answered message: its operation, the answer or an empty string, and the milliseconds it took. */
  readonly onMessage: (operation: string, body: string, milliseconds: number) => void;
  /** Filled in with the caller. */
  readonly trace: RequestTrace;
}

/** Admits a request for a WebSocket: it costs one, and a key or address has a bounded number of connections. */
export async function connect(
  { request, meta, onError, onMessage, trace }: SocketRequest,
  parts: SocketParts,
): Promise<Connection> {
  const [pathname = "", search = ""] = request.target.split("?");
  const segment = matchSocket(pathname);
  if (segment === undefined || !parts.segments.includes(segment)) {
    const text = notFoundText(request.method, pathname, parts.segments);
    return refused(new RestServiceError("NOT_FOUND", text), meta);
  }
  const caller = await identifySocket(request, new URLSearchParams(search), parts);
  trace.caller = caller;
  const tier = caller?.tier ?? parts.keylessTier;
  // An unknown key counts for its peer, so that showing one is no way around the limits.
  const admission = await parts.limiter.admit(
    caller?.subject ?? subjectOfPeer(request, parts),
    TIERS[tier],
  );
  if (!admission.isAdmitted) {
    parts.metrics.countRefusal(tier, "rate");
    const error = new RestServiceError("RATE_LIMITED", limitText(tier, admission));
    return refused(error, meta, rateHeaders(admission));
  }
  if (!caller) return { kind: "closed", code: CLOSE.KeyRefused, reason: "The API key is unknown" };
  if (parts.opening.has(segment)) await waitForChain(segment, parts);
  const chain = parts.chains.get(segment);
  if (!chain) {
    const error = new RestServiceError("INTERNAL_ERROR", notOpenText(segment));
    const refusal = answerError(error, meta);
    const headers = { ...refusal.headers, "Retry-After": "1" };
    return { kind: "refused", response: { ...refusal, headers, status: 503 } };
  }
  const release = takePlace(caller, parts);
  if (!release) {
    parts.metrics.countRefusal(tier, "connections");
    const text = `At most ${parts.connectionsPerSubject} WebSocket connections at a time, close one first`;
    return refused(new RestServiceError("RATE_LIMITED", text), meta, { "Retry-After": "1" });
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
  { connections, connectionsPerSubject }: SocketParts,
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

function refused(
  error: RestServiceError,
  meta: Meta,
  headers: Record<string, string> = {},
): Connection {
  const response = answerError(error, meta);
  return {
    kind: "refused",
    response: { ...response, headers: { ...headers, ...response.headers } },
  };
}
