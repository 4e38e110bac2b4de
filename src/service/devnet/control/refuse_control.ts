import { DEV_TOKEN_HEADER } from "../../../generated/limits.gen.ts";
import { isSameSecret } from "../../crypto.ts";
import type { ServiceRequest } from "../../api/context/mod.ts";
import { findForwardingHeader, isLoopback, isLoopbackHost } from "../../access/identity/mod.ts";

const SHOWN = 80;

/** Reason a request may not control the devnet; undefined if it may. A reason never contains a token. */
export function refuseControl(
  request: Pick<ServiceRequest, "peer" | "header" | "headerNames">,
  token: string,
): string | undefined {
  const { peer } = request;
  if (!isLoopback(peer)) return `Devnet control is only for this machine, the peer is ${peer}`;
  const refused = findForwardingHeader(request.headerNames());
  if (refused !== undefined)
    return `Devnet control refuses proxied requests, the header ${refused} is set`;
  const host = request.header("host");
  if (host === undefined || !isLoopbackHost(host))
    return `Devnet control requires localhost, 127.0.0.0/8 or [::1] as Host, got ${show(host)}`;
  const origin = request.header("origin");
  if (origin !== undefined && origin !== `http://${host.toLowerCase()}`)
    return `Devnet control refuses requests of other web pages, the Origin is ${show(origin)}`;
  const shown = request.header(DEV_TOKEN_HEADER.toLowerCase());
  if (shown === undefined)
    return `Devnet control requires the token printed at startup, the header ${DEV_TOKEN_HEADER} is missing`;
  if (!isSameSecret(shown, token))
    return `Devnet control requires the token printed at startup, the header ${DEV_TOKEN_HEADER} has another value`;
  return undefined;
}

function show(host: string | undefined): string {
  return host === undefined ? "none" : JSON.stringify(host.slice(0, SHOWN));
}
